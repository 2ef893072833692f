"""What the parts of one run share, and how a run stops."""
