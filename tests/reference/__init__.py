"""A slow second reading of all eight rulesets: the oracle the fast core is tested against."""
