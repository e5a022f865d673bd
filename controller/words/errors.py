"""The errors of catalogues."""


class CatalogueError(LookupError):
    """A text is missing, or names an argument that its sentence does not have."""
