"""The rules core: what is legal, what is captured, who has won, and by which clause.

Pure functions on frozen values. Knows no clock, no sensors, no lights; reads nothing but the
rulesets that ship beside it.
"""
