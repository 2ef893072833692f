"""The tour of lives of bookings: every pair of way, party, course, day, change and end, read and listed at the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import part, within_budget
from conformance.catalogue.paths import BOOKINGS
from conformance.conditions.arrays import covering_array
from conformance.conditions.courses import ONLINE_COURSE, TERMS
from conformance.conditions.families import BOOKING_LIVES, LARGER_HOLD, ONLINE_WAYS, PARTIES
from conformance.conditions.model import Case, Space
from conformance.conditions.planned_lives import CANCELLED, KEPT, fewest_lives
from conformance.discovery import BookingDesk, BookingHookDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import NoEvidence, or_else
from conformance.recordings.parts import act_together
from conformance.suite.arranged.booked import Booked, change
from conformance.suite.arranged.booking_values import differing_members
from conformance.suite.arranged.from_holds import book_from_hold, book_from_larger_hold
from conformance.suite.arranged.from_hooks import book_from_hook
from conformance.suite.tours.free_tee_times import FreeTeeTimes, tee_times_for
from conformance.suite.tours.sampling import CourseKinds, TourPlan
from conformance.target.target import Target
from conformance.walks.values import plain

_PLAIN, _FROM_A_HOLD, _FROM_A_HOOK = "plain", "from a hold", "from a hook"
_WORDS = "A late lunch for all, please. Changed by a conformance run."
_CHANGES = ("none", "more players", "fewer players", "other words")
_VALUES: Mapping[str, tuple[str, ...]] = {
    "way": ONLINE_WAYS,
    "players": PARTIES,
    "holes": (),
    "terms": (),
    "week": ("weekday", "weekend"),
    "change": _CHANGES,
    "then": ("nothing", "other words"),
    "end": (KEPT, CANCELLED),
}
_IMPOSSIBLE = (
    {"change": ("more players",), "players": ("4",)},
    {"change": ("fewer players",), "players": ("1",)},
    {"way": (LARGER_HOLD,), "players": ("4",)},
    {"way": (LARGER_HOLD,), "players": ("3",), "terms": (TERMS[2],)},
    {"change": ("none", "other words"), "then": ("other words",)},
    {"terms": (TERMS[2],), "players": ("4",)},
    {"terms": (TERMS[2],), "players": ("3",), "change": ("more players",)},
)
_OF_COURSE = ("holes", "terms")
# What a run of all rows may book of the pairs that are left, and what a run of a few rows may, which would have most of
# them left. A life takes some eight requests.
_MOST_LIVES, _FEWER_LIVES = 8, 3


@dataclass(frozen=True)
class Life:
    """A booking of the tour at its end. *began_with* is what the answer that created it shows. *wanted* are the members
    that it must show at the end, by name; accepted changes moved the *changed* members.

    *read* and *listed* are what get and the list show, None when they do not show it. *cancel* is the answer to its
    cancellation, and *others* the answer to another agency that reads it.
    """

    case: Case
    booked: Booked
    began_with: Mapping[str, Any]
    wanted: Mapping[str, Any]
    changed: frozenset[str]
    changes: tuple[Answer, ...]
    cancel: Answer | None
    read: Mapping[str, Any] | None
    listed: Mapping[str, Any] | None
    others: Answer | None

    @property
    def is_kept(self) -> bool:
        """Whether the booking was not cancelled."""
        return self.cancel is None

    @property
    def where(self) -> str:
        """Its id, day, time and course, for messages."""
        return self.booked.where

    @property
    def story(self) -> str:
        """What the target accepted for it, for messages: `(from a hold, then more players, then cancelled)`."""
        planned = [step for step in (self.case["change"], self.case["then"]) if step not in ("none", "nothing")]
        steps = [*zip(planned, self.changes, strict=True), *([(CANCELLED, self.cancel)] if self.cancel else ())]
        return f"({', then '.join([self.case['way'], *(step for step, answer in steps if answer.is_success)])})"

    @property
    def seen(self) -> tuple[Answer, ...]:
        """The answers that created, changed and cancelled it, the last first."""
        return (*filter(None, (self.cancel,)), *reversed(self.changes), self.booked.answer)


@dataclass(frozen=True)
class Means:
    """What a life needs: desks, a finder of tee times, and perhaps the second agency."""

    desk: BookingDesk
    hooks: BookingHookDesk
    tee_times: TeeTimeFinder
    target: Target
    second: Agency | None


def tour_lives(means: Means, kinds: CourseKinds, free: FreeTeeTimes, cases: Sequence[Case]) -> Sequence[Life]:
    """The lives of these *cases*. A life that cannot begin is left out: other requirements judge its first request."""
    planned: list[Callable[[], Life]] = []
    for case, tee_time in tee_times_for(cases, kinds, free):
        body, other = means.desk.body(tee_time, int(case["players"])), means.desk.body(tee_time)
        planned.append(partial(_live, means, case, tee_time, body, other["agencyBookingReference"]))
    return [life for life in act_together([partial(or_else, live, None) for live in planned]) if life]


def cases_of_rare_lives(plan: TourPlan, kinds: CourseKinds) -> Sequence[Case]:
    """Lives with the pairs of conditions that the run has not met: as many as a run may spend requests on."""

    def drawn() -> Sequence[Case]:
        seed, most = f"{plan.run.seed}:rare lives", _MOST_LIVES if plan.further else _FEWER_LIVES
        return fewest_lives(_space(plan, kinds), plan.met, seed, most, seen_by_another=plan.has_another)

    return plan.carried_cases("rare lives", drawn)


def cases_of_lives(plan: TourPlan, kinds: CourseKinds) -> Sequence[Case]:
    """The cases of a tour that meets every pair of conditions."""
    return plan.affordable(covering_array(_space(plan, kinds), f"{plan.run.seed}:lives of bookings"), BOOKING_LIVES)


def _space(plan: TourPlan, kinds: CourseKinds) -> Space:
    """The lives that the target can have."""
    offers = kinds.offers(_OF_COURSE, ONLINE_COURSE)
    ways: Sequence[str] = ONLINE_WAYS if plan.target.hold_id is not None else (_PLAIN, _FROM_A_HOOK)
    ways = ways[:-1] if "hook" in plan.target.absent else ways
    values: dict[str, Sequence[str]] = {**_VALUES, **offers, "way": ways}
    table = kinds.known.table(_OF_COURSE, ONLINE_COURSE)
    return Space({name: tuple(of) for name, of in values.items() if of}, _IMPOSSIBLE, [table])


def _live(means: Means, case: Case, tee_time: OfferedTeeTime, body: Mapping[str, Any], other_reference: str) -> Life:
    booked, way = _begin(means, case["way"], body, tee_time)
    began_with = part(booked.answer.body, "data", judge=False)
    # What a hook takes is open, so its booking is compared with what its confirmation shows.
    source = began_with if case["way"] == _FROM_A_HOOK else booked.sent
    wanted = {name: source.get(name) for name in ("players", "specialRequests", "agencyBookingReference")}
    changes: list[Answer] = []
    moved: set[str] = set()
    for changed in _changes(case, booked.players, other_reference):
        if changes:
            means.desk.read(booked.id)
        changes.append(change(means.desk, booked.id, changed))
        if changes[-1].is_success:
            wanted |= changed
            moved |= changed.keys()
    if case["end"] == CANCELLED:
        means.desk.read(booked.id)
    cancel = means.desk.cancel(booked.id) if case["end"] == CANCELLED else None
    read, listed = _at_the_end(means, booked, wanted, is_cancelled=bool(cancel and cancel.is_success))
    others = means.second.get(f"{BOOKINGS}/{segment(booked.id)}") if means.second else None
    lived = {**case, "way": way}
    return Life(lived, booked, began_with, wanted, frozenset(moved), tuple(changes), cancel, read, listed, others)


def _changes(case: Case, players: int, other_reference: str) -> Iterator[Mapping[str, Any]]:
    """The members of a first and a second change, where the case has them. The second is of one text alone, which is
    the reference for an even number of *players*: whoever follows events has to see a change of either text.
    """
    words = {"specialRequests": _WORDS}
    changes: Mapping[str, Mapping[str, Any]] = {
        "more players": {"players": players + 1},
        "fewer players": {"players": players - 1},
        "other words": words,
    }
    if case["change"] in changes:
        yield changes[case["change"]]
    if case["then"] in changes:
        yield words if players % 2 else {"agencyBookingReference": other_reference}


def _begin(means: Means, way: str, body: Mapping[str, Any], tee_time: OfferedTeeTime) -> tuple[Booked, str]:
    """A booking that begins in this *way*, or plainly where the target refuses to hold more places, and the way that it
    took. Raises `NoEvidence` where a hook shows no booking: it may have become one.
    """
    if way == _FROM_A_HOOK:
        if booked := book_from_hook(means.hooks, body, tee_time):
            return booked, way
        raise NoEvidence("The hook was refused, or shows no booking.")
    if way == LARGER_HOLD and (larger := book_from_larger_hold(means.desk, body, tee_time, means.target)):
        return larger, way
    if way == _FROM_A_HOLD:
        return book_from_hold(means.desk, body, tee_time, means.target), way
    answer = means.desk.post(dict(body))
    part(answer.body if answer.is_success else {}, "data.id", judge=False)
    return Booked(tee_time, body, answer), _PLAIN


def _at_the_end(
    means: Means, booked: Booked, wanted: Mapping[str, Any], *, is_cancelled: bool
) -> tuple[Mapping[str, Any] | None, Mapping[str, Any] | None]:
    """What get and the list show of the booking, as soon as they show what is *wanted*, or the budget has run out."""
    seconds = means.target.budgets.visibility_seconds
    filters = {"status": "cancelled"} if is_cancelled else {}

    def is_wanted(seen: Mapping[str, Any] | None) -> bool:
        status = (seen or {}).get("status") == "cancelled"
        return seen is not None and status is is_cancelled and not differing(seen, wanted)

    read = within_budget(lambda: _read(means.desk, booked.id), is_wanted, seconds=seconds)
    listed = within_budget(
        lambda: _listed(means.desk, booked, filters),
        lambda seen: seen is not None and read is not None and not differing_members(read, seen),
        seconds=seconds,
    )
    return read, listed


def _read(desk: BookingDesk, booking_id: str) -> Mapping[str, Any] | None:
    answer = desk.read(booking_id)
    found = part(answer.body, "data", judge=False) if answer.is_success else None
    return found if isinstance(found, dict) else None


def _listed(desk: BookingDesk, booked: Booked, filters: Mapping[str, Any]) -> Mapping[str, Any] | None:
    items = desk.listed(booked.tee_time.play_date, **filters)
    return next((item for item in items if item.get("id") == booked.id), None)


def differing(seen: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    """The members that *seen* shows otherwise than *wanted*. An absent member is judged elsewhere."""
    both = {name: [value, seen[name]] for name, value in wanted.items() if name in seen}
    return {name: pair for name, pair in both.items() if not is_same(*pair)}


def is_same(value: object, other: object) -> bool:
    """Whether two values of a member say the same. Null and the empty text do."""
    return (plain(value) or None) == (plain(other) or None)
