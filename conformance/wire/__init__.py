"""What carries requests: connection, pace, limits, and the options that set them."""
