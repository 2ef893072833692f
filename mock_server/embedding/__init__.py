"""The sandbox inside somebody else's tests: a server of their own, worlds with typed levers, fixtures of pytest.

This room knows the command line of the server and the contract of its control plane, and nothing else of the sandbox.
It imports neither `openapi` nor `fixtures`: a tree under test may have packages with these names.
"""
