"""What the differences between two versions touch: each difference joined with the rooms that it concerns."""
