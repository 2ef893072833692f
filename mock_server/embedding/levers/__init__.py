"""Every operation of the control plane as a typed function. Written by `python -m tests.levers`."""
