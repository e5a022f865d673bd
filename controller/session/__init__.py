"""The session: turns occupancies into events and a view. Knows no clock, no IO."""
