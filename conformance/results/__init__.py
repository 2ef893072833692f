"""What comes out of a run: its result, an accepted baseline, two reports compared, and the open points."""
