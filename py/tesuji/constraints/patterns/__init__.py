"""Whole-board propagators for patterns of constraints, whatever puzzle they come from. `BaseConstraint.propagators`
registers them: each is None for a puzzle that has another pattern."""
