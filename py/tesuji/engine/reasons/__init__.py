"""Reasons for steps and contradictions: conflicts, chains of deductions, steps, difficulty and grades."""
