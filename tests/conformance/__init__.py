"""Tests of the suite itself: its catalogue, its verdicts, its reports, and runs against a small target."""
