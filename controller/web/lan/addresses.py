"""Addresses of this machine in its networks, and which of them a request may name."""

import fcntl
import ipaddress
import socket
import struct
from contextlib import suppress

_SIOCGIFADDR = 0x8915
# An address that nobody has (RFC 5737): a socket that is connected to it sends nothing.
_ELSEWHERE = ("192.0.2.1", 9)


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in networks, the likeliest for others first."""
    found = [address for _, name in socket.if_nameindex() if (address := _address_of(name))]
    networks = [each for each in found if not is_loopback(each)]
    usual = _usual_address()
    return sorted(dict.fromkeys(networks), key=lambda address: address != usual)


def is_loopback(address: str) -> bool:
    """Say whether an address is of this machine alone."""
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


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


def host_of(header: str) -> str:
    """Return the host that a header `Host` names, without its port, in lower case."""
    host, _, port = header.rpartition(":")
    return (host if port.isdigit() else header).lower()
