"""Bookings on an offline course, before and after the course confirms them, and the lists that show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import part, within_budget
from conformance.discovery import BookingDesk, CourseFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, expect
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, book, change, read, read_cancelled
from conformance.suite.arranged.booking_values import differing_members
from conformance.suite.arranged.pending import book_pending_if_possible, change_while_pending, wished
from conformance.suite.arranged.read_back import changes_in_words
from conformance.target.target import Target

_TIMES = ("09:00", "10:30", "12:00", "13:30")
_PLAYERS_SEEN_IN_THE_LIST, _PLAYERS_CHANGED_BEFORE = 1, 4
_CANCELLED_AT = "14:30"
_A_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Decided:
    """A booking that its course has confirmed, and the status that it was read with afterwards."""

    booked: Booked
    status: Any


def book_offline(desk: BookingDesk, courses: CourseFinder, run: Run, players: int) -> Booked:
    """A booking on the declared offline course. Raises `Untested` where none is declared."""
    wish = wished(courses, run, _TIMES[players - 1])
    return book(desk, desk.body(wish, players), wish)


def let_its_course_confirm(
    desk: BookingDesk, booked: Booked, target: Target, course_decisions: CourseDecisions
) -> Decided:
    """The booking after its course has confirmed it. One party size is changed before, and one is seen in the list
    before anybody reads it by its id.
    """
    if booked.shown("status") != "pending":
        raise Inconclusive("The booking is not pending, which BKC-02 judges.")
    if desk.in_turn(booked.players) == _PLAYERS_CHANGED_BEFORE:
        change_while_pending(desk, booked)
    course_decisions.confirm(booked.id)
    status = within_budget(
        lambda: _status_of(desk, booked),
        lambda shown: shown == "confirmed",
        seconds=target.budgets.visibility_seconds,
    )
    return Decided(booked, status)


def read_when_its_course_declined(
    desk: BookingDesk, waiting: Booked, target: Target, course_decisions: CourseDecisions
) -> Answer:
    """The answer to reading the booking after its course has declined it.

    Raises `NoEvidence` where the target shows such a booking in lists alone: that is open.
    """
    course_decisions.decline(waiting.id)
    answer = within_budget(
        lambda: desk.read(waiting.id),
        lambda seen: not seen.is_success or part(seen.body, "data.status") != "pending",
        seconds=target.budgets.visibility_seconds,
    )
    if not answer.is_success:
        raise NoEvidence(f"{answer.where} answered {answer.status}: a booking that its course declined cannot be read.")
    return answer


def _status_of(desk: BookingDesk, booked: Booked) -> Any:
    """The status in the list for one party size, and the status that get shows for the others and the unlisted."""
    items = desk.listed(booked.tee_time.play_date) if desk.in_turn(booked.players) == _PLAYERS_SEEN_IN_THE_LIST else []
    listed = [item.get("status") for item in items if item.get("id") == booked.id]
    return listed[0] if listed else read(desk, booked.id).get("status")


def is_listed_in_time(desk: BookingDesk, booked: Booked, target: Target) -> bool:
    """Whether the list of its day shows the booking, within the budget for changes to show."""
    day = booked.tee_time.play_date
    return _is_listed_within(desk, booked, {"startDate": day, "endDate": day}, target)


def is_listed_at_the_bound(desk: BookingDesk, booked: Booked, bound: str, target: Target) -> bool:
    """Whether the list whose *bound* (`startDate` or `endDate`) is the day of the booking shows it. The other bound is
    a day away.

    Raises `Inconclusive` when the list with both bounds a day away does not show it either.
    """
    day = booked.tee_time.play_date
    period = {"startDate": day - _A_DAY, "endDate": day + _A_DAY}
    if not _is_listed_within(desk, booked, period, target):
        raise Inconclusive("No list of its days shows the booking (BKL-03).")
    return _is_listed_within(desk, booked, period | {bound: day}, target)


def _is_listed_within(desk: BookingDesk, booked: Booked, period: Mapping[str, date], target: Target) -> bool:
    return within_budget(
        lambda: any(item.get("id") == booked.id for item in desk.listed(None, **period)),
        bool,
        seconds=target.budgets.visibility_seconds,
    )


def confirmed_booking(decided: Decided) -> Booked:
    """The booking. Raises `NoEvidence` unless it was confirmed."""
    if decided.status != "confirmed":
        raise NoEvidence("The booking was not confirmed, which BST-01 judges.")
    return decided.booked


def require_listed_as_read(desk: BookingDesk, booked: Booked, target: Target) -> None:
    """Raises `Violation` when the list of its day shows the booking with other values than get, and goes on doing so.

    Raises `Inconclusive` when the list does not show it.
    """

    def listed_and_read() -> tuple[Any, Any]:
        items = desk.listed(booked.tee_time.play_date)
        return next((item for item in items if item.get("id") == booked.id), None), read(desk, booked.id)

    listed, shown = within_budget(
        listed_and_read,
        lambda both: both[0] is not None and not differing_members(*both),
        seconds=target.budgets.visibility_seconds,
    )
    if listed is None:
        raise Inconclusive("The list of its day does not show the booking (BKL-03).")
    words = changes_in_words(differing_members(listed, shown), "in the list")
    expect(not words, f"the list and get agree on {booked.where}, which its course confirmed", f"get shows {words}")


def statuses_listing(desk: BookingDesk, booked: Booked, target: Target, status_now: str = "confirmed") -> Sequence[str]:
    """Which of the lists of pending and of confirmed bookings show the booking, as soon as it is only the one of its
    *status_now*.

    Raises `Inconclusive` when neither does.
    """
    shown_in = within_budget(
        lambda: [status for status in ("pending", "confirmed") if _is_listed(desk, booked, status)],
        lambda found: found == [status_now],
        seconds=target.budgets.visibility_seconds,
    )
    if not shown_in:
        raise Inconclusive(f"No list shows a booking that is {status_now} (BKL-03).")
    return shown_in


def require_listed_when_cancelled(desk: BookingDesk, booked: Booked, target: Target) -> None:
    """Cancels a booking at an offline course. Raises `Violation` unless it is listed as cancelled then, and
    `NoEvidence` where the cancellation is refused.
    """
    answer = desk.cancel(booked.id)
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence("The target refused to cancel a booking at an offline course.")
    is_listed = within_budget(
        lambda: _is_listed(desk, booked, "cancelled"), bool, seconds=target.budgets.visibility_seconds
    )
    expected = f"the list of its day with status=cancelled shows the cancelled booking {booked.where}"
    expect(is_listed, expected, "the list does not show it", answer)


def require_confirmed_if_listed_so(desk: BookingDesk, waiting: Booked) -> None:
    """Raises `Violation` when the list of confirmed bookings shows *waiting*, and get shows another status."""
    if _is_listed(desk, waiting, "confirmed"):
        shown = read(desk, waiting.id).get("status")
        expected = "a booking that is listed as confirmed is read as confirmed"
        expect(shown == "confirmed", expected, f"its status is {shown}")


def require_listed_by_status_after_a_change(desk: BookingDesk, booked: Booked, target: Target) -> None:
    """Raises `Violation` when lists by status show a booking, after a change, under another status than get does.

    No document says whether the course confirms a change too. The course may decide while the lists are read, and then
    nothing is judged.
    """
    changed = change(desk, booked.id, {"players": booked.players + 1})
    if not changed.is_success:
        changed.mark(Role.attempt)
        return
    status = read(desk, booked.id).get("status")
    shown_in = statuses_listing(desk, booked, target, status)
    if shown_in != [status] and read(desk, booked.id).get("status") == status:
        actual = f"the lists with status {' and '.join(shown_in)} show the booking"
        raise Violation(f"after a change, a booking that is read as {status} is listed as {status} alone", actual)


def _is_listed(desk: BookingDesk, booked: Booked, status: str) -> bool:
    return any(item.get("id") == booked.id for item in desk.listed(booked.tee_time.play_date, status=status))


def cancel_before_its_course_answers(desk: BookingDesk, courses: CourseFinder, run: Run) -> Sequence[Booked]:
    """A booking that was cancelled while it was pending. None where no offline course is declared, or it is refused."""
    waiting = book_pending_if_possible(desk, courses, run, _CANCELLED_AT)
    return [booked for booked in waiting if desk.cancel(booked.id).is_success]


def require_still_cancelled(desk: BookingDesk, cancelled: Sequence[Booked], target: Target) -> None:
    """Raises `Violation` when a booking that was cancelled is read with another status. Raises `NoEvidence` for
    none.
    """
    if not cancelled:
        raise NoEvidence("No booking was cancelled while it was pending.")
    for booked in cancelled:
        status = read_cancelled(desk, booked.id, target).get("status")
        actual = f"the status of {booked.where} is {status}, days after the agency cancelled the pending booking"
        expect(status == "cancelled", "a booking that was cancelled stays cancelled", actual)
