"""The renderings of a comparison: for a terminal, for programs, for a pull request, for a browser, for code review.

A rendering decides nothing.
"""
