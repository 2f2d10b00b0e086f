"""New puzzles, and puzzles put right."""
