"""A real HTTP server on 127.0.0.1 that speaks the OpenAI embeddings protocol, with scripted faults.

with EmbeddingServer() as server:
    server.script.append(Reply(429, headers={"Retry-After": "0"}))
    embedder = OpenAIEmbedder(server.parameters())
"""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from ragstone.embedders.hashing import HashingEmbedder
from ragstone.embedders.openai import OpenAIEmbedder


@dataclass
class Reply:
    """What the server says to the next request instead of vectors."""

    status: int = 200
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    hang_up: bool = False


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, *args: Any) -> None:
        """A client that went away is part of the tests."""


class EmbeddingServer:
    """Answers with hashing vectors; `script` is used up first; `seen` is every request's body."""

    def __init__(self, dimensions: int = 32, order: int = 1) -> None:
        self.dimensions = dimensions
        self.order = order
        self.script: list[Reply] = []
        self.seen: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.released = threading.Event()
        self._lock = threading.Lock()
        self._hashing = HashingEmbedder(HashingEmbedder.Parameters(dimensions=dimensions))
        self._server = _QuietServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}
        )

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_address[1]}"

    @property
    def base_url(self) -> str:
        return f"http://{self.host}/v1"

    def parameters(self, **more: Any) -> OpenAIEmbedder.Parameters:
        given: dict[str, Any] = {
            "base_url": self.base_url,
            "model": "fake-model",
            "dimensions": self.dimensions,
            "api_key": "sk-secret",
            "timeout_s": 20.0,
        }
        return OpenAIEmbedder.Parameters(**{**given, **more})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, question: dict[str, Any]) -> bytes:
        texts = question["input"]
        vectors = asyncio.run(self._hashing.embed(texts))
        packed = question.get("encoding_format") == "base64"
        data = [
            {
                "object": "embedding",
                "index": index,
                "embedding": (
                    base64.b64encode(vector.astype("<f4").tobytes()).decode()
                    if packed
                    else vector.tolist()
                ),
            }
            for index, vector in enumerate(vectors)
        ]
        return json.dumps({"object": "list", "data": data[:: self.order]}).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                question = json.loads(body)
                with owner._lock:
                    owner.seen.append(question)
                    owner.headers.append(dict(self.headers))
                    owner.paths.append(self.path)
                    reply = owner.script.pop(0) if owner.script else Reply()
                if reply.hang_up:
                    self.close_connection = True
                    return
                if reply.delay_s:
                    owner.released.wait(reply.delay_s)
                content = owner.answer(question) if reply.body is None else reply.body
                try:
                    self.send_response(reply.status)
                    for name, value in reply.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def log_message(self, *args: Any) -> None:
                """Quiet."""

        return Handler
