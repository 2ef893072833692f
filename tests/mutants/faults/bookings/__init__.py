"""Faults of bookings. Each file holds one behaviour."""
