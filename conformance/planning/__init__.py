"""What a run costs a target, computed before it sends anything."""
