"""The fetcher against a real server on this machine, which it must be allowed to reach."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from ragstone.errors import FetchRefused, LimitExceeded, ParameterError, SourceNotFound
from ragstone.limits import DEFAULT_LIMITS, Limits
from ragstone.sources.fetch import FetchRules, fetch
from ragstone.sources.source import Source
from sources.web_server import body, redirect, serving


def fetch_from(host: str, path: str, limits: Limits = DEFAULT_LIMITS, **rules: Any) -> Source:
    return fetch(
        f"http://{host}{path}", FetchRules(allowed_hosts=frozenset({host}), **rules), limits
    )


def test_a_document_comes_with_its_name_and_type() -> None:
    with serving({"/a/tides.md?x=1": body(b"# Tides", "text/markdown; charset=utf-8")}) as (
        host,
        _,
    ):
        source = fetch_from(host, "/a/tides.md?x=1")
    assert (source.name, source.media_type) == ("tides.md", "text/markdown")
    assert source.read_bytes() == b"# Tides"
    assert source.uri == f"http://{host}/a/tides.md?x=1"


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="../../etc/up.pdf"', "up.pdf"),
        (r'attachment; filename="C:\\temp\\up.pdf"', "up.pdf"),
        ("attachment; filename*=UTF-8''%E6%BD%AE.pdf", "潮.pdf"),
        ('attachment; filename=".."', "a.pdf"),
        ("inline", "a.pdf"),
    ],
    ids=range(5),
)
def test_the_server_may_name_the_file_but_no_folder(disposition: str, name: str) -> None:
    answer = body(b"x", Content_Disposition=disposition)
    with serving({"/a.pdf": answer}) as (host, _):
        assert fetch_from(host, "/a.pdf").name == name


def test_without_a_path_the_host_is_the_name() -> None:
    with serving({"/": body(b"x")}) as (host, _):
        assert fetch_from(host, "/").name == "127.0.0.1"


def test_this_machine_is_refused_unless_it_is_allowed_with_its_port() -> None:
    with serving({"/": body(b"x")}) as (host, seen):
        for rules in (None, FetchRules(allowed_hosts=frozenset({"127.0.0.1", "127.0.0.1:80"}))):
            with pytest.raises(FetchRefused, match=r"127\.0\.0\.1, and it is the address of this"):
                fetch(f"http://{host}/", rules)
        assert seen == []


@pytest.mark.parametrize(
    "host", ["localhost", "[::1]", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "[::ffff:7f00:1]"]
)
def test_no_spelling_of_this_machine_gets_through(host: str) -> None:
    with serving({"/": body(b"x")}) as (own, seen):
        port = own.partition(":")[2]
        with pytest.raises((FetchRefused, SourceNotFound)):
            fetch(f"http://{host}:{port}/")
        assert seen == []


@pytest.mark.parametrize(
    "target",
    ["http://169.254.169.254/latest/meta-data/", "http://localhost:{port}/secret", "file:///etc/x"],
    ids=["metadata", "another name of this machine", "file"],
)
def test_a_redirect_is_checked_again(target: str) -> None:
    answers = {"/secret": body(b"secret")}
    with serving(answers) as (host, seen):
        answers["/"] = redirect(target.format(port=host.partition(":")[2]))
        with pytest.raises(FetchRefused):
            fetch_from(host, "/")
        assert [path for path, _ in seen] == ["/"]


def test_redirects_are_followed_and_counted() -> None:
    answers = {f"/{n}": redirect(f"/{n + 1}", status=307) for n in range(5)}
    with serving({**answers, "/5": body(b"end"), "/loop": redirect("/loop")}) as (host, seen):
        assert fetch_from(host, "/0").read_bytes() == b"end"
        with pytest.raises(LimitExceeded) as caught:
            fetch_from(host, "/loop")
        assert (caught.value.limit, len(seen)) == ("redirects", 6 + 6)


def test_every_address_of_a_name_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(0, 0, 0, "", (ip, port)) for ip in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(FetchRefused, match=r"two\.example is 10\.0\.0\.1"):
        fetch("http://two.example/")


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = ["93.184.216.34", "127.0.0.1", "127.0.0.1"]
    reached: list[Any] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(0, 0, 0, "", (answers.pop(0), port))]

    def connect(address: Any, *_: Any) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError(111, "refused")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(SourceNotFound, match="cannot be reached"):
        fetch("http://rebind.example/")
    assert reached == [("93.184.216.34", 80)]


def test_what_is_announced_too_large_is_not_read() -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000000000000")
        request.end_headers()
        time.sleep(5)

    started = time.monotonic()
    with serving({"/": answer}) as (host, _), pytest.raises(LimitExceeded, match="file_bytes"):
        fetch_from(host, "/")
    assert time.monotonic() - started < 4


def test_what_is_larger_than_announced_or_allowed_is_cut_off() -> None:
    def endless(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        while True:
            request.wfile.write(b"x" * 65536)

    with serving({"/": endless}) as (host, _), pytest.raises(LimitExceeded, match="file_bytes"):
        fetch_from(host, "/", Limits(file_bytes=1_000_000))


@pytest.mark.parametrize("where", ["head", "body"])
def test_a_server_that_drips_is_cut_off_in_time(where: str) -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        if where == "body":
            request.send_response(200)
            request.end_headers()
        for _ in range(200):
            request.wfile.write(b"x")
            request.wfile.flush()
            time.sleep(0.05)

    started = time.monotonic()
    with serving({"/": drip}) as (host, _), pytest.raises(LimitExceeded) as caught:
        fetch_from(host, "/", Limits(fetch_seconds=0.4))
    assert caught.value.limit == "fetch_seconds"
    assert time.monotonic() - started < 3


def test_a_slow_name_server_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(2))
    with pytest.raises(LimitExceeded, match="fetch_seconds"):
        fetch("http://slow.example/", limits=Limits(fetch_seconds=0.2))


def test_what_breaks_off_is_an_error_and_no_shorter_document() -> None:
    with (
        serving({"/": body(b"half", Content_Length="8")}) as (host, _),
        pytest.raises(SourceNotFound, match="broke off"),
    ):
        fetch_from(host, "/")


@pytest.mark.parametrize("path", ["/missing", "/packed"])
def test_what_is_no_plain_document_is_one_sentence(path: str) -> None:
    answers = {"/packed": body(b"x", Content_Encoding="gzip")}
    with (
        serving(answers) as (host, _),
        pytest.raises(SourceNotFound, match=r"server (answers 404|se)"),
    ):
        fetch_from(host, path)


def test_what_speaks_another_language_is_one_sentence() -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"220 mail ready\r\n" * 3)

    with (
        serving({"/": answer}) as (host, _),
        pytest.raises(SourceNotFound, match="cannot be reach"),
    ):
        fetch_from(host, "/")


def test_headers_go_to_the_named_host_and_to_no_other() -> None:
    with serving({"/end": body(b"x")}) as (other, seen_there):
        answers = {"/": redirect("/next"), "/next": redirect(f"http://{other}/end")}
        with serving(answers) as (host, seen):
            rules = FetchRules(
                {"authorization": "secret", "host": "evil"},
                allowed_hosts=frozenset({host, other}),
            )
            fetch(f"http://{host}/", rules)
    assert [headers.get("Authorization") for _, headers in seen] == ["secret", "secret"]
    assert {headers["Host"] for _, headers in seen} == {host}
    assert [headers.get("Authorization") for _, headers in seen_there] == [None]


def test_a_header_that_would_make_another_is_refused() -> None:
    with serving({"/": body(b"x")}) as (host, seen):
        with pytest.raises(ParameterError, match="headers"):
            fetch_from(host, "/", headers={"A": "b\r\nC: d"})
        assert seen == []


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with serving({"/": body(b"x")}) as (host, _):
        assert fetch_from(host, "/").read_bytes() == b"x"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_certificates_are_checked_unless_asked_not_to(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with serving({"/": body(b"x")}, tls) as (host, _):
        allowed = frozenset({host})
        with pytest.raises(SourceNotFound, match="certificate is not trusted"):
            fetch(f"https://{host}/", FetchRules(allowed_hosts=allowed))
        source = fetch(f"https://{host}/", FetchRules(verify_tls=False, allowed_hosts=allowed))
    assert source.read_bytes() == b"x"
