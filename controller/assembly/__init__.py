"""Joins the parts of a process: board, session, bus, page, recording. Knows no command line."""
