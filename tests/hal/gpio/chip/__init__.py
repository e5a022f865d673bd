"""The matrix driver on a chip of the kernel."""
