"""Tier 3: clause learning. A CDCL solver, the clauses that constraints become, and the theories next to them."""
