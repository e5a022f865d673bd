"""The table: pieces of wood with magnets, and the sensors that feel them."""
