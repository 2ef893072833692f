"""Every assumption is asked of a running service: which of the answers in the ledger does it give?

How to add a probe. A function in the file of its noun in probes/, marked with `@probe("A-nn")`, sends requests and
returns the word of the answer that it sees. It names the condition of every word, ours included: an answer that is none
of them raises `Unclear`. A variation of tests/conforming that gives another answer has a row in other_answers.py, so
that a test sees the probe return that word too.
"""
