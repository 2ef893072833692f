"""Checks of the version of the interface."""
