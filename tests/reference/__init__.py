"""A slow second reading of all eight rulesets, kept as an independent oracle against the fast core."""
