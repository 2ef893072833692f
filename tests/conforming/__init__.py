"""Conforming targets drawn at random: the sandbox, changed only in what the specification leaves open.

The suite must never cry wolf: no row may fail or break on any of them. ``pytest -m conforming -n 6`` runs 200 draws.
A row that fails on a draw is a fault of its check. To see one draw again:

    pytest "tests/test_conforming.py" -m conforming -k "draw-17-"

How to add a variation. Write it into the file of its noun or theme in variations/, with the sentence that leaves the
matter open. It keeps every stated sentence true, and does not depend on how the sandbox answers by itself.
Layers lie in the order that variations/__init__.py gives, the first innermost: each layer sees what the layers before
it show.

A variation that brought a false alarm in a blind trial names the rows that accused it: ``accused_by=("CRS-02",)``.
The suite is tried on each of these variations alone. They are in no draw.
"""

from __future__ import annotations

from tests.conforming.variations import EVERY_VARIATION

VARIATIONS = tuple(variation for variation in EVERY_VARIATION if not variation.accused_by)
ONCE_ACCUSED = tuple(variation for variation in EVERY_VARIATION if variation.accused_by)

__all__ = ["ONCE_ACCUSED", "VARIATIONS"]
