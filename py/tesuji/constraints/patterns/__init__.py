"""Whole-board propagators for patterns of constraints, independent of the kind of puzzle. `BaseConstraint.propagators`
registers them; each returns None for a puzzle with another pattern.
"""
