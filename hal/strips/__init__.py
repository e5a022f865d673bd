"""Strips of pixels: how they are wired, and what they need of a frame."""
