"""Faults of access: the API key, and what an agency may see. Each file holds one behaviour."""
