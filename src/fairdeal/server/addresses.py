"""Where a request comes from, and where it went: what counts as one address, and what is this machine itself."""

from __future__ import annotations

import ipaddress
import re

from starlette.requests import HTTPConnection

RELAYED = "relayed_from"  # in an ASGI scope: where a request came from that another process has passed on
PROXIED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
PLAIN_HOST = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")
NETWORK = 64  # bits of an IPv6 address that a household has; the others it may choose
LONGEST_ADDRESS = 64  # characters, of a proxy that names none

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


def read_ip(text: str | None) -> Ip | None:
    """Read an address; one of IPv4 that is written as IPv6 is one of IPv4."""
    try:
        found = ipaddress.ip_address((text or "").strip("[]"))
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_loopback(address: str | None) -> bool:
    found = read_ip(address)
    return found is not None and found.is_loopback


def counted_as(address: str) -> str:
    """Say under which name an address is counted; some proxies write a port behind it.

    >>> counted_as("2001:db8:1:2:3:4:5:6"), counted_as("::ffff:192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    found = read_ip(address) or read_ip(name_in(address))
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(found), NETWORK), strict=False))
    return address[:LONGEST_ADDRESS] if found is None else str(found)


def is_local(asked: HTTPConnection) -> bool:
    """Tell whether a program on this machine asks, by itself: not a proxy, and not a page under a borrowed name."""
    if any(name in asked.headers for name in PROXIED) or asked.client is None:
        return False
    return is_loopback(asked.client.host) and (asked.url.hostname == "localhost" or is_loopback(asked.url.hostname))


def address_of(asked: HTTPConnection) -> str:
    """Where a request comes from, as it is counted; empty for a program on this machine, which is not."""
    if RELAYED in asked.scope:
        return str(asked.scope[RELAYED])
    return "" if asked.client is None or is_local(asked) else counted_as(asked.client.host)


def name_in(host: str) -> str:
    """Give the name in a `Host`, without the port, in small letters; empty if it is none.

    >>> name_in("Cards.example.:8123"), name_in("[::1]:80"), name_in("a b")
    ('cards.example', '::1', '')
    """
    found = PLAIN_HOST.fullmatch(host)
    return found[1].strip("[]").rstrip(".").lower() if found else ""


def is_same(name: str, address: str) -> bool:
    """Tell whether a name is that address, however either is written."""
    return read_ip(name) is not None and read_ip(name) == read_ip(address)
