"""Generates puzzles and repairs faulty ones."""
