"""Vectors from any service that speaks the OpenAI embeddings protocol, over HTTP.

    embedder = EMBEDDERS.create("openai", base_url="http://localhost:8080/v1", model="bge-m3", …)
    async with embedder:                       # optional: keeps the connection open between calls
        vectors = await embedder.embed(["tide tables", "潮汐表"])

Only this embedder uses the network, and only towards `base_url`, which has no default. Protocol:
OpenAI API reference, "Create embeddings". What an answer must look like stands in `openai_answer`.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from ipaddress import ip_address
from typing import Any, ClassVar, Literal, Self

import httpx
from pydantic import Field, SecretStr, field_validator

from ragstone.embedders.base import EmbedderBase, Vectors, well_formed
from ragstone.embedders.openai_answer import error_text, read_vectors, retry_after_s
from ragstone.errors import EmbedderError, RateLimited

KEY_VARIABLE = "OPENAI_API_KEY"
_LONGEST_BACKOFF_S = 20.0
_WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True)
class _Setback:
    """A try that failed in a way that another one may not: the error to raise if none is left."""

    error: EmbedderError
    asked_pause_s: float | None = None


class OpenAIEmbedder(EmbedderBase):
    """Batches of texts to `POST {base_url}/embeddings`.

    - Timeouts, refused connections, 408, 429 and 5xx are tried again, `max_retries` times, after
      the pause the service asks for or 0.5, 1, 2, … seconds, at most 20.
    - An error's message names the host and the remedy, never the key.
    - Empty texts, which services refuse, are sent as one blank; lone surrogates as U+FFFD.
    - Vectors are returned as the service gives them, in the order of the texts.
    """

    embedder_type: ClassVar[str] = "openai"

    class Parameters(EmbedderBase.Parameters):
        """Which service, which model, and how patient to be."""

        base_url: str
        """Address of the service up to, and without, `/embeddings`: base_url=http://localhost/v1."""
        api_key: SecretStr | None = None
        """Left out: the environment variable OPENAI_API_KEY, or none at all for local services."""
        model: str = Field("text-embedding-3-small", min_length=1)
        dimensions: int = Field(1536, ge=1, le=65_536)
        """Numbers in the model's vectors."""
        shorten: bool = False
        """Ask the service to cut its vectors to `dimensions`; for models that can."""
        encoding_format: Literal["float", "base64"] = "float"
        """How numbers travel: base64 is a third of the size; not every service knows it."""
        batch_size: int = Field(128, ge=1, le=2048)
        """Texts in one request."""
        context_tokens: int | None = Field(None, ge=1)
        """The longest text the model reads, in characters (no tokenizer is at hand); None: any."""
        timeout_s: float = Field(60.0, gt=0)
        """For each try."""
        max_retries: int = Field(5, ge=0, le=20)
        longest_pause_s: float = Field(60.0, ge=0)
        """A service that asks for a longer pause is not waited for: `RateLimited`."""

        @field_validator("base_url")
        @classmethod
        def _is_http(cls, value: str) -> str:
            try:
                url = httpx.URL(value)
            except httpx.InvalidURL as error:
                raise ValueError(f"not an address ({error})") from error
            if url.scheme not in {"http", "https"} or not url.host:
                raise ValueError("must begin with http:// or https:// and name a host")
            if url.userinfo:
                raise ValueError("must hold no user name or password; give the key as api_key")
            return value.rstrip("/")

    parameters: Parameters

    def __init__(self, parameters: Parameters | None = None) -> None:
        super().__init__(parameters)
        self._host = httpx.URL(self.parameters.base_url).netloc.decode("ascii")
        self._client: httpx.AsyncClient | None = None

    @property
    def model(self) -> str:
        return self.parameters.model

    @property
    def dimensions(self) -> int:
        return self.parameters.dimensions

    @property
    def context_tokens(self) -> int | None:
        return self.parameters.context_tokens

    @property
    def batch_size(self) -> int:
        return self.parameters.batch_size

    @property
    def fingerprint(self) -> str:
        # The same name may stand for other weights at another service.
        shortened = "shortened" if self.parameters.shorten else ""
        return f"{super().fingerprint}|{self.parameters.base_url}|{shortened}"

    async def __aenter__(self) -> Self:
        if self._client is None:
            self._client = self._new_client()
        return self

    async def __aexit__(self, *error: Any) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        async with self._connection() as client:
            return await self.in_batches(texts, partial(self._ask, client))

    async def embed_batch(self, texts: Sequence[str]) -> Vectors:
        async with self._connection() as client:
            return await self._ask(client, texts)

    async def _ask(self, client: httpx.AsyncClient, texts: Sequence[str]) -> Vectors:
        answer = await self._post(client, self._question(texts))
        return read_vectors(answer, len(texts), self.dimensions, self._host, self.model)

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[httpx.AsyncClient, None]:
        """The client of the surrounding `async with`, else one for this call alone.

        A client belongs to one event loop, and blocking callers start a new loop for each call: so
        none outlives the block that opened it.
        """
        if self._client is not None:
            yield self._client
            return
        async with self._new_client() as client:
            yield client

    def _new_client(self) -> httpx.AsyncClient:
        key = self._key()
        if not (key.isascii() and key.isprintable()):
            raise EmbedderError(
                f"the key for {self._host} holds characters that no key has; set {KEY_VARIABLE} or "
                "api_key to the key alone"
            )
        try:
            return httpx.AsyncClient(
                headers={"Authorization": f"Bearer {key}"} if key else {},
                timeout=self.parameters.timeout_s,
                verify=_certificates(),
                # A proxy set for the internet cannot reach this machine's own services.
                trust_env=not _is_loopback(httpx.URL(self.parameters.base_url).host),
            )
        except (ImportError, ValueError) as error:  # a proxy of a kind that httpx does not know
            raise EmbedderError(
                f"the proxy that this machine's environment sets cannot be used ({error}); unset "
                "it or set another"
            ) from error

    def _key(self) -> str:
        given = self.parameters.api_key
        return given.get_secret_value() if given is not None else os.environ.get(KEY_VARIABLE, "")

    def _question(self, texts: Sequence[str]) -> dict[str, Any]:
        question: dict[str, Any] = {
            "model": self.model,
            "input": [well_formed(text) or " " for text in texts],
            "encoding_format": self.parameters.encoding_format,
        }
        if self.parameters.shorten:
            question["dimensions"] = self.dimensions
        return question

    async def _post(self, client: httpx.AsyncClient, question: dict[str, Any]) -> httpx.Response:
        """The answer to `question`, after as many tries as are allowed."""
        tries = 0
        while True:
            outcome = await self._try(client, question)
            if isinstance(outcome, httpx.Response):
                return outcome
            pause = outcome.asked_pause_s
            if pause is None:
                pause = min(0.5 * 2**tries, _LONGEST_BACKOFF_S)
            tries += 1
            if tries > self.parameters.max_retries or pause > self.parameters.longest_pause_s:
                raise outcome.error
            await asyncio.sleep(pause)

    async def _try(
        self, client: httpx.AsyncClient, question: dict[str, Any]
    ) -> httpx.Response | _Setback:
        """One request: its answer, or a setback. Raises what no other try would mend."""
        try:
            answer = await client.post(f"{self.parameters.base_url}/embeddings", json=question)
        except httpx.TimeoutException:
            return _Setback(
                EmbedderError(
                    f"{self._host} gave no answer within {self.parameters.timeout_s:g} s; see "
                    "whether the service is well, raise timeout_s or lower batch_size"
                )
            )
        except httpx.TransportError as error:
            return _Setback(
                EmbedderError(
                    f"{self._host} cannot be reached ({self._said(error)}); see whether base_url "
                    "is right and the service runs"
                )
            )
        if answer.status_code == 200:
            return answer
        said = self._without_key(error_text(answer))
        if answer.status_code == 429 and "insufficient_quota" not in answer.text:
            pause = retry_after_s(answer.headers)
            when = "later" if pause is None else f"in {pause:g} s"
            message = f"{self._host} asks for a pause ({said}); try again {when}, or slower"
            return _Setback(RateLimited(message, pause), pause)
        error = EmbedderError(f"{self._host} {self._refusal(answer.status_code)} ({said})")
        if answer.status_code >= 500 or answer.status_code in _WORTH_ANOTHER_TRY - {429}:
            return _Setback(error, retry_after_s(answer.headers))
        raise error

    def _refusal(self, status: int) -> str:
        """What an HTTP status means here, and what to do about it; after the host's name."""
        if status in {401, 403}:
            return f"refuses the key; set {KEY_VARIABLE} or api_key to one that may embed"
        if status == 404:
            return f"has no model {self.model} or no embeddings there; check model and base_url"
        if status == 429:
            return "has no quota left for this key; see the account's limits"
        if status >= 500:
            return f"failed with status {status}; try again later"
        if 300 <= status < 400:
            return "sends us elsewhere; set base_url to the service's final address"
        return "refuses the request; check model, dimensions and batch_size, or use smaller chunks"

    def _said(self, error: Exception) -> str:
        return self._without_key(str(error)) or type(error).__name__

    def _without_key(self, text: str) -> str:
        key = self._key()
        return text.replace(key, "[key]") if key else text


@cache
def _certificates() -> ssl.SSLContext:
    """Made once: reading the certificates takes longer than a request to a near service."""
    return httpx.create_ssl_context()


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
