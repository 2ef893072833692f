"""Faults of what must hold across operations. Each file holds one behaviour."""
