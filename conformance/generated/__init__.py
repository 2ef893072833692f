"""Generated traffic: Schemathesis sends requests within a run, and their answers are mapped to requirements."""
