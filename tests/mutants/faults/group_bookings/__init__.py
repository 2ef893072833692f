"""Faults of group bookings. Each file holds one behaviour."""
