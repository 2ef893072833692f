"""What a run creates on a target: it plans it before, notes it on disk meanwhile, and gives it back afterwards."""
