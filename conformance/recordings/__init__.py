"""Records a run so that it can be judged again, and reads such recordings."""
