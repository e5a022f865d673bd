"""What a URL says of a Redis server, checked before anything is connected.

Whatever is said of a URL is said without its user, its password and its options: such text ends in
terminals, logs and bug reports.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from controller.bus.errors import BusUrlError

_PORT = 6379
_SHOWN = 80
_SCHEMES = ("redis", "rediss", "unix")
_FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
_OPTIONS = {"redis": ("db",), "unix": ("db",), "rediss": ("db", *_FILES, "ssl_check_hostname")}
_SHAPES = "redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH"


@dataclass(frozen=True, slots=True)
class ServerUrl:
    """A server: how people may read of it, and how redis-py is given it."""

    server: str
    is_unix: bool
    is_tls: bool
    settings: tuple[tuple[str, Any], ...]


def parse_server_url(url: str) -> ServerUrl:
    """Return the server that a URL names.

    Raises:
        BusUrlError: it names none; the text says which part is wrong, and tells no secret.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname or "localhost"
    except ValueError:
        message = (
            f"expected {_SHAPES}, with a port 0 to 65535; write @ : / in a password as %40 %3A %2F"
        )
        raise BusUrlError(message) from None
    if parts.scheme not in _SCHEMES or "://" not in url:
        shown = url if "@" not in url and "?" not in url else "another kind of URL"
        raise BusUrlError(f"expected {_SHAPES}, got {shown[:60]!r}")
    options = _options(parts)
    database = _database(parts, options)
    settings: dict[str, Any] = {"db": database}
    if parts.username:
        settings["username"] = unquote(parts.username)
    if parts.password:
        settings["password"] = unquote(parts.password)
    if parts.scheme == "unix":
        if not parts.path:
            raise BusUrlError("expected unix:///PATH, got no path")
        settings["unix_socket_path"] = path = unquote(parts.path)
        return ServerUrl(path[:_SHOWN], True, False, tuple(settings.items()))  # noqa: FBT003 - by its fields
    settings |= {"host": unquote(host), "port": _PORT if port is None else port}
    is_tls = parts.scheme == "rediss"
    if is_tls:
        settings |= {"ssl": True, **_tls_settings(options)}
    server = f"{settings['host'][:_SHOWN]}:{settings['port']}, database {database}"
    return ServerUrl(server, False, is_tls, tuple(settings.items()))  # noqa: FBT003 - by its fields


def _options(parts: SplitResult) -> dict[str, str]:
    known = _OPTIONS[parts.scheme]
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f" (perhaps {near[0]}?)" if near else ""
            message = f"expected no option but {', '.join(known)}, got {name[:40]!r}{hint}"
            raise BusUrlError(f"{parts.scheme}://: {message}")
    return options


def _database(parts: SplitResult, options: dict[str, str]) -> int:
    path = "" if parts.scheme == "unix" else parts.path.removeprefix("/")
    text = options.get("db", path)
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BusUrlError(f"expected the number of a database, such as /0, got {text[:20]!r}")
    return int(text)


def _tls_settings(options: dict[str, str]) -> dict[str, Any]:
    for name in _FILES:
        if name in options and not _is_file(options[name]):
            raise BusUrlError(f"{name}: expected a file, found none at {options[name][:_SHOWN]!r}")
    found: dict[str, Any] = {name: options[name] for name in _FILES if name in options}
    checks = options.get("ssl_check_hostname", "true").lower()
    if checks not in ("true", "false"):
        raise BusUrlError(f"ssl_check_hostname: expected true or false, got {checks[:20]!r}")
    return {**found, "ssl_check_hostname": checks == "true"}


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except OSError:  # a name too long for any file
        return False
