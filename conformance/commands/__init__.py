"""The commands of `teesheet` beside `check`: they parse, call and print."""
