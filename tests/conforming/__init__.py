"""Conforming targets drawn at random: the sandbox, changed only in what the specification leaves open.

The suite must never cry wolf: no row may fail or break on any of them. ``pytest -m conforming -n 6`` runs 200 draws.
A row that fails on a draw is a fault of its check. To see one draw again:

    pytest "tests/test_conforming.py" -m conforming -k "draw-17-"

How to add a variation. Write it into the file of its subject, with the sentence that leaves the matter open.
It keeps every stated sentence true, and does not look at how the sandbox answers by itself.
Layers lie in the order below, the first innermost: each sees what those before it show.
"""

from __future__ import annotations

from tests.conforming import (
    answers,
    availability,
    bookings,
    company,
    conventions,
    courses,
    delays,
    deliveries,
    holds,
    ids,
    leniency,
    transfer,
    unshown,
)

VARIATIONS = (
    *company.VARIATIONS,
    *leniency.VARIATIONS,
    *delays.VARIATIONS,
    *holds.VARIATIONS,
    *bookings.VARIATIONS,
    *courses.VARIATIONS,
    *availability.VARIATIONS,
    *unshown.VARIATIONS,
    *deliveries.VARIATIONS,
    *conventions.VARIATIONS,
    *answers.VARIATIONS,
    *ids.VARIATIONS,
    *transfer.VARIATIONS,
)

__all__ = ["VARIATIONS"]
