"""What a run keeps so that it can be judged again, and how that is read back."""
