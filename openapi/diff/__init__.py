"""Compares two versions of a contract by meaning: what changed, for whom it breaks, and a message that proves it."""
