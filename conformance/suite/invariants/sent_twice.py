"""Requests that give places back or book them, sent twice at the same moment: they count once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from conformance.asking.oracles import within_budget
from conformance.discovery import BookingDesk, BookingHookDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.arranged.booked import PLACES, book, if_possible
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time
from conformance.suite.arranged.races import Finish, Racer, empty_tee_time, race_together
from conformance.target.target import Target

_PARTY, _LARGE_PARTY, _SMALL_PARTY = 2, 3, 1
_NEIGHBOUR = 1
CANCELLATION, SMALLER_PARTY, RELEASE = "a cancellation", "a change to a smaller party", "a release of a hook"


@dataclass(frozen=True)
class Desks:
    """What an agency books with, and the eyes that it sees tee sheets with."""

    bookings: BookingDesk
    hooks: BookingHookDesk
    tee_times: TeeTimeFinder
    target: Target


@dataclass(frozen=True)
class _GiveBack:
    """A request that gives places of *at* back. *kept* places stay taken."""

    at: OfferedTeeTime
    kept: int
    send: Callable[[], Answer]


def _cancelling(desks: Desks) -> _GiveBack:
    at = empty_tee_time(desks.tee_times)
    booked = book(desks.bookings, desks.bookings.body(at, _PARTY), at)
    return _GiveBack(at, 0, lambda: desks.bookings.cancel(booked.id))


def _lowering(desks: Desks) -> _GiveBack:
    at = empty_tee_time(desks.tee_times)
    booked = book(desks.bookings, desks.bookings.body(at, _LARGE_PARTY), at)
    return _GiveBack(at, _SMALL_PARTY, lambda: desks.bookings.update(booked.id, {"players": _SMALL_PARTY}))


def _releasing(desks: Desks) -> _GiveBack:
    hook = hook_tee_time(desks.hooks, desks.tee_times, _PARTY)
    hook_id = desks.hooks.id_of(hook.answer)
    return _GiveBack(hook.tee_time, 0, lambda: desks.hooks.release(hook_id))


# The requests that give places back, each about something new.
_GIVING_BACK: Mapping[str, Callable[[Desks], _GiveBack]] = {
    CANCELLATION: _cancelling,
    SMALLER_PARTY: _lowering,
    RELEASE: _releasing,
}


@dataclass(frozen=True)
class GivenBackTwice:
    """Two equal requests at the same moment, beside a booking that stays: how they came in, how many places of *at*
    they may leave *free* at most, and how many places are *shown* then.
    """

    what: str
    at: OfferedTeeTime
    finishes: Sequence[Finish]
    free: int
    shown: int


def give_back_twice(desks: Desks, what: str) -> GivenBackTwice:
    """Sends *what* twice at the same moment.

    Raises `NoEvidence` where the tee time has no room for another booking: a surplus of places shows only beside it.
    """
    giving = _GIVING_BACK[what](desks)
    at = giving.at
    if at.places != PLACES:
        raise NoEvidence(f"{at.where} has not exactly {PLACES} places, so others may give places back there.")
    if_possible(lambda: book(desks.bookings, desks.bookings.body(at, _NEIGHBOUR), at))
    finishes = race_together([Racer(0, giving.send) for _ in range(2)])
    free = at.places - giving.kept - _NEIGHBOUR
    shown = within_budget(
        lambda: desks.tee_times.places_free(at),
        # A target that shows changes late may still show the places of before.
        lambda places: places == free,
        seconds=desks.target.budgets.visibility_seconds,
    )
    return GivenBackTwice(what, at, finishes, free, shown)


def require_given_back_once(given: GivenBackTwice) -> None:
    """Raises `Violation` when more places are free than one request gives back."""
    answers = _accepted(given.finishes, given.what)
    expected = f"at most {given.free} places are free beside a booking when {given.what} was sent twice at once"
    expect(given.shown <= given.free, expected, f"{given.shown} are free on {given.at.where}", answers)


@dataclass(frozen=True)
class ConfirmedTwice:
    """Two confirmations of a hook at the same moment: how they came in, and the ids of the bookings it became."""

    hook: Hooked
    finishes: Sequence[Finish]
    ids: frozenset[str]


def confirm_twice(desks: Desks) -> ConfirmedTwice:
    """Confirms a hook with two requests at once. Its tee time has room for the same party a second time."""
    hook = hook_tee_time(desks.hooks, desks.tee_times, _PARTY)
    hook_id = desks.hooks.id_of(hook.answer)
    finishes = race_together([Racer(0, lambda: desks.hooks.confirm(hook_id, hook.sent)) for _ in range(2)])
    return ConfirmedTwice(hook, finishes, frozenset(_bookings_of(hook, desks)))


def _bookings_of(hook: Hooked, desks: Desks) -> list[str]:
    """The ids of the listed bookings at the tee time of the hook, which no other check uses, as soon as there is one or
    the budget for changes has run out.
    """
    return within_budget(
        lambda: [str(item.get("id")) for item in desks.bookings.listed(hook.tee_time.play_date) if _is_at(item, hook)],
        bool,
        seconds=desks.target.budgets.visibility_seconds,
    )


def _is_at(item: Mapping[str, object], hook: Hooked) -> bool:
    course = item.get("course")
    course_id = course.get("id") if isinstance(course, dict) else None
    is_open = item.get("status") in ("confirmed", "pending")
    return is_open and (course_id, item.get("teeTime")) == (hook.tee_time.course_id, hook.tee_time.time)


def require_one_booking_of_the_hook(confirmed: ConfirmedTwice) -> None:
    """Raises `Violation` when two confirmations at the same moment made two bookings."""
    answers = _accepted(confirmed.finishes, "a confirmation of a hook")
    where = confirmed.hook.tee_time.where
    actual = f"the list of bookings shows {', '.join(sorted(confirmed.ids))} at {where}"
    expect(len(confirmed.ids) <= 1, "a hook that was confirmed twice at once is one booking", actual, answers)


def _accepted(finishes: Sequence[Finish], what: str) -> list[Answer]:
    """The accepted answers of a race. Raises `NoEvidence` when there is none: other checks decide the rows."""
    for finish in finishes:
        if finish.answer is not None and not finish.is_accepted:
            finish.answer.mark(Role.attempt)
    found = [finish.answer for finish in finishes if finish.answer is not None and finish.is_accepted]
    if not found:
        raise NoEvidence(f"The target refused {what} that was sent twice at once, both times.")
    return found
