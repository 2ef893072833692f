"""Faults of availability. Each file holds one behaviour."""
