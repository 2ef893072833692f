"""Faults of tee-time holds. Each file holds one behaviour."""
