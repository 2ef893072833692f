"""Generated traffic: what Schemathesis sends within a run, and what its answers say about requirements."""
