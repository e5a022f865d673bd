"""Examines the computer that a board hangs on: what is missing, forbidden or in the way.

Reads files of the system under a root folder, and opens no device; who runs it may say what else
was found out, such as whether a board answers.
"""
