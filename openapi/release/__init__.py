"""A release of a contract: its number, computed from the differences, the lists for people, and the frozen copy."""
