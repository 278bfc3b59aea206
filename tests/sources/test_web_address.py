from __future__ import annotations

import pytest

from ragstone.errors import FetchRefused
from ragstone.sources.web_address import WebAddress


def test_an_address_is_taken_apart() -> None:
    address = WebAddress.of("https://Example.org:8443/a%20b/潮.pdf?x=1&y=é#top")
    assert (address.scheme, address.host, address.port) == ("https", "example.org", 8443)
    assert address.target == "/a%20b/%E6%BD%AE.pdf?x=1&y=%C3%A9"
    assert (address.host_header, address.host_and_port) == ("example.org:8443",) * 2


def test_the_port_of_the_scheme_is_not_said() -> None:
    address = WebAddress.of("http://example.org")
    assert (address.port, address.path) == (80, "/")
    assert (address.host_header, address.host_and_port) == ("example.org", "example.org:80")


def test_an_ipv6_address_stands_in_brackets() -> None:
    address = WebAddress.of("http://[2606:2800::1]:8080/")
    assert (address.host, address.host_header) == ("2606:2800::1", "[2606:2800::1]:8080")


def test_names_in_other_scripts_are_written_in_ascii() -> None:
    assert WebAddress.of("https://münchen.example./").host == "xn--mnchen-3ya.example"


@pytest.mark.parametrize(
    "url",
    [
        *("file:///etc/passwd", "ftp://example.org/a", "gopher://example.org", "//example.org/"),
        *("example.org/a.pdf", "", "http://", "http://?x", "http://user:pw@example.org/"),
        *("http://example.org\\@127.0.0.1/", "http://example.org/a b", "http://exam\tple.org/"),
        *("http://example.org/\r\nHost: x", "http://example.org:99999/", "http://example.org:x/"),
        *("http://[::1", "http://a%2eb/", "http://" + "a" * 70 + "é.org/"),
        *("http://example.org/" + "a" * 8000, "javascript:alert(1)", "data:text/plain,x"),
    ],
    ids=range(21),
)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(FetchRefused):
        WebAddress.of(url)


def test_a_redirect_may_be_relative() -> None:
    address = WebAddress.of("https://example.org/a/b?x")
    assert address.redirected("c").path == "/a/c"
    assert address.redirected("/é").path == "/%C3%A9"
    assert address.redirected("//other.org/x").host == "other.org"


@pytest.mark.parametrize("location", ["", "file:///etc/passwd", "http://example.org/", "http://["])
def test_a_redirect_gives_up_neither_scheme_nor_encryption(location: str) -> None:
    with pytest.raises(FetchRefused, match=r"https://example\.org/ redirects"):
        WebAddress.of("https://example.org/").redirected(location)


def test_messages_do_not_show_the_query() -> None:
    assert str(WebAddress.of("https://example.org/a?token=secret")) == "https://example.org/a"
