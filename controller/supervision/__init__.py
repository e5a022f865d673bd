"""Keeping the parts of a process running: what fails is started again, said once, and counted.

Knows no game, no bus and no page.
"""
