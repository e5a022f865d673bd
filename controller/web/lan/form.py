"""The form for the code: one small page without a script, in the language of the browser."""

import html
import json
import math
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from string import Template
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from controller.rules.sentence import Sentence, sentence
from controller.web.lan.access import Access
from controller.web.lan.addresses import counted_as
from controller.web.lan.devices import Role
from controller.web.lan.pairing import MustWait, RightCode, WrongCode
from controller.words.catalogue import catalogue
from controller.words.choosing import chosen_language

_FORM = Template((files("controller.web.lan") / "form.html").read_text(encoding="utf-8"))
_STYLE = re.search(r"<style>(.*?)</style>", _FORM.template, re.DOTALL)
_STYLE_HASH = b64encode(sha256(_STYLE[1].encode()).digest()).decode() if _STYLE else ""
_HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Vary": "Accept-Language, Cookie",
    # With no-referrer, as elsewhere, a browser would not say that the form is our own page.
    "Referrer-Policy": "same-origin",
}
_LONGEST_BODY = 1000
_DIGITS = re.compile(r"[0-9]{6}")
# As a program sends the code, and as the form does.
_JSON, _FIELDS = "application/json", "application/x-www-form-urlencoded"


async def answer_form(access: Access, request: Request) -> Response:
    """Answer a device that has not paired: the form, or what became of its code."""
    if request.url.path == "/pair" and request.method == "POST":
        return await _answer_code(access, request)
    if request.url.path in ("/", "/pair") and request.method in ("GET", "HEAD"):
        return _page(access, request, request.query_params.get("code", ""), None, 403)
    return PlainTextResponse("Pair this device first: open /", 403)


def answer_link(access: Access, request: Request, token: str) -> Response | str:
    """Return the cookie of a device that came by a link to watch, or why it may not."""
    link = access.devices.link(token) if request.method == "GET" else None
    if link is None:
        return _page(access, request, "", sentence("lan.form.no_link"), 404)
    return access.devices.admit(Role.WATCH, _browser(request), access.now(), link.id)


async def _answer_code(access: Access, request: Request) -> Response:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_program, body = kind == _JSON, await _body(request)
    if not is_program and (kind not in ("", _FIELDS) or body.lstrip().startswith("{")):
        # A program that is not understood has not tried.
        return PlainTextResponse(f"Content-Type: expected {_JSON}, got {kind[:60]!r}", 415)
    digits = _from_json(body) if is_program else _from_fields(body)
    address = counted_as(request.client.host) if request.client else ""
    answer: Response
    match access.pairing.attempt(digits, address, access.clock()):
        case RightCode():
            before = access.device_of(request.headers.get("cookie", ""))
            if before is not None:
                access.devices.revoke(before.id)
            cookie = access.devices.admit(access.options.role, _browser(request), access.now())
            answer = Response(status_code=204) if is_program else RedirectResponse("/", 303)
            answer.headers["Set-Cookie"] = access.cookie_header(cookie)
            return answer
        case WrongCode(left=left):
            return _page(access, request, "", sentence("lan.form.wrong", count=left), 403)
        case MustWait(seconds=seconds):
            minutes = math.ceil(seconds / 60)
            answer = _page(access, request, "", sentence("lan.form.wait", count=minutes), 429)
            answer.headers["Retry-After"] = str(math.ceil(seconds))
            return answer


async def _body(request: Request) -> str:
    """Return the body of a request, empty where it is too long for a code."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > _LONGEST_BODY:
                return ""
    except ClientDisconnect:
        return ""
    return body.decode(errors="replace")


def _from_json(text: str) -> str:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    code = found.get("code") if isinstance(found, dict) else None
    return code if isinstance(code, str) else ""


def _from_fields(text: str) -> str:
    """Return the code in the fields of a form, without spaces."""
    return "".join("".join(parse_qs(text).get("code", [])).split())


def _browser(request: Request) -> str:
    """Return what a browser calls itself, as far as it can be shown on any terminal."""
    name = request.headers.get("user-agent", "")
    return "".join(each for each in name if each.isprintable() and each.isascii())


def _page(
    access: Access, request: Request, code: str, complaint: Sentence | None, status: int
) -> HTMLResponse:
    language = chosen_language(request.headers.get("accept-language", ""))
    words = catalogue(language)
    shown = {
        "title": sentence("lan.form.title"),
        "help": sentence("lan.form.help"),
        "label": sentence("lan.form.code"),
        "button": sentence("lan.form.pair"),
        "complaint": complaint,
        "warning": None if access.is_secure else sentence("lan.plain"),
    }
    texts = {name: html.escape(words.say(each)) if each else "" for name, each in shown.items()}
    digits = code if _DIGITS.fullmatch(code) else ""
    text = _FORM.substitute(texts, lang=words.as_json()["locale"], code=digits)
    return HTMLResponse(text, status, _HEADERS)
