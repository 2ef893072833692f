"""The conditions under which faults show, as data, and the combinations of conditions that a run has to meet."""
