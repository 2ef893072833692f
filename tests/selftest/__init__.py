"""The self-test: how often the suite misses a fault, how often it cries wolf, and what others find.

``python -m tests.selftest`` plants every mutant and draws every conforming target, writes what came out into
``results.json``, and renders ``docs/self-test.md`` from it. ``python -m tests.selftest peers`` gives the same mutants
to plain Schemathesis and to Specmatic.
"""
