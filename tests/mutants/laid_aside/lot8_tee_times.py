"""Blind faults of the eighth lot: the tee times of one day."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer

_SINGLE_SUPPLEMENT = Decimal("1.25")
_CENT = Decimal("0.01")


def _hours_in(text: str) -> int:
    """The number in a text like "Within 48 hours", 0 for a text without one."""
    return int("".join(letter for letter in text if letter.isdigit()) or 0)


def _with_supplement(body: Any) -> Any:
    for line in body["availableTimes"]:
        fee = (Decimal(line["pricing"]["greenFee"]) * _SINGLE_SUPPLEMENT).quantize(_CENT)
        line["pricing"].update(greenFee=fee, totalAmount=fee)
    return body


# Plain faults.
json_answer(
    "AVO-04.lot8-hours-as-number",
    "responseTime of an offline course is a number.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", _hours_in),
    origin=Origin.blind,
)
json_answer(
    "AVT-15.lot8-optional-as-text",
    "isOptional of an additional fee is the text yes or no.",
    "listTeeTimes",
    alter("additionalFees[*].isOptional", lambda is_optional: "yes" if is_optional else "no"),
    origin=Origin.blind,
)

# A fault under a condition.
json_answer(
    "AVT-22.lot8-single-supplement",
    "On weekends the green fee for one player has a supplement of a quarter.",
    "listTeeTimes",
    where(lambda body: body.get("dayType") == "weekend", _with_supplement),
    when=lambda call: players_asked(call) == 1,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
