"""The one door to the network: a document behind an address that somebody gave.

    source = fetch("https://example.org/report.pdf")
    source.name, source.media_type

- Only http and https, only to public addresses (`addresses.py`): the name is resolved once, all its
  addresses are checked, and the connection goes to the very address that was checked, so that a
  second answer of the name server changes nothing. Every redirect is checked in the same way.
- Bounds are those of `Limits`: bytes, seconds for all of it (name, redirects and slow answers
  included), redirects.
- Nothing is sent but the caller's own headers, and these only to the host that was named. No
  cookies, no credentials from files, no proxies of the environment.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from types import MappingProxyType
from urllib.parse import unquote

from ragstone.errors import FetchRefused, LimitExceeded, ParameterError, SourceNotFound
from ragstone.limits import DEFAULT_LIMITS, Limits
from ragstone.sources.addresses import refusal
from ragstone.sources.deadline import Deadline
from ragstone.sources.source import Source, readable
from ragstone.sources.web_address import WebAddress

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PIECE_BYTES = 64 * 1024
_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FetchRules:
    """What a caller may change about fetching.

    - `headers`: sent to the host named, and to no other that it redirects to.
    - `verify_tls`: whether certificates are checked.
    - `allowed_hosts`: "host:port" (80 and 443 need saying too) that may be fetched from whatever
      its address is; for servers of one's own network.
    """

    headers: Mapping[str, str] = field(default_factory=lambda: _NO_HEADERS)
    verify_tls: bool = True
    allowed_hosts: frozenset[str] = frozenset()


def fetch(url: str, rules: FetchRules | None = None, limits: Limits = DEFAULT_LIMITS) -> Source:
    """The document at `url`, in memory, under its file name and the type its server gives.

    Raises `FetchRefused` for an address that must not be fetched, `SourceNotFound` when nothing is
    there or the server does not answer, `LimitExceeded` past a bound.
    """
    rules = rules or FetchRules()
    first = address = WebAddress.of(url)
    with Deadline(limits.fetch_seconds) as deadline:
        for _ in range(limits.redirects + 1):
            headers = rules.headers if address.origin == first.origin else _NO_HEADERS
            connection = _connected(address, rules, deadline)
            try:
                # An answer after which the server hangs up is no longer the connection's to close.
                with closing(_asked(connection, address, headers, deadline)) as answer:
                    if answer.status not in _REDIRECTS:
                        return _source(url, address, answer, limits, deadline)
                    address = address.redirected(answer.headers.get("Location", ""))
            finally:
                connection.close()
    raise LimitExceeded(
        "redirects", limits.redirects + 1, allowed=limits.redirects, file=str(first)
    )


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to an IP address that was checked, in the name of its host."""

    def __init__(self, address: WebAddress, ip: str, tls: ssl.SSLContext | None) -> None:
        super().__init__(address.host, address.port)
        self._ip, self._tls, self._port = ip, tls, address.port

    def reach(self, deadline: Deadline) -> None:
        """Connect and, for https, shake hands."""
        plain = socket.create_connection((self._ip, self._port), deadline.left())
        deadline.cuts(plain)
        if self._tls is None:
            self.sock = plain
        else:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
            deadline.cuts(self.sock)


def _connected(address: WebAddress, rules: FetchRules, deadline: Deadline) -> _PinnedConnection:
    """A connection to the first of the host's addresses that answers; all must be allowed."""
    addresses = _resolved(address, deadline)
    if address.host_and_port not in rules.allowed_hosts:
        for ip in addresses:
            if (why := refusal(ip)) is not None:
                raise FetchRefused(
                    f"{address} must not be fetched: {address.host} is {ip}, and {why}; "
                    "a server of your own network has to be allowed by name"
                )
    failure: OSError | None = None
    for ip in addresses:
        connection = _PinnedConnection(address, ip, _tls(address, rules))
        try:
            connection.reach(deadline)
            return connection
        except ssl.SSLCertVerificationError as error:
            connection.close()
            raise SourceNotFound(
                str(address),
                f"its certificate is not trusted ({error.verify_message})",
                "check the address; turn the check off only for a server you know",
            ) from error
        except OSError as error:
            connection.close()
            failure = error
    raise _no_answer(address, failure or OSError("it has no address"), deadline)


def _resolved(address: WebAddress, deadline: Deadline) -> list[str]:
    """The IP addresses of the host, each once, in the resolver's order."""

    def look_up() -> list[str]:
        rows = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(row[4][0]) for row in rows))

    try:
        return deadline.run(look_up)
    except UnicodeError as error:
        raise FetchRefused(f"{address} must not be fetched: its host is no name") from error
    except OSError as error:
        raise _no_answer(address, error, deadline) from error


def _tls(address: WebAddress, rules: FetchRules) -> ssl.SSLContext | None:
    if address.scheme != "https":
        return None
    context = ssl.create_default_context()
    if not rules.verify_tls:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _asked(
    connection: _PinnedConnection,
    address: WebAddress,
    headers: Mapping[str, str],
    deadline: Deadline,
) -> http.client.HTTPResponse:
    """The server's answer, its head read."""
    own = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": "ragstone"}
    given = {name.title(): value for name, value in headers.items()}
    try:
        connection.putrequest("GET", address.target, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", address.host_header)
        for name, value in {**own, **given, "Connection": "close"}.items():
            if name != "Host":
                connection.putheader(name, value)
    except ValueError as error:
        raise ParameterError(f"headers: {error}") from error
    try:
        connection.endheaders()
        return connection.getresponse()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _no_answer(address, error, deadline) from error


def _source(
    url: str,
    address: WebAddress,
    answer: http.client.HTTPResponse,
    limits: Limits,
    deadline: Deadline,
) -> Source:
    if answer.status != 200:
        raise SourceNotFound(
            str(address), f"its server answers {answer.status} {answer.reason}", "check the address"
        )
    if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise SourceNotFound(
            str(address), "its server sends it packed, though asked not to", "download it first"
        )
    name = _file_name(answer, address)
    announced = answer.headers.get("Content-Length", "")
    if announced.isdecimal():
        limits.check("file_bytes", int(announced), name)
    data = bytearray()
    try:
        while piece := answer.read(_PIECE_BYTES):
            data += piece
            limits.check("file_bytes", len(data), name)
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, LimitExceeded):
            raise
        raise _no_answer(address, error, deadline) from error
    deadline.check(str(address))
    if announced.isdecimal() and len(data) < int(announced):
        raise SourceNotFound(str(address), "its server broke off in the middle", "try again later")
    return Source(
        name, url, data=bytes(data), media_type=answer.headers.get_content_type(), limits=limits
    )


def _file_name(answer: http.client.HTTPResponse, address: WebAddress) -> str:
    """What the server calls the file, else the end of its path, else the host; no folders."""
    for given in (answer.headers.get_filename() or "", unquote(address.path)):
        name = PurePosixPath(PureWindowsPath(given).name).name
        name = "".join(sign for sign in readable(name) if sign.isprintable()).strip()
        if name.strip("."):
            return name
    return address.host


def _no_answer(address: WebAddress, error: Exception, deadline: Deadline) -> Exception:
    """The one error for people: the time is over, or the server cannot be reached."""
    deadline.check(str(address))
    if isinstance(error, TimeoutError):
        return SourceNotFound(str(address), "its server does not answer", "try again later")
    reason = (error.strerror if isinstance(error, OSError) else "") or type(error).__name__
    return SourceNotFound(
        str(address), f"its server cannot be reached ({reason})", "check the address"
    )
