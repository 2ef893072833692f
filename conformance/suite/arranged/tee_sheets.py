"""Tee sheets as checks compare them: the documented members of each tee time, and nothing that may differ freely."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, TypeGuard

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import within_budget
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Untested, Violation
from conformance.target.target import Target

_TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_CENT = Decimal("0.01")

Amount = Decimal | int


@dataclass(frozen=True, repr=False)
class ListedTeeTime:
    """An item of availableTimes: course-local HH:MM, places free, prices for the players asked for."""

    time: str
    available: int
    green_fee: Amount
    total: Amount
    currency: str | None
    price_type: str | None

    def __repr__(self) -> str:
        shown = f"{self.time} with available {self.available}, greenFee {self.green_fee}, totalAmount {self.total}"
        return f"{shown}, {self.currency or 'no currency'}, {self.price_type or 'no priceType'}"


@dataclass(frozen=True)
class TeeSheet:
    """What one course answered for one day; *players* is what was asked for, None when nothing was."""

    course_id: str
    play_date: date
    players: int | None
    answer: Answer

    @cached_property
    def tee_times(self) -> tuple[ListedTeeTime, ...]:
        """The tee times listed, earliest first; none when the request was refused."""
        return listed_tee_times(self.answer.body) if self.answer.is_success else ()

    @property
    def listed(self) -> int:
        """How many tee times the answer lists, whatever is wrong with them."""
        return len(_items(self.answer.body)) if self.answer.is_success else 0

    def where(self, tee_time: ListedTeeTime) -> str:
        """Day, time, party and course, for messages: `Saturday 2027-03-13 08:10 for 3 players at crs_588ax897`."""
        players = f" for {self.players} player{'' if self.players == 1 else 's'}" if self.players else ""
        return f"{self.play_date:%A} {self.play_date} {tee_time.time}{players} at {self.course_id}"

    @cached_property
    def times(self) -> list[str]:
        """Each time once, earliest first."""
        return sorted({tee_time.time for tee_time in self.tee_times})


def ask(agency: Agency, course_id: str, play_date: object, players: object = None, **bounds: object) -> Answer:
    """GET tee-times for that day; *players* None is not sent, *bounds* are earliestTime and latestTime."""
    return agency.get(_path(course_id), date=play_date, players=players, **bounds)


def recalled(agency: Agency, course_id: str, play_date: object, players: object = None) -> Answer:
    """As `ask`, for a control or the state before an act: an answer of a moment ago counts."""
    return agency.recall(_path(course_id), date=play_date, players=players)


def _path(course_id: str) -> str:
    return f"/travel/courses/{segment(course_id)}/tee-times"


def until_at_most(most: int, read: Callable[[], int], target: Target) -> int:
    """The places that *read* counts, as soon as they are at most *most*, or the budget for changes has run out."""
    return within_budget(read, lambda places: places <= most, seconds=target.budgets.visibility_seconds)


def listed_tee_times(body: Any) -> tuple[ListedTeeTime, ...]:
    """The well-formed tee times of a tee sheet in order of time; AVT-02 judges the others."""
    found = [_tee_time(item) for item in _items(body) if _is_tee_time(item)]
    return tuple(sorted(found, key=lambda tee_time: (tee_time.time, tee_time.available, tee_time.green_fee)))


def listed_times(body: Any) -> list[str]:
    """The times listed, earliest first, whatever else is wrong with their tee times."""
    times = [item.get("time") for item in _items(body) if isinstance(item, dict)]
    return sorted(filter(is_time_of_day, times))


def _items(body: Any) -> list[Any]:
    items = body.get("availableTimes") if isinstance(body, dict) else None
    return items if isinstance(items, list) else []


def is_time_of_day(value: object) -> TypeGuard[str]:
    """Whether *value* is HH:MM. Such texts compare as times do."""
    return isinstance(value, str) and _TIME_OF_DAY.fullmatch(value) is not None


def is_amount(value: object) -> bool:
    """Whether *value* is a JSON number."""
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def comes_to(total: Amount, green_fee: Amount, players: int) -> bool:
    """Whether *total* is the green fee of this number of *players*, to the cent for each."""
    return abs(Decimal(total) - green_fee * players) <= _CENT * players


def require_at_every_tee_time(
    sheets: Iterable[TeeSheet],
    expected: str,
    holds: Callable[[ListedTeeTime], bool],
    describe: Callable[[ListedTeeTime], str] = repr,
) -> None:
    """Raises `Violation` at the first tee time for which *holds* is not true, `Untested` when none is listed.

    *describe* says what is wrong with the tee time.
    """
    seen = 0
    for sheet in sheets:
        for tee_time in sheet.tee_times:
            seen += 1
            if not holds(tee_time):
                raise Violation(expected, f"{sheet.where(tee_time)}: {describe(tee_time)}", sheet.answer)
    if not seen:
        raise Untested("No tee sheet that was asked for lists a tee time.")


def _is_tee_time(item: Any) -> bool:
    if not isinstance(item, dict) or not isinstance(item.get("pricing"), dict):
        return False
    numbers = (item.get("available"), item["pricing"].get("greenFee"), item["pricing"].get("totalAmount"))
    return is_time_of_day(item.get("time")) and all(map(is_amount, numbers))


def _tee_time(item: Any) -> ListedTeeTime:
    pricing = item["pricing"]
    return ListedTeeTime(
        item["time"],
        item["available"],
        pricing["greenFee"],
        pricing["totalAmount"],
        pricing.get("currency"),
        pricing.get("priceType"),
    )
