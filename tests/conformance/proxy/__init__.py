"""Tests of the proxy: the road with real sockets, the judges with exchanges made up, and both with a real sandbox."""
