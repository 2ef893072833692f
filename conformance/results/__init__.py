"""The results of a run: verdicts, an accepted baseline, the comparison of two reports, and the open points."""
