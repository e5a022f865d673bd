"""Boards in software, at several depths: sensors alone, a microcontroller, a serial line."""
