"""The protocol of a board's microcontroller (docs/protocol.md), without input or output."""
