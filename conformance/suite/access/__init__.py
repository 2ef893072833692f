"""Checks of access: keys, and what one agency sees of another."""
