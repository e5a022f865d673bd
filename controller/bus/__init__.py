"""The bus: Redis streams carry views, frames and events out, and commands and hands in.

docs/bus.md describes the streams and their entries.
"""
