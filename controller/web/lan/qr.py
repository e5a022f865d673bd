"""QR codes, for a terminal and for the page."""

import io

import segno


def qr_for_terminal(text: str) -> str:
    """Return a QR code as lines of half blocks, dark on light as phones want it."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def qr_as_svg(text: str) -> bytes:
    """Return a QR code as an SVG image."""
    out = io.BytesIO()
    segno.make(text, micro=False).save(out, kind="svg", xmldecl=False, border=2, light="#fff")
    return out.getvalue()
