"""The controller of a smart board: the game, and everything that serves it."""
