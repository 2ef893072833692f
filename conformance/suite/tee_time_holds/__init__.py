"""Checks of tee-time holds: what they keep, when they expire, and what completes them."""
