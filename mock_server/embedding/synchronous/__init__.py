"""The sandbox and its worlds for coroutines."""

# Written by `python -m tests.levers` from the module of the same name in `asynchronous`.
