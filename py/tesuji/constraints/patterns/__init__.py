"""Whole-board propagators for patterns of constraints, independent of the kind of puzzle. A constraint class names the
modules that may suit it; their `propagator` or `reasoning` returns None for a puzzle with another pattern.
"""
