from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.sources.addresses import refusal

INSIDE = [
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255"),
    *("192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192"),
    *("168.63.129.16", "::1", "::", "fe80::1", "fe80::1%eth0", "fd00:ec2::254", "fec0::1"),
]
SPECIAL = [
    *("224.0.0.1", "255.255.255.255", "240.0.0.1", "198.18.0.1", "203.0.113.9", "192.88.99.1"),
    *("ff02::1", "2001:db8::1", "2001::1", "100::1", "64:ff9b:1::1", "3fff::1", "5f00::1"),
]
PUBLIC = ["93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1"]


def holding(address: str) -> list[str]:
    """The IPv6 addresses that lead to an IPv4 address."""
    number = int(IPv4Address(address))
    return [
        str(IPv6Address((0xFFFF << 32) | number)),
        str(IPv6Address((0x0064FF9B << 96) | number)),
        str(IPv6Address((0x2002 << 112) | (number << 80))),
        str(IPv6Address((0x26062800 << 96) | (0x5EFE << 32) | number)),
    ]


@pytest.mark.parametrize("address", INSIDE)
def test_this_machine_and_its_network_are_refused(address: str) -> None:
    assert refusal(address) == "it is the address of this machine or of its network"


@pytest.mark.parametrize("address", SPECIAL)
def test_addresses_of_no_server_are_refused(address: str) -> None:
    assert refusal(address) == "it is no public address"


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert refusal(address) is None


@pytest.mark.parametrize("address", [a for a in INSIDE + SPECIAL if ":" not in a])
def test_an_ipv4_address_inside_an_ipv6_address_is_refused_too(address: str) -> None:
    assert [held for held in holding(address) if refusal(held) is None] == []


def test_a_public_ipv4_address_inside_an_ipv6_address_is_allowed() -> None:
    assert [refusal(held) for held in holding("93.184.216.34")] == [None] * 4
    assert refusal("::7f00:1") is not None


@given(st.ip_addresses())
@settings(deadline=None, max_examples=300)
def test_nothing_is_allowed_that_python_calls_private(
    address: IPv4Address | IPv6Address,
) -> None:
    if refusal(str(address)) is None:
        # Some releases of Python call every 6to4 address private, whatever it carries.
        carried = address.sixtofour if isinstance(address, IPv6Address) else None
        assert not (carried or address).is_private
        assert not address.is_multicast
        assert not address.is_link_local
        assert not address.is_reserved or address.version == 6
