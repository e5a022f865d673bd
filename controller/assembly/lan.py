"""Opens the page to the network: what the configuration says of it, and the invitation."""

import ssl
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.assembly.errors import UsageMistake
from controller.store.folder import expanded
from controller.web.lan.access import Access, LanOptions
from controller.web.lan.devices import Role
from controller.web.lan.qr import qr_for_terminal
from controller.web.lan.register_file import register_file

if TYPE_CHECKING:
    from controller.assembly.configuration import PageSection


def lan_of(page: "PageSection") -> LanOptions | None:
    """Return how the page is open to the network, None where it is not.

    Raises:
        UsageMistake: there is a certificate without a key, or one that nobody would see.
    """
    certificate, key = page.tls_cert, page.tls_key
    if bool(certificate) != bool(key):
        given, missing = ("tls_cert", "tls_key") if certificate else ("tls_key", "tls_cert")
        raise UsageMistake(
            f"page.{given}: expected page.{missing} beside it, got nothing; give both, or neither"
        )
    if not page.lan:
        if certificate:
            raise UsageMistake(
                "page.tls_cert: expected page.lan = true with it, got false; a certificate is for "
                "devices of the network"
            )
        return None
    names = tuple(name.lower() for name in page.names)
    files = (expanded(certificate), expanded(key)) if certificate else (None, None)
    return LanOptions(Role(page.lan_role), names, *files)


def with_register(options: LanOptions | None, folder: Path | None) -> LanOptions | None:
    """Return the options with the file of devices in a folder, if anything is kept there."""
    if options is None or folder is None:
        return options
    return replace(options, register=register_file(folder))


def tls_of(options: LanOptions | None) -> ssl.SSLContext | None:
    """Return how connections from the network are encrypted, None where they are not.

    Raises:
        UsageMistake: the certificate or its key cannot be used.
    """
    if options is None or options.certificate is None or options.key is None:
        return None
    for name, file in (("tls_cert", options.certificate), ("tls_key", options.key)):
        try:
            file.open("rb").close()
        except OSError as error:
            raise UsageMistake(
                f"page.{name}: expected a file to read, got {str(file)!r} ({error.strerror})"
            ) from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # Nobody is there to type a pass phrase.
        context.load_cert_chain(options.certificate, options.key, password=lambda: b"")
    except (ssl.SSLError, ValueError) as error:
        raise UsageMistake(
            f"page.tls_cert: expected a certificate and its key in PEM, without a pass phrase, got "
            f"{str(options.certificate)!r} and {str(options.key)!r} ({error})"
        ) from error
    return context


def invitation(access: Access) -> str:
    """Return what a terminal says of a new code; a QR code only where people look at it."""
    digits = access.new_code()
    code = f"{digits[:3]} {digits[3:]}"
    addresses = _typed(access.addresses)
    if not addresses:
        return "This machine has no address in a network yet: hnefi devices code\n"
    doing = "play" if access.options.role is Role.PLAY else "watch"
    lines = [
        f"To {doing} on another device, open {' or '.join(addresses)}",
        f"within ten minutes and type {code}. For a new code: hnefi devices code",
    ]
    if not access.is_secure:
        lines.append("Others in this network can read what is sent, the code too (docs/lan.md).")
    text = "".join(f"{line}\n" for line in lines)
    if not sys.stdout.isatty():
        return text
    return text + qr_for_terminal(f"{addresses[0]}/?code={digits}")


def _typed(addresses: list[str]) -> list[str]:
    """Return those addresses that people can type; those of IPv6 only where there are no others."""
    return [each for each in addresses if "[" not in each] or addresses
