"""What a run covers: the facts that it is derived from, the rows that it decides, and the checks that they need."""
