"""Whole games; a package, so that what its tests share ends with it."""
