"""The command line, for people and programs."""
