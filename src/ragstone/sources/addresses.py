"""Which addresses of the network may be fetched from: public ones, and no other.

    refusal("93.184.216.34")            # None
    refusal("::ffff:169.254.169.254")   # "it is the address of this machine or of its network"

A server that fetches what strangers name must not be led to what only it can reach: itself, its
private network, the metadata services of cloud providers. The tables are IANA's special-purpose
registries (RFC 6890 and its successors) and the metadata addresses that lie outside them; they
stand here, since `ipaddress.is_global` differs between versions of Python.
"""

from __future__ import annotations

from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)

_INSIDE = "it is the address of this machine or of its network"
_SPECIAL = "it is no public address"

_INSIDE_4 = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
            *("172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16"),
            # Azure's host answers at an address that looks public.
            "168.63.129.16/32",
        ),
    )
)
_SPECIAL_4 = tuple(
    map(
        IPv4Network,
        (
            *("192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
#: IPv6 in use is 2000::/3; of it, these are special (Teredo and ORCHID, documentation).
_GLOBAL_6 = IPv6Network("2000::/3")
_SPECIAL_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
_INSIDE_6 = tuple(map(IPv6Network, ("::/127", "fc00::/7", "fe80::/10", "fec0::/10")))

#: Networks whose addresses hold an IPv4 address, and how many bits stand behind it: IPv4-mapped,
#: IPv4-compatible, translated (RFC 6052), 6to4 (RFC 3056).
_HOLDING_4 = (
    (IPv6Network("::ffff:0:0/96"), 0),
    (IPv6Network("::/96"), 0),
    (IPv6Network("64:ff9b::/96"), 0),
    (IPv6Network("2002::/16"), 80),
)
#: ISATAP (RFC 5214): any prefix, then 0:5efe or 200:5efe and an IPv4 address.
_ISATAP = (0x00005EFE, 0x02005EFE)


def refusal(address: str) -> str | None:
    """Why `address` (an IP address as the resolver gives it) must not be fetched from, as a clause;
    None when it may."""
    # A zone ("fe80::1%eth0") says by which door, and changes nothing about the address.
    found = ip_address(address.partition("%")[0])
    return _refusal_4(found) if isinstance(found, IPv4Address) else _refusal_6(found)


def _refusal_4(address: IPv4Address) -> str | None:
    if any(address in network for network in _INSIDE_4):
        return _INSIDE
    return _SPECIAL if any(address in network for network in _SPECIAL_4) else None


def _refusal_6(address: IPv6Address) -> str | None:
    if any(address in network for network in _INSIDE_6):
        return _INSIDE
    for network, behind in _HOLDING_4:
        if address in network:
            return _refusal_4(_embedded(address, behind))
    if address not in _GLOBAL_6 or any(address in network for network in _SPECIAL_6):
        return _SPECIAL
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return _refusal_4(_embedded(address, 0))
    return None


def _embedded(address: IPv6Address, behind: int) -> IPv4Address:
    return IPv4Address((int(address) >> behind) & 0xFFFFFFFF)
