"""Checks of group bookings."""
