"""The control plane below /_sandbox/v1: time, worlds and the other party's decisions, in the caller's own hands."""
