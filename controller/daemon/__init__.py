"""The daemon: one loop in which scans and commands go in, events, views and frames come out."""
