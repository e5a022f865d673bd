"""Text in and out: moves, positions, rules and games. Knows the rules, but no board."""
