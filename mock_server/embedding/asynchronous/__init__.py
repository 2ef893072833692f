"""The sandbox and its worlds for coroutines."""
