"""Power cuts on a real file system, whose writes the kernel notes: `make log-writes`."""
