"""Proofs that take many clients, many repetitions, or a killed server. Short here, in full under `pytest -m long`.

What is random follows from the number of the round, which stands in the name of the test.
"""
