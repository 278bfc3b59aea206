"""An address on the web, taken apart strictly: what could be read in two ways is refused.

address = WebAddress.of("https://Example.org/a%20b.pdf?x=1#top")
address.host, address.port, address.target      # "example.org", 443, "/a%20b.pdf?x=1"
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, urljoin, urlsplit

from ragstone.errors import FetchRefused

_PORTS = {"http": 80, "https": 443}
_LONGEST = 8000
#: What stays as it is in a path or query: the reserved and unreserved signs of RFC 3986, and "%".
_KEPT = "/%:@!$&'()*+,;=-._~?"


@dataclass(frozen=True, slots=True)
class WebAddress:
    """`host` is in lower case and ASCII (IDNA), an IPv6 address without brackets."""

    scheme: str
    host: str
    port: int
    path: str
    query: str

    @classmethod
    def of(cls, url: str) -> Self:
        """`FetchRefused` for anything but a plain http or https address."""
        if len(url) > _LONGEST:
            raise FetchRefused(f"an address of {len(url)} characters must not be fetched")
        if any(sign <= " " or sign in "\\\x7f" for sign in url):
            raise FetchRefused(
                "an address with blanks, controls or backslashes must not be fetched"
            )
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise FetchRefused(f"this is no address on the web ({error})") from error
        scheme = parts.scheme.lower()
        if scheme not in _PORTS:
            shown = f"{scheme or 'an address without scheme'}"
            raise FetchRefused(f"only http and https are fetched, and this is {shown}")
        if parts.username is not None or parts.password is not None:
            raise FetchRefused(
                "an address with a user name or password must not be fetched; send a header instead"
            )
        return cls(
            scheme,
            _host(host),
            _PORTS[scheme] if port is None else port,
            quote(parts.path or "/", safe=_KEPT.replace("?", "")),
            quote(parts.query, safe=_KEPT),
        )

    def redirected(self, location: str) -> Self:
        """Where a redirect leads; `FetchRefused` when it gives up encryption or leads nowhere."""
        if not location:
            raise FetchRefused(f"{self} redirects to nowhere")
        # Headers are read as Latin-1, and servers send addresses in UTF-8.
        with contextlib.suppress(UnicodeError):
            location = location.encode("latin-1").decode("utf-8")
        base = f"{self.scheme}://{self.host_header}{self.target}"
        try:
            found = self.of(urljoin(base, location.strip()))
        except (FetchRefused, ValueError) as error:
            raise FetchRefused(f"{self} redirects elsewhere: {error}") from error
        if self.scheme == "https" and found.scheme != "https":
            raise FetchRefused(f"{self} redirects to {found}, which is not encrypted")
        return found

    @property
    def origin(self) -> tuple[str, str, int]:
        """What must be the same for two addresses to be one server's."""
        return self.scheme, self.host, self.port

    @property
    def host_and_port(self) -> str:
        """ "host:port", an IPv6 address in brackets."""
        return f"{self._bracketed}:{self.port}"

    @property
    def host_header(self) -> str:
        """The same without the scheme's own port."""
        return self._bracketed if self.port == _PORTS[self.scheme] else self.host_and_port

    @property
    def target(self) -> str:
        """What a request asks for: path and query."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        """For messages: without the query, which may hold a secret."""
        return f"{self.scheme}://{self.host_header}{self.path}"


def _host(given: str) -> str:
    """`given` in ASCII; a dot at the end says only that the name is whole."""
    try:
        host = given if given.isascii() else given.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise FetchRefused(f"{given} is no name of a host") from error
    host = host.lower().removesuffix(".")
    if not host or "%" in host or not host.isprintable():
        raise FetchRefused("this address names no host")
    return host
