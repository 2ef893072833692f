"""Declarations of an operator about a target: its address, keys, courses, levers, channels and connection."""
