"""The page: reads the bus and nothing else, so that it can run elsewhere than the board."""
