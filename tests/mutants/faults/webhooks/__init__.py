"""Faults of webhooks. Each file holds one behaviour."""
