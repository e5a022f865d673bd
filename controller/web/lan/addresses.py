"""Addresses of this machine in its networks, and which of them a request may name."""

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_SIOCGIFADDR = 0x8915
# An address that nobody has (RFC 5737): a socket that is connected to it sends nothing.
_ELSEWHERE = ("192.0.2.1", 9)
# Linux lists its IPv6 addresses here: digits, interface, prefix, scope, flags, name.
_IPV6 = Path("/proc/net/if_inet6")
_GLOBAL = "00"
# Temporary ones change every day; deprecated and tentative ones are not to be used.
_PASSING = 0x01 | 0x20 | 0x40
_HALF = 64  # of an IPv6 address: the bits that name a network; the others are free to choose


def own_addresses() -> list[str]:
    """Return this machine's addresses in networks, the likeliest for others first, IPv6 last."""
    found = [address for _, name in socket.if_nameindex() if (address := _address_of(name))]
    networks = [each for each in found if not is_loopback(each)]
    usual = _usual_address()
    old = sorted(dict.fromkeys(networks), key=lambda address: address != usual)
    return [*old, *_ipv6_addresses()]


def is_loopback(address: str) -> bool:
    """Say whether an address is of this machine alone."""
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


def counted_as(address: str) -> str:
    """Return for whom an address counts: with IPv6 one machine has all addresses of a /64."""
    with suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        if isinstance(parsed, ipaddress.IPv6Address):
            return str(ipaddress.IPv6Network((int(parsed) >> _HALF << _HALF, _HALF)))
    return address


def host_of(header: str) -> str:
    """Return the host that a header `Host` names, without its port, as `plain_host` writes it."""
    host, _, port = header.rpartition(":")
    return plain_host(host if port.isdigit() else header)


def plain_host(host: str) -> str:
    """Return a name or address in its one form: lower case, shortest, without brackets and zone."""
    bare = host.removeprefix("[").removesuffix("]")
    # Only IPv6 has zones; `127.0.0.1%.example` is a name that may lead anywhere.
    without_zone = bare.partition("%")[0] if ":" in bare else bare
    with suppress(ValueError):
        return str(ipaddress.ip_address(without_zone))
    return host.lower()


def in_url(host: str) -> str:
    """Return a name or address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _ipv6_addresses() -> Iterator[str]:
    with suppress(OSError):
        for line in _IPV6.read_text(encoding="ascii").splitlines():
            digits, _, _, scope, flags, _ = line.split()
            if scope == _GLOBAL and not int(flags, 16) & _PASSING:
                yield str(ipaddress.IPv6Address(int(digits, 16)))


def _address_of(interface: str) -> str | None:
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        return socket.inet_ntoa(fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, request)[20:24])
    return None  # it has no address


def _usual_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(_ELSEWHERE)
        address: str = asking.getsockname()[0]
        return address
    return None  # there is no way out of the networks of this machine
