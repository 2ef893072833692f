"""The commands of `teesheet` other than `check`: they parse, call and print."""
