"""A day on which a hold, a hook and a booking keep whole tee times in turn, and what every view shows then."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import FreshDay, GroupDesk, OfferedTeeTime, TeeTimeFinder
from conformance.discovery.offered_tee_times import WHOLE_DAY, places_at
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, or_else
from conformance.scope.lanes import run_together
from conformance.suite.arranged.booked import PLACES, book_unusually, if_possible
from conformance.suite.arranged.days_offered import ask_period, days_of
from conformance.suite.arranged.tee_sheets import ask, is_time_of_day, listed_times
from conformance.suite.invariants.kept_places import BOOKING, HOLD, HOOK, Kept, Party
from conformance.target.target import Target

_GROUP, _REFERENCE = 5, "data.agencyBookingReference"
_TIMES_OF_DAY = 5
# A target may remember long periods for longer. With every second seed, the day is the last of such a period.
_DAYS_BEFORE = (timedelta(days=8), timedelta())


@dataclass(frozen=True)
class SlotsOfDay:
    """One day in the answer for several days: the time of its first tee time, and its availableSlots, of which
    bestAvailability counts too.
    """

    first: str | None
    slots: int


@dataclass(frozen=True)
class DayInView:
    """What a day showed for four players at one moment: the *times* on the tee *sheet*, and the day as each agency sees
    it in the answer for several days.
    """

    sheet: Answer
    times: Sequence[str]
    days: Sequence[SlotsOfDay]

    @property
    def first(self) -> str | None:
        """The first time on the tee sheet, None when it lists none."""
        return self.times[0] if self.times else None

    def free_at(self, tee_time: OfferedTeeTime) -> int:
        """The places free at *tee_time*. A target may list a tee time with fewer places than players."""
        return places_at(self.sheet.body, tee_time)


@dataclass(frozen=True)
class KeptDay:
    """A day with whole tee times that are kept one after the other, and what the day showed *before* and *after* each.

    *offered_before* and *offered_after* are the times that find-slots names, by the place in the answer. *cancelled* is
    what the day showed while a first booking was cancelled, None where that was refused.
    """

    day: FreshDay
    kept: Mapping[str, Kept]
    before: Mapping[str, DayInView] = field(default_factory=dict)
    after: Mapping[str, DayInView] = field(default_factory=dict)
    offered_before: Mapping[str, set[str]] = field(default_factory=dict)
    offered_after: Mapping[str, set[str]] = field(default_factory=dict)
    cancelled: DayInView | None = None

    @property
    def last(self) -> str:
        """What kept places of the day last."""
        return list(self.kept)[-1]

    def by(self, what: str) -> Kept:
        """What *what* keeps. Raises `NoEvidence` where the target refused it: other rows judge that."""
        if what not in self.kept:
            raise NoEvidence(f"The target refused {what} of a whole tee time.")
        return self.kept[what]


# In this order: a later booking must not hide that a hold or a hook is not counted.
KEEPERS = (HOLD, HOOK, BOOKING)


@dataclass(frozen=True)
class KeptPlaces:
    """Lets *party* keep whole tee times of a day. *eyes* are the agencies that look at the day."""

    party: Party
    eyes: Sequence[Agency]
    groups: GroupDesk
    tee_times: TeeTimeFinder
    target: Target

    def keep(self, *, booking_first: bool) -> KeptDay:
        """A hold, a hook and a booking for all places of a tee time each. The first of these tee times is the one of
        the booking, or the one of the hold. The booking is cancelled and made again.
        """
        day = self.tee_times.fresh_day(tee_times=len(KEEPERS))
        offered_before = self._offered_to_groups(day)
        named = set().union(*offered_before.values())
        tee_times = dict(zip(KEEPERS, _three_of_four(day, named, booking_first=booking_first), strict=True))
        kept: dict[str, Kept] = {}
        before: dict[str, DayInView] = {}
        after: dict[str, DayInView] = {}
        seen = self._look(day)
        for what, tee_time in tee_times.items():
            answer = self.party.ask_for(what, tee_time, PLACES)
            if not answer.is_success:
                answer.mark(Role.attempt)
                continue
            kept[what], before[what] = Kept(what, tee_time, answer), seen
            seen = after[what] = self._look_until_taken(tee_time, day, before[what])
        cancelled = self._cancel_and_book_again(day, kept, seen) if BOOKING in kept else None
        offered_after = self._offered_until_taken(day, [place.tee_time.time for place in kept.values()])
        return KeptDay(day, kept, before, after, offered_before, offered_after, cancelled)

    def _cancel_and_book_again(self, day: FreshDay, kept: dict[str, Kept], before: DayInView) -> DayInView | None:
        """What the day shows without the booking that it has in *kept*, None where that is not cancelled. *kept* then
        has the new booking, or none where somebody else was faster.
        """
        booking_id = part(kept[BOOKING].answer.body, "data.id", judge=False)
        cancellation = self.party.bookings.cancel(str(booking_id))
        if not cancellation.is_success:
            cancellation.mark(Role.attempt)
            return None
        seen = self._look_until_back(day, before)
        booked = kept.pop(BOOKING)
        # No document says that the reference of a cancelled booking is used up.
        same_reference = {"agencyBookingReference": or_else(lambda: part(booked.answer.body, _REFERENCE), None)}
        desk, tee_time = self.party.bookings, booked.tee_time
        body = desk.body(tee_time, PLACES)
        if again := or_else(lambda: book_unusually(desk, body, tee_time, **same_reference), None):
            kept[BOOKING] = Kept(BOOKING, tee_time, again.answer)
        return seen

    def release(self, kept_day: KeptDay) -> DayInView:
        """Releases the hook of the day. Returns what the day shows then, as soon as every agency sees more slots.

        Raises `NoEvidence` when the release is refused: HOK-03 judges that.
        """
        hook = kept_day.by(HOOK)
        before = kept_day.after[kept_day.last]
        hooks = self.party.hooks
        if_possible(lambda: accepted(hooks.release(hooks.id_of(hook.answer)), "Releasing a hook"))
        return self._look_until_back(kept_day.day, before)

    def _look_until_back(self, day: FreshDay, before: DayInView) -> DayInView:
        """What the day shows, as soon as every agency sees more slots or the budget for changes has run out."""
        return within_budget(
            lambda: self._look(day),
            lambda seen: all(now.slots > was.slots for now, was in zip(seen.days, before.days, strict=True)),
            seconds=self.target.budgets.visibility_seconds,
        )

    def _look(self, day: FreshDay) -> DayInView:
        # Other checks read the sheet without bounds.
        asked = partial(ask, self.eyes[0], day.course_id, day.play_date, PLACES, **WHOLE_DAY)
        first = day.play_date - _DAYS_BEFORE[self.party.bookings.turn(len(_DAYS_BEFORE))]
        sheet, *periods = run_together([asked, *(partial(_ask_about, agency, day, first) for agency in self.eyes)])
        times = listed_times(accepted(sheet, "Reading a tee sheet"))
        return DayInView(sheet, times, [_slots_in(period, day) for period in periods])

    def _look_until_taken(self, tee_time: OfferedTeeTime, day: FreshDay, before: DayInView) -> DayInView:
        """What the day shows, as soon as no place of *tee_time* is free and every agency sees fewer slots, or as the
        budget for changes has run out.
        """
        return within_budget(
            lambda: self._look(day),
            lambda seen: (
                seen.free_at(tee_time) == 0
                and all(now.slots < was.slots for now, was in zip(seen.days, before.days, strict=True))
            ),
            seconds=self.target.budgets.visibility_seconds,
        )

    def _offered_to_groups(self, day: FreshDay) -> Mapping[str, set[str]]:
        """The times that find-slots names, by the place in its answer. Nothing where it is refused or absent."""
        if "group" in self.target.absent:
            return {}
        answer = self.groups.ask("find-slots", self.groups.body(day, _GROUP))
        if not answer.is_success:
            answer.mark(Role.attempt)
            return {}
        found: dict[str, set[str]] = {}
        for place, time in _times_in(or_else(lambda: answer.body, None)):
            found.setdefault(place, set()).add(time)
        return found

    def _offered_until_taken(self, day: FreshDay, taken: Sequence[str]) -> Mapping[str, set[str]]:
        return within_budget(
            lambda: self._offered_to_groups(day),
            lambda offered: not any(times & set(taken) for times in offered.values()),
            seconds=self.target.budgets.visibility_seconds,
        )


def _three_of_four(day: FreshDay, named: Set[str], *, booking_first: bool) -> Sequence[OfferedTeeTime]:
    """Three tee times of *day* with exactly four places, for a hold, a hook and a booking: at times that find-slots has
    *named*, where these are enough. Raises `NoEvidence`.
    """
    in_order = sorted(
        (tee_time for tee_time in day.tee_times if tee_time.places == PLACES), key=lambda tee_time: tee_time.time
    )
    to_groups = [tee_time for tee_time in in_order if tee_time.time in named]
    in_order = to_groups if len(to_groups) >= len(KEEPERS) else in_order
    if len(in_order) < len(KEEPERS):
        raise NoEvidence("No day with three tee times of exactly four free places was found.")
    first, middle, last = in_order[0], in_order[len(in_order) // 2], in_order[-1]
    return (middle, last, first) if booking_first else (first, last, middle)


def _ask_about(agency: Agency, day: FreshDay, first: date) -> Answer:
    return ask_period(agency, day.course_id, first, day.play_date, PLACES)


def _slots_in(answer: Answer, day: FreshDay) -> SlotsOfDay:
    """The day in the answer for several days. Raises `Inconclusive` when the answer does not count its slots."""
    body = accepted(answer, "Reading the availability of a day")
    found: dict[str, Any] = next((item for item in days_of(body) if item["date"] == day.play_date.isoformat()), {})
    shown_as_best = or_else(lambda: part(body, "bestAvailability"), None)
    best: dict[str, Any] = shown_as_best if isinstance(shown_as_best, dict) else {}
    as_best = best.get("availableSlots") if best.get("date") == day.play_date.isoformat() else None
    slots = found.get("availableSlots", 0)
    if not isinstance(slots, int):
        raise Inconclusive("The answer for several days does not count its slots, which AVM-02 judges.")
    first = found.get("firstAvailableTime") if found.get("hasAvailability") else None
    return SlotsOfDay(first, max(slots, as_best) if isinstance(as_best, int) else slots)


def _times_in(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every time of day in an answer, with its place: the names of the members above it."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _times_in(member, f"{place}.{name}")
    elif isinstance(value, list):
        for item in value:
            yield from _times_in(item, f"{place}[]")
    elif isinstance(value, str) and is_time_of_day(value[:_TIMES_OF_DAY]):
        yield place, value[:_TIMES_OF_DAY]
