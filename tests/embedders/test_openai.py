from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import numpy as np
import pytest

from embedders.embedding_server import EmbeddingServer, Reply
from ragstone.embedders.base import Vectors
from ragstone.embedders.catalog import EMBEDDERS
from ragstone.embedders.openai import OpenAIEmbedder
from ragstone.embedders.openai_answer import retry_after_s
from ragstone.errors import DimensionMismatch, EmbedderError, ParameterError, RateLimited

AT_ONCE = {"Retry-After": "0"}


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


def embed(embedder: OpenAIEmbedder, *texts: str) -> Vectors:
    return asyncio.run(embedder.embed(texts))


def failure(embedder: OpenAIEmbedder, *texts: str) -> EmbedderError:
    with pytest.raises(EmbedderError) as caught:
        embed(embedder, *(texts or ("tide tables",)))
    assert "sk-secret" not in str(caught.value)
    return caught.value


def list_of(*items: dict[str, Any]) -> bytes:
    return json.dumps({"data": list(items)}).encode()


def test_the_request_carries_model_texts_and_key(server: EmbeddingServer) -> None:
    embed(OpenAIEmbedder(server.parameters()), "tide tables", "潮汐表")
    [question], [headers] = server.seen, server.headers
    assert server.paths == ["/v1/embeddings"]
    assert question == {
        "model": "fake-model",
        "input": ["tide tables", "潮汐表"],
        "encoding_format": "float",
    }
    assert headers["Authorization"] == "Bearer sk-secret"


def test_the_key_comes_from_the_environment_where_none_is_given(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    embed(OpenAIEmbedder(server.parameters(api_key=None)), "tide tables")
    assert server.headers[0]["Authorization"] == "Bearer sk-secret"


def test_a_local_service_needs_no_key(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    embed(OpenAIEmbedder(server.parameters(api_key=None)), "tide tables")
    assert "Authorization" not in server.headers[0]


def test_a_proxy_for_the_internet_is_not_asked_for_this_machine(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert len(embed(OpenAIEmbedder(server.parameters(max_retries=0)), "tide tables")) == 1


def test_dimensions_are_asked_for_only_when_vectors_are_to_be_shortened(
    server: EmbeddingServer,
) -> None:
    embed(OpenAIEmbedder(server.parameters(shorten=True)), "tide tables")
    assert server.seen[0]["dimensions"] == 32


def test_texts_are_sent_in_batches(server: EmbeddingServer) -> None:
    embed(OpenAIEmbedder(server.parameters(batch_size=2)), "a", "b", "c", "d", "e")
    assert [question["input"] for question in server.seen] == [["a", "b"], ["c", "d"], ["e"]]


def test_vectors_follow_the_index_and_not_the_order_of_the_answer() -> None:
    with EmbeddingServer(order=-1) as server:
        together = embed(OpenAIEmbedder(server.parameters()), "one", "two", "three")
        alone = embed(OpenAIEmbedder(server.parameters()), "two")
    assert together[1].tobytes() == alone[0].tobytes()


def test_an_answer_without_indexes_is_in_the_order_of_the_texts(server: EmbeddingServer) -> None:
    server.script.append(Reply(body=list_of({"embedding": [1, 0]}, {"embedding": [0, 1]})))
    vectors = embed(OpenAIEmbedder(server.parameters(dimensions=2)), "a", "b")
    assert vectors.tolist() == [[1, 0], [0, 1]]


def test_base64_and_numbers_give_the_same_vectors(server: EmbeddingServer) -> None:
    plain = embed(OpenAIEmbedder(server.parameters()), "tide tables")
    packed = embed(OpenAIEmbedder(server.parameters(encoding_format="base64")), "tide tables")
    assert np.array_equal(plain, packed)
    assert server.seen[1]["encoding_format"] == "base64"


def test_empty_texts_and_lone_surrogates_are_sent_as_what_a_service_takes(
    server: EmbeddingServer,
) -> None:
    embed(OpenAIEmbedder(server.parameters()), "", "a\ud800b", "\ud83e\udd8a")
    assert server.seen[0]["input"] == [" ", "a\ufffdb", "🦊"]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_passing_failure_is_tried_again(server: EmbeddingServer, status: int) -> None:
    server.script += [Reply(status, b"{}", AT_ONCE), Reply(status, b"{}", AT_ONCE)]
    assert embed(OpenAIEmbedder(server.parameters()), "tide tables").shape == (1, 32)
    assert len(server.seen) == 3


def test_a_connection_that_breaks_is_tried_again(
    server: EmbeddingServer, pauses: list[float]
) -> None:
    server.script.append(Reply(hang_up=True))
    assert len(embed(OpenAIEmbedder(server.parameters()), "tide tables")) == 1


def test_a_timeout_is_tried_again_and_then_named(
    server: EmbeddingServer, pauses: list[float]
) -> None:
    server.script += [Reply(delay_s=20), Reply(delay_s=20)]
    error = failure(OpenAIEmbedder(server.parameters(timeout_s=0.1, max_retries=1)))
    assert len(server.seen) == 2
    assert f"{server.host} gave no answer within 0.1 s" in str(error)
    assert "timeout_s" in str(error)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made; none is really waited for."""
    made: list[float] = []

    async def sleep(pause: float) -> None:
        made.append(pause)

    monkeypatch.setattr("ragstone.embedders.openai.asyncio.sleep", sleep)
    return made


def test_pauses_double_up_to_twenty_seconds(server: EmbeddingServer, pauses: list[float]) -> None:
    server.script += [Reply(503, b"{}")] * 8
    embed(OpenAIEmbedder(server.parameters(max_retries=8)), "tide tables")
    assert pauses == [0.5, 1, 2, 4, 8, 16, 20, 20]


def test_the_pause_that_the_service_asks_for_is_made(
    server: EmbeddingServer, pauses: list[float]
) -> None:
    server.script += [
        Reply(429, b"{}", {"Retry-After": "7"}),
        Reply(503, b"", {"Retry-After": "9"}),
    ]
    embed(OpenAIEmbedder(server.parameters()), "tide tables")
    assert pauses == [7, 9]


def test_a_pause_that_is_too_long_is_the_callers_to_make(
    server: EmbeddingServer, pauses: list[float]
) -> None:
    server.script.append(Reply(429, b"{}", {"Retry-After": "3600"}))
    error = failure(OpenAIEmbedder(server.parameters()))
    assert isinstance(error, RateLimited)
    assert error.retry_after_s == 3600
    assert pauses == []


def test_a_pause_is_really_waited_for(server: EmbeddingServer) -> None:
    server.script.append(Reply(429, b"{}", {"Retry-After": "0.2"}))
    start = time.monotonic()
    embed(OpenAIEmbedder(server.parameters()), "tide tables")
    assert time.monotonic() - start >= 0.2


def test_a_limit_that_stays_is_rate_limited_with_what_the_service_said(
    server: EmbeddingServer,
) -> None:
    said = json.dumps({"error": {"message": "slow down, sk-secret"}}).encode()
    server.script += [Reply(429, said, AT_ONCE)] * 3
    error = failure(OpenAIEmbedder(server.parameters(max_retries=2)))
    assert isinstance(error, RateLimited)
    assert (
        str(error)
        == f"{server.host} asks for a pause (slow down, [key]); try again in 0 s, or slower"
    )


def test_an_empty_quota_is_not_tried_again(server: EmbeddingServer) -> None:
    said = b'{"error": {"message": "no money", "code": "insufficient_quota"}}'
    server.script.append(Reply(429, said, AT_ONCE))
    assert "has no quota left for this key" in str(failure(OpenAIEmbedder(server.parameters())))
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (400, "check model, dimensions and batch_size"),
        (401, "set OPENAI_API_KEY or api_key"),
        (403, "set OPENAI_API_KEY or api_key"),
        (404, "check model and base_url"),
        (307, "set base_url to the service's final address"),
    ],
)
def test_a_refusal_is_raised_at_once_with_its_remedy(
    server: EmbeddingServer, status: int, remedy: str
) -> None:
    said = b'{"error": {"message": "Incorrect key provided: sk-secret"}}'
    server.script.append(Reply(status, said, {"Location": "/elsewhere"}))
    error = failure(OpenAIEmbedder(server.parameters()))
    assert str(error).startswith(server.host)
    assert remedy in str(error)
    assert "Incorrect key provided: [key]" in str(error)
    assert len(server.seen) == 1


def test_a_failing_service_is_named_with_its_status(server: EmbeddingServer) -> None:
    server.script.append(Reply(503, b"<html>" + b"x" * 5000))
    error = failure(OpenAIEmbedder(server.parameters(max_retries=0)))
    assert "failed with status 503; try again later" in str(error)
    assert len(str(error)) < 400


def test_a_service_that_is_not_there_is_named_with_the_remedy() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    parameters = OpenAIEmbedder.Parameters(base_url=f"http://127.0.0.1:{port}/v1", max_retries=0)
    error = failure(OpenAIEmbedder(parameters))
    assert str(error).startswith(f"127.0.0.1:{port} cannot be reached")
    assert "base_url" in str(error)


@pytest.mark.parametrize(
    "body",
    [b"", b"no json", b"[]", b'{"data": 3}', b'{"data": [{"embedding": {"a": 1}}]}', b"\xff\xfe"],
)
def test_an_answer_of_another_kind_is_one_sentence(server: EmbeddingServer, body: bytes) -> None:
    server.script.append(Reply(body=body))
    error = failure(OpenAIEmbedder(server.parameters()))
    assert "no list of embeddings; check base_url" in str(error)


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (({"embedding": [1.0, 0.0]},), "gave 1 vectors for 2 texts"),
        (({"embedding": [1.0, 0.0], "index": 0},) * 2, "index does not match"),
        (({"embedding": [1.0, 1e39]}, {"embedding": [1.0, 0.0]}), "not finite"),
        (({"embedding": "@@@"}, {"embedding": "@@@"}), "encoding_format=float"),
        (({"embedding": "AAA="}, {"embedding": "AAA="}), "encoding_format=float"),
    ],
)
def test_vectors_that_cannot_be_right_are_refused(
    server: EmbeddingServer, items: tuple[dict[str, Any], ...], said: str
) -> None:
    server.script.append(Reply(body=list_of(*items)))
    embedder = OpenAIEmbedder(server.parameters(dimensions=2))
    assert said in str(failure(embedder, "a", "b"))


def test_vectors_of_another_length_are_a_dimension_mismatch(server: EmbeddingServer) -> None:
    error = failure(OpenAIEmbedder(server.parameters(dimensions=33)))
    assert isinstance(error, DimensionMismatch)
    assert (error.expected, error.got) == (33, 32)


def test_one_connection_serves_all_calls_inside_async_with(server: EmbeddingServer) -> None:
    ports: set[object] = set()
    handle = server._server.get_request

    def watched() -> Any:
        connection, address = handle()
        ports.add(address)
        return connection, address

    server._server.get_request = watched  # type: ignore[method-assign]

    async def several_calls() -> None:
        async with OpenAIEmbedder(server.parameters()) as embedder:
            for text in ("a", "b", "c"):
                await embedder.embed([text])

    asyncio.run(several_calls())
    assert len(ports) == 1


def test_no_texts_ask_nothing(server: EmbeddingServer) -> None:
    assert embed(OpenAIEmbedder(server.parameters())).shape == (0, 32)
    assert server.seen == []


def test_the_key_is_in_no_representation(server: EmbeddingServer) -> None:
    embedder = OpenAIEmbedder(server.parameters())
    shown = (
        f"{embedder.parameters!r} {embedder.parameters.model_dump_json()} {embedder.fingerprint}"
    )
    assert "sk-secret" not in shown


@pytest.mark.parametrize(
    "base_url", ["", "ftp://host/v1", "host/v1", "http://", "https://me:sk-secret@host/v1"]
)
def test_an_address_that_is_none_is_refused(base_url: str) -> None:
    with pytest.raises(ParameterError, match="base_url") as caught:
        EMBEDDERS.create("openai", base_url=base_url)
    assert "sk-secret" not in str(caught.value)


def test_an_address_is_needed_and_the_message_says_how_to_give_one() -> None:
    with pytest.raises(ParameterError, match=r"^openai: base_url is needed: .*base_url=http://"):
        EMBEDDERS.create("openai", model="bge-m3")


@pytest.mark.parametrize("key", ["sk-ключ", "sk-secret\nX-More: 1"])
def test_a_key_that_no_header_can_carry_is_a_sentence_without_it(
    server: EmbeddingServer, key: str
) -> None:
    error = failure(OpenAIEmbedder(server.parameters(api_key=key)))
    assert str(error).endswith("set OPENAI_API_KEY or api_key to the key alone")
    assert key not in str(error)


def test_a_proxy_that_cannot_be_used_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "nonsense://127.0.0.1:1")
    error = failure(OpenAIEmbedder(OpenAIEmbedder.Parameters(base_url="https://a.invalid/v1")))
    assert "the proxy that this machine's environment sets cannot be used" in str(error)


def test_retry_after_is_read_as_seconds_or_date() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=30)
    assert retry_after_s({"retry-after": "1.5"}) == 1.5
    assert retry_after_s({"retry-after": format_datetime(soon, usegmt=True)}) == pytest.approx(
        30, abs=3
    )
    assert retry_after_s({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    assert [retry_after_s({"retry-after": odd}) for odd in ("", "soon", "nan", "inf")] == [None] * 4
