"""Faults of courses. Each file holds one behaviour."""
