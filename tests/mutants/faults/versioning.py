"""Faults of the version in the address (VER)."""

from __future__ import annotations

from tests.mutants.tools.call import BASE_PATH
from tests.mutants.tools.registry import served_at

served_at("VER-01", "The base address ends with /v2.", "/api/v2")
served_at("VER-02", "The service also answers at an address without the version segment.", BASE_PATH, "/api")
