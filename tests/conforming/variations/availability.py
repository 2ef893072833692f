"""Tee times as another target may count and show them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Variation, body_of, edited, everywhere, variation, with_json

_COUNTS = "What availableSlots counts, what lowestPrice is for, and what makes a day best is not shown."
_VALUES = "The value set is not shown beyond the values seen."
_WEEKDAYS = {
    "Monday": "Montag",
    "Tuesday": "Dienstag",
    "Wednesday": "Mittwoch",
    "Thursday": "Donnerstag",
    "Friday": "Freitag",
    "Saturday": "Samstag",
    "Sunday": "Sonntag",
}


def _players(ask: Ask) -> int:
    """For how many the answer is, where a number out of bounds was clamped before."""
    try:
        return min(max(int(ask.query.get("players", "4")), 1), 4)
    except ValueError:
        return 4


def _smaller_gaps(ask: Ask, forward: Forward) -> Response:
    if ask.operation != "listTeeTimes":
        return forward(ask)
    # The unchanged request says whether it is refused, and carries what is not about players.
    judged = forward(ask)
    if not judged.is_success or "availableTimes" not in body_of(judged):
        return judged
    wide, players = body_of(forward(ask.asking(players=1))), _players(ask)
    for tee_time in wide["availableTimes"]:
        tee_time["pricing"]["totalAmount"] = tee_time["pricing"]["greenFee"] * players
    return with_json(judged, wide)


def _every_day(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Ask, Any], Any]:
    """An edit of every day object and of bestAvailability, which their dayOfWeek reveals."""

    def apply(node: Any) -> Any:
        return change(node) if "dayOfWeek" in node else node

    return lambda _, body: everywhere(apply, body)


def _priced_for_all(ask: Ask, body: Any) -> Any:
    def change(day: dict[str, Any]) -> dict[str, Any]:
        price = day.get("lowestPrice")
        return day | {"lowestPrice": price * _players(ask)} if isinstance(price, Decimal | int) else day

    return _every_day(change)(ask, body)


def _last_is_best(_: Ask, body: Any) -> Any:
    days = [day for day in body["availabilityResults"] if day["hasAvailability"]]
    members = ("date", "dayOfWeek", "availableSlots", "lowestPrice")
    return body | {"bestAvailability": {name: days[-1][name] for name in members}} if days else body


def _no_empty_days(_: Ask, body: Any) -> Any:
    return body | {"availabilityResults": [day for day in body["availabilityResults"] if day["hasAvailability"]]}


def _empty_days_short(_: Ask, body: Any) -> Any:
    kept = ("date", "dayOfWeek", "hasAvailability", "availableSlots")
    days = body["availabilityResults"]
    return body | {"availabilityResults": [d if d["hasAvailability"] else {n: d[n] for n in kept} for d in days]}


def _no_best(_: Ask, body: Any) -> Any:
    return {name: value for name, value in body.items() if name != "bestAvailability" or value is not None}


def _no_empty_slots(_: Ask, body: Any) -> Any:
    if "timeSlots" not in body:
        return body
    return body | {"timeSlots": {name: value for name, value in body["timeSlots"].items() if value is not None}}


def _no_fees(_: Ask, body: Any) -> Any:
    return body | {"additionalFees": []} if "additionalFees" in body else body


def _valued(name: str, member: str, value: str) -> Variation:
    def change(node: Any) -> Any:
        return node | {member: value} if member in node else node

    return edited(name, _VALUES, "listTeeTimes", lambda _, body: everywhere(change, body))


def _days(name: str, edit: Callable[[Ask, Any], Any], choice: str = "") -> Variation:
    def guarded(ask: Ask, body: Any) -> Any:
        return edit(ask, body) if "availabilityResults" in body else body

    return edited(name, _COUNTS, "checkAvailability", guarded, choice=choice or name)


def _named(name: str, change: Callable[[str], str]) -> Variation:
    edit = _every_day(lambda day: day | {"dayOfWeek": change(day["dayOfWeek"])})
    return _days(name, edit, "names of weekdays")


def _two_tees(_: Ask, body: Any) -> Any:
    """Every other time is that of a second tee as well, which has one place."""
    if not body.get("availableTimes"):
        return body
    first = body["availableTimes"]
    second = [tee_time | {"available": 1} for tee_time in first[::2]]
    return body | {"availableTimes": sorted([*second, *first], key=lambda tee_time: str(tee_time["time"]))}


VARIATIONS = (
    variation("tee times with fewer places listed too", "Which tee times are listed is not stated.", _smaller_gaps),
    _valued("a dayType never seen", "dayType", "bank_holiday"),
    _valued("a priceType never seen", "priceType", "happy_hour"),
    _valued("a unit never seen", "unit", "per_round"),
    _valued("a priceAccuracy never seen", "priceAccuracy", "last_season"),
    edited("time slots absent in place of null", "Null or absent is not stated.", "listTeeTimes", _no_empty_slots),
    edited("no additional fees", "An empty list is allowed.", "listTeeTimes", _no_fees),
    _days("slots count places", _every_day(lambda day: day | {"availableSlots": day["availableSlots"] * 4})),
    _days("the lowest price is for all players", _priced_for_all),
    _days("the last day is best", _last_is_best),
    _days("days without tee times left out", _no_empty_days, "days without tee times"),
    _days("days without tee times shown short", _empty_days_short, "days without tee times"),
    _days("bestAvailability absent in place of null", _no_best),
    _named("weekdays in three letters", lambda day: day[:3]),
    _named("weekdays in lower case", str.lower),
    _named("weekdays in German", lambda day: _WEEKDAYS.get(day, day)),
    edited(
        "two tees with one time",
        "A course may start on two tees.",
        "listTeeTimes",
        _two_tees,
        accused_by=("BKX-07",),
    ),
)
