"""Checks of what holds whatever happens: places, money, and parallel requests."""
