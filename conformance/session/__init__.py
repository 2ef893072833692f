"""The shared state of one run, and how a run stops."""
