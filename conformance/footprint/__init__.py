"""What a run makes on a target: planned before, noted on disk meanwhile, given back after."""
