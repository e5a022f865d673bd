"""Lessons: what there is to do in a position, and whether it was done.

Data, predicates and pure states only; knows no session, no lights and no engine.
"""
