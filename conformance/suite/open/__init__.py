"""Observations of what the specification does not say. They judge nothing."""
