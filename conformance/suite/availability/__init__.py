"""Checks of tee sheets: of one day, of several days, and of courses that are offline."""
