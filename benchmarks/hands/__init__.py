"""Scripted hands: what many hands do at once, deed by deed, to look for faults of recognition.

They share nothing with the simulated people but the table: a script is a flat list of deeds with
times, written before anything is scanned, so that it can be shrunk, kept and played again.
"""
