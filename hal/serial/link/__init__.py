"""What a board's microcontroller says and hears (docs/protocol.md); does no input or output."""
