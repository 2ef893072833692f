"""Blind faults of the ninth lot: tee times of a day."""

from __future__ import annotations

from decimal import Decimal

from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer


def _number_in(text: str) -> int:
    return int("".join(letter for letter in text if letter.isdigit()) or 0)


# Plain faults.
json_answer(
    "AVO-04.lot9-a-number",
    "responseTime of an offline course is a number and no text.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", _number_in),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "AVT-05.lot9-whole-amounts",
    "totalAmount is rounded to a whole amount, so an odd number of players with half a unit in the green fee differs.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda amount: Decimal(round(amount)).quantize(Decimal("0.01"))),
    hidden="some values",
    origin=Origin.blind,
)
