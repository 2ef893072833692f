"""Proofs that take many clients, many repetitions, or a killed server. `pytest -m long` adds the long repetitions.

All random values follow from the number of the round, which is in the name of the test.
"""
