"""What builds and runs mutants: the table, the proxy that serves it, the bench, and the parts that faults are made of.

Knows no fault: the faults are in tests/mutants/faults/.
"""
