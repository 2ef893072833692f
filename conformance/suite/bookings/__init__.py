"""Checks of bookings: created, read, listed, changed, cancelled, pending, and how many players there is room for."""
