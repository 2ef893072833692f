"""Checks of bookings: made, read, listed, changed, cancelled, pending, and how many players there is room for."""
