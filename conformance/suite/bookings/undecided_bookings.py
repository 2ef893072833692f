"""Bookings that wait for their course, read several times and asked to change what nobody may change.

A course may decide at any moment. So a new status counts only when it comes back with another booking, and when a third
booking, which was left alone meanwhile and is older, still waits.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from conformance.asking.levers import CourseDecisions
from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, expect
from conformance.suite.arranged.booked import Booked, lead_player, read, read_before
from conformance.suite.arranged.pending import book_pending
from conformance.suite.arranged.read_back import FIXED_MEMBERS, changes_in_words, moved_members

_TIMES_READ = 4
_PENDING = "pending"
_LIVING = ("confirmed", _PENDING)
_WORDS: Mapping[str, Any] = {"specialRequests": "A buggy for two, please. Changed by a conformance run."}
_STATUS: Mapping[str, Any] = {"status": "confirmed"}

# Changed alone, one after the other. The others keep their values.
_ALONE: Mapping[str, Any] = {"players": 1, "agencyBookingReference": "changed-alone-by-a-conformance-run", **_WORDS}

NewBooking = Callable[[], Booked]


def require_reading_decides_nothing(desk: BookingDesk, waiting: Booked, book_another: NewBooking) -> None:
    """Raises `Violation` when the same read in a row, such as the third, shows two bookings as decided."""
    turn = _read_until_decided(desk, waiting)
    if turn is None:
        return
    left_alone = book_another()
    again = _read_until_decided(desk, book_another())
    if again != turn or read(desk, left_alone.id).get("status") != _PENDING:
        raise Inconclusive("A pending booking was decided while it was read. Its course may have decided.")
    raise Violation(
        "a pending booking stays pending however often it is read",
        f"read number {turn} of {waiting.where} and of another booking shows it as decided, and an older booking that"
        " nobody read is pending",
    )


def _read_until_decided(desk: BookingDesk, waiting: Booked) -> int | None:
    """Which of the reads shows another status first; None when no read does."""
    turns = range(1, _TIMES_READ + 1)
    return next((turn for turn in turns if read(desk, waiting.id).get("status") != _PENDING), None)


@dataclass(frozen=True)
class ConfirmedBeside:
    """Pending bookings of one day, one of which its course has *confirmed*, and the other *waits*. An older booking of
    another day was *left_alone*.
    """

    confirmed: Booked
    waits: Booked
    left_alone: Booked | None = None


def confirm_beside_another(desk: BookingDesk, wish: OfferedTeeTime, decisions: CourseDecisions) -> ConfirmedBeside:
    """Two bookings on a later day than *wish*, one of which its course confirms, and a booking on the day between."""
    between, later = (replace(wish, play_date=wish.play_date + timedelta(days=days)) for days in (1, 2))
    left_alone = book_pending(desk, between, 2)
    confirmed, waits = book_pending(desk, later, 1), book_pending(desk, later, 2)
    decisions.confirm(confirmed.id)
    return ConfirmedBeside(confirmed, waits, left_alone)


def require_one_confirmed(desk: BookingDesk, first: ConfirmedBeside, arrange: Callable[[], ConfirmedBeside]) -> None:
    """Raises `Violation` when the confirmation of one booking confirms another of its day too, twice."""
    if _is_pending(desk, first.waits):
        return
    second = arrange()
    if _is_pending(desk, second.waits) or (second.left_alone and not _is_pending(desk, second.left_alone)):
        raise Inconclusive("A pending booking was decided beside another. Its course may have decided.")
    raise Violation(
        "a booking stays pending when its course confirms another booking of the day",
        f"{first.waits.where} is decided beside {first.confirmed.id}, and {second.waits.where} beside"
        f" {second.confirmed.id}. A booking of another day is pending",
    )


def _is_pending(desk: BookingDesk, booked: Booked) -> bool:
    return bool(read(desk, booked.id).get("status") == _PENDING)


def require_nothing_else_changed(desk: BookingDesk, waiting: Booked, book_another: NewBooking) -> None:
    """Raises `Violation` when a change of members that may not be changed moves them, the status among them.

    What the change of a member that may be changed does to the status is open. Raises `Inconclusive` when the booking
    was decided meanwhile, and nothing shows who decided.
    """
    before = read_before(desk, waiting.id)
    if before.get("status") != _PENDING:
        raise NoEvidence("The booking was decided before the check could change it.")
    _try(desk, waiting, _others(waiting))
    _try_status(desk, waiting)
    after = read(desk, waiting.id)
    moved = moved_members(before, after) | _moved_lead(before, after)
    if moved:
        raise Violation(
            "a change of other members of a pending booking moves nothing",
            f"after it, booking {waiting.where} has {changes_in_words(moved)}",
        )
    if after.get("status") != _PENDING:
        _require_same_without_status(desk, book_another, after.get("status"))


@dataclass(frozen=True)
class ChangeOfOneMember:
    """A booking at an offline course *before* and *after* a change of one member alone, and the answer to it. The other
    members that may be changed are *kept*.
    """

    booked: Booked
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    answer: Answer
    kept: Sequence[str]


def change_single_members(desk: BookingDesk, booked: Booked) -> Sequence[ChangeOfOneMember]:
    """Changes members alone, one after the other. A refusal is open, and is left out.

    Raises `NoEvidence` where the course declined the booking meanwhile.
    """
    changes, before, late = list[ChangeOfOneMember](), read_before(desk, booked.id), set[str]()
    for member, value in _ALONE.items():
        answer = desk.update(booked.id, {member: value})
        if not answer.is_success:
            answer.mark(Role.attempt)
            continue
        after = read(desk, booked.id)
        if after.get("status") not in _LIVING:
            raise NoEvidence("The booking was declined before the check could change it.")
        kept = [name for name in _ALONE if name != member and name not in late]
        changes.append(ChangeOfOneMember(booked, before, after, answer, kept))
        if after.get(member) != value:
            late.add(member)
        before = after
    return changes


def require_others_kept(changes: Sequence[ChangeOfOneMember]) -> None:
    """Raises `Violation` when a change of one member moved another one that may be changed. When a change shows is
    open, so a member is not looked at whose own change did not show at once.
    """
    for change in changes:
        _require_unmoved(change, change.kept)


def require_fixed_members_kept(changes: Sequence[ChangeOfOneMember]) -> None:
    """Raises `Violation` when a change moved a member that no change may move."""
    for change in changes:
        _require_unmoved(change, FIXED_MEMBERS)


def _require_unmoved(change: ChangeOfOneMember, members: Sequence[str]) -> None:
    shown_before = [name for name in members if change.before.get(name) is not None]
    moved = moved_members(change.before, change.after, shown_before)
    expected = f"a change of one member alone moves nothing else of booking {change.booked.where}"
    expect(not moved, expected, f"after it, the booking has {changes_in_words(moved)}", change.answer)


def _others(waiting: Booked) -> dict[str, Any]:
    """Members that a change may not have, but for the status, with other values."""
    return {
        "date": (waiting.tee_time.play_date + timedelta(days=1)).isoformat(),
        "teeTime": "11:20",
        "leadPlayer": lead_player(1),
        "bookingReference": "TSC-000000",
        "createdAt": "2020-02-02T02:02:02Z",
    }


def _try(desk: BookingDesk, waiting: Booked, changes: Mapping[str, Any]) -> None:
    desk.update(waiting.id, changes).mark(Role.attempt)


def _try_status(desk: BookingDesk, waiting: Booked) -> None:
    """Tries to change the status, alone and beside a member that may be changed."""
    _try(desk, waiting, _STATUS)
    _try(desk, waiting, {**_WORDS, **_STATUS})


def _moved_lead(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The last name of the lead player, where it differs."""
    names = [(booking.get("leadPlayer") or {}).get("lastName") for booking in (before, after)]
    return {} if names[0] == names[1] else {"leadPlayer.lastName": names}


def _require_same_without_status(desk: BookingDesk, book_another: NewBooking, decided: Any) -> None:
    """Raises `Violation` when another booking gets the status *decided* too, and a booking with the same change but
    without a status stays pending.
    """
    without_status, again = book_another(), book_another()
    _try(desk, without_status, _WORDS)
    _try_status(desk, again)
    statuses = [read(desk, booked.id).get("status") for booked in (again, without_status)]
    if statuses != [decided, _PENDING]:
        raise Inconclusive("A pending booking was decided after a change of its status. Its course may have decided.")
    raise Violation(
        "a change that names a status does not decide a pending booking",
        f"after it, two of two bookings are {decided}, the last {again.where}, and a booking with the same change"
        " without a status is pending",
    )
