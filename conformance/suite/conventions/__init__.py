"""Checks of what every operation has in common: envelopes, pages, transport."""
