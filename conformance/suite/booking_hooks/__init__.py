"""Checks of booking hooks."""
