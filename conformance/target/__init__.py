"""What an operator declares about a target: its address, keys, courses, levers, channels and connection."""
