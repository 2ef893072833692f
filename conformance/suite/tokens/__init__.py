"""Checks of tokens."""
