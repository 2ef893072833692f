"""Faults of the version in the address (VER)."""

from __future__ import annotations

from tests.mutants.tools.registry import second_address

second_address("VER-02", "The interface is served without its version segment as well.", "/api")
