"""One run, from the first request to the last verdict: pytest runs the checks, and rows get their verdicts."""
