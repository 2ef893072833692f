"""Tests of the project. A package, so that `python -m tests.mutants` and the tests share their modules."""
