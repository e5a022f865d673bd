"""Traces: what a board's sensors felt, as text that people can read and a session can be fed."""
