"""Group bookings that checks share. They are few: no document says how to cancel a group."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, FreshDay, GroupDesk, MovableClock, TeeTimeFinder
from conformance.discovery.clock import PROCESSING
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import CutShort, Judgement, NoEvidence, expect, or_else, shown
from conformance.recordings import moments
from conformance.recordings.parts import act_together
from conformance.scope.lanes import run_together
from conformance.suite.arranged.second_cases import require_chance
from conformance.suite.arranged.tee_sheets import ListedTeeTime, TeeSheet
from conformance.target.target import Target

GROUP_SIZES = (5, 8, 13)
_VERY_LARGE = 26

MOST_DAYS_ASKED = 3
_TEE_TIMES_A_GROUP_NEEDS = 7


@dataclass(frozen=True)
class BookedGroup:
    """One request for a group: the day, the body, and the answer, a refusal too. *read_at_once* is the answer to a read
    right after it, None where there was none.
    """

    day: FreshDay
    sent: Mapping[str, Any]
    answer: Answer
    read_at_once: Answer | None = None

    @property
    def id(self) -> str:
        """The id under `data`. Raises `Inconclusive` when the group was refused or shows none: GRP-16 and GRP-03."""
        accepted(self.answer, "Booking a group")
        return str(part(self.answer.body, "data.id", judge=False))


def day_for_a_group(tee_times: TeeTimeFinder) -> FreshDay:
    """A day with room for a group. Raises `Untested` when none is found."""
    return tee_times.fresh_day(tee_times=_TEE_TIMES_A_GROUP_NEEDS)


def days_to_ask_about(tee_times: TeeTimeFinder) -> Iterator[FreshDay]:
    """A few days with room for a group, for questions, which take no places. All questions share the first day."""
    yield tee_times.shared_day(_TEE_TIMES_A_GROUP_NEEDS)
    for _ in range(1, MOST_DAYS_ASKED):
        yield day_for_a_group(tee_times)


def day_of_prices_with_cents(tee_times: TeeTimeFinder, sheets: Iterable[TeeSheet]) -> tuple[FreshDay, str]:
    """A day of *sheets* with many green fees that have cents, and the first tee time with such a green fee: a discount
    on an odd number of them may need rounding. Raises `NoEvidence` where there is no such day.
    """
    for sheet in sheets:
        with_cents = [tee_time.time for tee_time in sheet.tee_times if _has_cents(tee_time)]
        if len(with_cents) >= _TEE_TIMES_A_GROUP_NEEDS:
            return tee_times.known_on(sheet.course_id, sheet.play_date), with_cents[0]
    raise NoEvidence("No tee sheet of the run lists many green fees with cents.")


def _has_cents(tee_time: ListedTeeTime) -> bool:
    return isinstance(tee_time.green_fee, int | Decimal) and tee_time.green_fee % 1 != 0


def ask_for_group(
    desk: GroupDesk,
    tee_times: TeeTimeFinder,
    total_players: int,
    *,
    validated: bool = False,
    like: BookedGroup | None = None,
) -> BookedGroup:
    """The first group that is accepted on one of a few days, or the last refusal: a course may have its reasons. A
    *validated* group is validated before. On the first day, a group is asked for with the reference of another group
    that it is *like*: no document says that the reference must be new. A very large group wants to start late.
    """
    for turn in range(MOST_DAYS_ASKED):
        day = day_for_a_group(tee_times)
        late = {"preferredTime": day.tee_times[-_TEE_TIMES_A_GROUP_NEEDS].time}
        sent = desk.body(day, total_players, **late if total_players == _VERY_LARGE else {})
        if like is not None and not turn:
            sent["agencyBookingReference"] = like.sent["agencyBookingReference"]
        if validated:
            desk.validate(sent).mark(Role.attempt)
        last = BookedGroup(day, sent, desk.post(sent))
        if last.answer.is_success:
            break
    return last


def ask_for_a_very_large_group(ask: Callable[[int], BookedGroup]) -> BookedGroup:
    """A group of more than sixteen, or the largest usual one: no document says how large a group may be."""
    very_large = ask(_VERY_LARGE)
    if very_large.answer.is_success:
        return very_large
    very_large.answer.mark(Role.attempt)
    return ask(GROUP_SIZES[-1])


def read_at_once(desk: GroupDesk, group: BookedGroup, target: Target) -> BookedGroup:
    """The group with the answer to a read of it, where it was accepted and shows an id."""
    return replace(group, read_at_once=or_else(lambda: read_group(desk, group, target), None))


def read_group(desk: GroupDesk, group: BookedGroup, target: Target) -> Answer:
    """The answer to reading the group, as soon as it succeeds or the budget for changes has run out."""
    return within_budget(
        lambda: desk.read(group.id),
        lambda answer: answer.is_success,
        seconds=target.budgets.visibility_seconds,
    )


def settle(desk: GroupDesk, group_id: str, clock: MovableClock, target: Target) -> str | None:
    """The first status of a group that is not `processing`, or the last status when the budget has run out.

    None when the answer shows none. Moves the clock where it can be moved.
    """
    if clock.moves:
        clock.advance(PROCESSING)
    return within_budget(
        lambda: _status(desk, group_id),
        lambda status: status != "processing",
        seconds=target.budgets.visibility_seconds,
    )


def _status(desk: GroupDesk, group_id: str) -> str | None:
    try:
        status = part(accepted(desk.read(group_id), "Reading a group booking"), "data.status", judge=False)
    except Judgement:
        return None
    return str(status)


# Prepares a question about a day. The result asks it, and draws nothing.
GroupQuestion = Callable[[FreshDay], Callable[[], None]]


@dataclass(frozen=True)
class Asked:
    """A *question* that was asked about a *day*: the state of the day *before*, the moment on the clock of
    `moments.monotonic`, and what the question *raised*, None when it was answered.
    """

    question: GroupQuestion
    day: FreshDay
    before: Mapping[str, Any]
    asked_at: float
    raised: Judgement | None = None


class QuietDays:
    """Days that offer room for a group. Requests that must change nothing are checked against them."""

    def __init__(self, tee_times: TeeTimeFinder, bookings: BookingDesk, clock: MovableClock, target: Target) -> None:
        self._tee_times = tee_times
        self._bookings = bookings
        self._clock = clock
        self._target = target

    def ask(self, questions: Mapping[str, GroupQuestion]) -> Mapping[str, Asked]:
        """Asks every question on a day of its own, then lets the background work on all of them end at once."""
        days = [day_for_a_group(self._tee_times) for _ in questions]
        befores = run_together(partial(self._before, day) for day in days)
        acts = [question(day) for question, day in zip(questions.values(), days, strict=True)]
        asked = act_together(
            [partial(_asked, *case) for case in zip(questions.values(), acts, days, befores, strict=True)]
        )
        if self._clock.moves:
            self._clock.advance(PROCESSING)
        return dict(zip(questions, asked, strict=True))

    def require_unchanged(self, asked: Asked, what: str) -> None:
        """Raises `Violation` when what was *asked* takes places or creates a booking, and does so on other days too or
        again on the same day: somebody else may have booked meanwhile. Raises what the question itself raised.
        """
        require_chance(
            lambda case: self._require_unchanged(case, what),
            asked,
            lambda: self._ask_on(day_for_a_group(self._tee_times), asked.question),
            lambda: self._ask_on(asked.day, asked.question),
        )

    def _ask_on(self, day: FreshDay, question: GroupQuestion) -> Asked:
        asked = _asked(question, question(day), day, self._before(day))
        if self._clock.moves:
            self._clock.advance(PROCESSING)
        return asked

    def _require_unchanged(self, asked: Asked, what: str) -> None:
        changed = self._changed(asked)
        expected = f"{what} changes neither the tee sheet nor the list of bookings"
        expect(changed is None, expected, f"afterwards the target shows {shown(changed)}")

    def _before(self, day: FreshDay) -> Mapping[str, Any]:
        return _places(self._tee_times.known_on(day.course_id, day.play_date)) | self._booked(day)

    def _changed(self, asked: Asked) -> Any:
        """What the question changed about its day, before and after; None when nothing changed."""
        if asked.raised is not None:
            raise asked.raised
        # Work in the background shows later.
        waited = moments.monotonic() - asked.asked_at
        patience = 0.0 if self._clock.moves else self._target.budgets.visibility_seconds - waited
        after = within_budget(lambda: self._now(asked.day), lambda state: state != asked.before, seconds=patience)
        return None if after == asked.before else [_differing(asked.before, after), _differing(after, asked.before)]

    def _now(self, day: FreshDay) -> dict[str, Any]:
        places, booked = run_together(
            [lambda: _places(self._tee_times.on(day.course_id, day.play_date)), lambda: self._booked(day)]
        )
        return places | booked

    def _booked(self, day: FreshDay) -> dict[str, Any]:
        return {str(item.get("id")): "booked" for item in self._bookings.listed(day.play_date)}


def _places(day: FreshDay) -> dict[str, Any]:
    return {tee_time.time: tee_time.places for tee_time in day.tee_times}


def _asked(question: GroupQuestion, act: Callable[[], None], day: FreshDay, before: Mapping[str, Any]) -> Asked:
    """What came of *act*, which asks the question about the day."""
    try:
        act()
    except CutShort:
        raise
    except Judgement as judgement:
        return Asked(question, day, before, moments.monotonic(), judgement)
    return Asked(question, day, before, moments.monotonic())


def _differing(state: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if other.get(name) != value}
