"""How sensors and pixels are wired to squares, as data that is checked before it is used."""
