"""The place where one program is played: two tee times of a day that nothing else in the run touches, and the agencies.

It asks and waits. The rules judge the answers. A change may take a moment to show, so a read that the model
cannot explain is repeated for as long as the target file grants.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import within_budget
from conformance.catalogue.paths import COURSES
from conformance.discovery import (
    BookingDesk,
    BookingHookDesk,
    FreshDay,
    GroupDesk,
    MovableClock,
    OfferedTeeTime,
    TeeTimeFinder,
)
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.recordings import moments
from conformance.walks.commands import PLACES, Program
from conformance.walks.experience import NOTHING_SEEN, Experience
from conformance.walks.ledger import Blame, Ledger, Places

_TEE_TIMES = 2
_TEE_TIMES_A_GROUP_NEEDS = 6


@dataclass(frozen=True)
class Parties:
    """The agencies and desks of a walk, and what the run has *seen* of the target. *rival* and *rival_desk* are None
    without the key of a second agency.
    """

    agency: Agency
    bookings: BookingDesk
    hooks: BookingHookDesk
    groups: GroupDesk
    tee_times: TeeTimeFinder
    clock: MovableClock
    rival: Agency | None = None
    rival_desk: BookingDesk | None = None
    seen: Experience = NOTHING_SEEN


@dataclass
class Arena:
    """The state of one program while it is played. *patience* is how many seconds a change may take to show. With
    *looks*, what the present command changed is read and judged.
    """

    parties: Parties
    day: FreshDay
    tee_times: Sequence[OfferedTeeTime]
    ledger: Ledger
    now: datetime
    patience: float
    green_fees: dict[int, Any] = field(default_factory=dict)
    group_day: FreshDay | None = None
    looks: bool = True
    looked: int = 0

    def note(self, answer: Answer) -> Answer:
        """Takes the time of *answer* as the present time, and returns the answer."""
        self.now = answer.answered_at
        return answer

    def sees_places(self, blame: Blame, read: Callable[[], Sequence[int]] | None = None) -> None:
        """Reads the tee sheet, by *read* where it is given, and judges the two tee times on it. Raises `Deviation`."""
        if not self.looks:
            return
        free = within_budget(
            read or self.places, lambda seen: self.ledger.explains(seen, self.now, blame), seconds=self.patience
        )
        self.looked += 1
        self.ledger.saw(free, self.now, blame)

    def places(self) -> Sequence[int]:
        """The free places of the two tee times, as the tee sheet shows them now."""
        path = f"{COURSES}/{segment(self.day.course_id)}/tee-times"
        views = self._views()
        reader, bounds = views[self.looked % len(views)]
        answer = self.note(reader.get(path, date=self.day.play_date.isoformat(), players=1, **bounds))
        listed = {item["time"]: item for item in _items(answer, "availableTimes") if _is_tee_time(item)}
        for number, tee_time in enumerate(self.tee_times):
            if tee_time.time in listed:
                self.green_fees[number] = _green_fee(listed[tee_time.time])
        return [listed[tee_time.time]["available"] if tee_time.time in listed else 0 for tee_time in self.tee_times]

    def _views(self) -> Sequence[tuple[Agency, Mapping[str, str]]]:
        """Who reads the tee sheet, and between which bounds. The views take turns, and all show the same places."""
        agency, rival = self.parties.agency, self.parties.rival or self.parties.agency
        in_order = sorted(self.tee_times, key=lambda tee_time: tee_time.time)
        around = {**in_order[0].bounds_around[0], **in_order[-1].bounds_around[1]}
        return ((agency, {}), (rival, {}), (agency, around))

    def listed(self, desk: BookingDesk, status: str | None = None, *, every_day: bool = False) -> list[Any]:
        """Bookings of the day in the list of this desk. With *every_day*, the request names no day."""
        play_date: date | None = None if every_day else self.day.play_date
        items = desk.listed(play_date, **({"status": status} if status else {}))
        day = self.day.play_date.isoformat()
        return [item for item in items if not every_day or item.get("date") == day]

    def day_for_groups(self) -> FreshDay:
        """A day of its own for groups, because a group takes any tee times at any moment."""
        if self.group_day is None:
            self.group_day = self.parties.tee_times.fresh_day(tee_times=_TEE_TIMES_A_GROUP_NEEDS)
        return self.group_day


def open_arena(parties: Parties, patience: float, program: Program = ()) -> Arena:
    """A fresh arena for *program*: one with hooks is played where the run knows a course that takes hooks.

    Raises `Untested` when there is no day for it.
    """
    day = _day_for(parties, program)
    chosen = [tee_time for tee_time in day.tee_times if tee_time.places >= PLACES][:_TEE_TIMES]
    sells_the_last = day.course_id in parties.seen.courses_with_single_places
    places = [Places(tee_time.places, tee_time.places) for tee_time in chosen]
    ledger = Ledger(places, frozenset(parties.seen.counted), sells_the_last)
    fees = {number: tee_time.green_fee for number, tee_time in enumerate(chosen)}
    # Before the first answer shows the time of the target, no hold is old enough to expire.
    return Arena(parties, day, chosen, ledger, moments.now(), patience, fees)


def _day_for(parties: Parties, program: Program) -> FreshDay:
    courses = parties.seen.courses_with_hooks if any(command.name == "hook" for command in program) else ()
    # Programs differ in their arguments, so they begin at different courses.
    first = sum(sum(command.arguments) for command in program) % max(len(courses), 1)
    for course_id in (*courses[first:], *courses[:first]):
        with suppress(Untested):
            return parties.tee_times.at(course_id, _TEE_TIMES)
    return parties.tee_times.fresh_day(tee_times=_TEE_TIMES)


def shown_under(answer: Answer, member: str | None = "data") -> Mapping[str, Any] | None:
    """The object that a 2xx answer shows, at the top or under *member*; None for anything else."""
    try:
        body = answer.body if answer.is_success else None
    except Inconclusive:
        return None
    found = body.get(member) if member and isinstance(body, dict) else body
    return found if isinstance(found, dict) else None


def _items(answer: Answer, member: str) -> list[Any]:
    """The list under *member* of a read. Raises `Inconclusive` when it is refused or shows none."""
    body = shown_under(answer, None)
    if body is None or not isinstance(body.get(member), list):
        raise Inconclusive(f"{answer.where} answered {answer.status} without {member}.")
    return list(body[member])


def _is_tee_time(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("time"), str) and isinstance(item.get("available"), int)


def _green_fee(item: Mapping[str, Any]) -> Any:
    pricing = item.get("pricing")
    return pricing.get("greenFee") if isinstance(pricing, dict) else None
