"""Faults of conventions. Each file holds one behaviour."""
