"""Tests of the databases themselves: their tables, their opening, their absence."""
