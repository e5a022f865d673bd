"""Joins the parts of a process: board, session, bus, page and recording. Knows no command line."""
