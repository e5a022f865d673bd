"""A board behind a microcontroller: its port, the link over it, and what can go wrong."""
