"""Speed and memory, measured: `make bench`."""
