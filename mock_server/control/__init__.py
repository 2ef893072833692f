"""The control plane below /_sandbox/v1: the caller controls time, worlds and the decisions of the golf courses."""
