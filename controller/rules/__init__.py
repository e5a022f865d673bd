"""The rules core: legal moves, captures and endings, each with the clause that it rests on.

Pure functions on frozen values. Knows no clock, no sensors and no lights; reads only the rulesets
that ship beside it.
"""
