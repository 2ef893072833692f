"""What writes mutants into the table, serves them and tries them: the registry, the proxy and the bench.

Knows no single mutant.
"""
