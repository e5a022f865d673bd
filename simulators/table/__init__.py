"""The table: wooden pieces with magnets, and the sensors that feel them. Knows no boards."""
