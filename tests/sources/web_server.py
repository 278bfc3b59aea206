"""A real web server on this machine that answers what a test wants."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext

#: Writes the answer to a request.
Answer = Callable[[BaseHTTPRequestHandler], None]


def body(data: bytes, media_type: str = "text/plain", **headers: str) -> Answer:
    """200 with this content."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", media_type)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in {"Content-Length": str(len(data)), **given}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)

    return answer


def redirect(location: str, status: int = 302) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        request.send_header("Location", location)
        request.end_headers()

    return answer


@contextmanager
def serving(
    answers: dict[str, Answer], tls: SSLContext | None = None
) -> Generator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """ "127.0.0.1:PORT", and the path and headers of every request that came."""
    seen: list[tuple[str, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append((self.path, dict(self.headers)))
            answer = answers.get(self.path)
            if answer is None:
                self.send_error(404)
            else:
                answer(self)

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            # A client that goes away is what some tests are about.
            try:
                super().handle()
            except OSError:
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
