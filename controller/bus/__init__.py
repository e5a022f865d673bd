"""The bus: what the daemon knows goes out over Redis streams, what people want comes in.

The streams and their entries are described in docs/bus.md.
"""
