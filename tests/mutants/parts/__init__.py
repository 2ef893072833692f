"""The parts of faults: edits, refusals, borrowed facts, disguises, and the bookkeeping behind faults of state.

Knows no single mutant.
"""
