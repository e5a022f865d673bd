"""Strips of pixels: how they are wired, and how frames go down them."""
