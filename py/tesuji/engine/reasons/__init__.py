"""Why: conflicts, hitting sets, chains of deductions, steps, difficulty and grades."""
