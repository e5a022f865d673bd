"""The physical world in software: the table and its magnets, people's hands, and boards."""
