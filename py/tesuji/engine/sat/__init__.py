"""Tier 3, clause learning: a CDCL solver, clause encodings of constraints, and theories."""
