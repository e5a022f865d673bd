"""The errors of catalogues."""


class CatalogueError(LookupError):
    """A text is missing, or says something that its sentence does not."""
