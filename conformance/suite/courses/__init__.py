"""Checks of courses: the list and its filters, distances, prices and terms."""
