"""Makes weights: from games that the engine plays against itself, and from recorded ones.

Needs numpy (`pip install '.[tune]'`); nothing else in the program does.
"""
