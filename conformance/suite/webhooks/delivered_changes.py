"""What happens to a booking while a subscription is open, and what is judged about the deliveries that follow."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import within_budget
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime
from conformance.discovery.webhooks import list_subscriptions
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, Violation, expect, or_else, shown
from conformance.scope.run import Run
from conformance.suite.arranged.booked import read, read_cancelled
from conformance.suite.arranged.deliveries import (
    CANCELLED,
    CONFIRMED,
    KINDS,
    MODIFIED,
    Mailroom,
    NamedBooking,
    Subscribed,
    may_be_of,
    shows_only,
)
from conformance.suite.arranged.pending import book_pending, change_while_pending, wished
from conformance.suite.webhooks.awaited_deliveries import provoke_deliveries, require_effect
from conformance.suite.webhooks.delivered_lives import kinds_named
from conformance.suite.webhooks.quick_changes import change_and_wait, require_quick_changes_delivered
from conformance.target.target import Target

# A booking for so many players is changed before its course confirms it.
_PLAYERS_CHANGED_BEFORE = 3
# After the confirmation, the booking is changed to these numbers of players in turn.
_PLAYERS_CHANGED_AFTERWARDS = (2, 3, 2)
# What a reported change of players changes them to.
_NEW_PLAYERS = 3
_STATUS_CONFIRMED = "confirmed"


def require_every_change_delivered(
    mailroom: Mailroom, line: Subscribed, booking: NamedBooking, delivered: Sequence[bool]
) -> None:
    """Raises `Violation` when, of three changes, the first was *delivered* and later changes are not any more."""
    if all(delivered):
        return
    further = [change_and_wait(mailroom, line, booking, players) for players in (2, 3) if delivered[0]]
    require_quick_changes_delivered(mailroom, line, booking, [*delivered, *further])
    if not delivered[0] or any(further):
        raise Inconclusive("No delivery about some changes arrived within the budget, which other cases judge.")
    require_effect(mailroom, booking, {"players": 3})
    if not provoke_deliveries(mailroom, list(KINDS)):
        raise Inconclusive(
            "Deliveries have stopped, and a new subscription gets no delivery either. Can the target reach this run?"
        )
    raise Violation(
        f"{MODIFIED} is delivered after every change",
        f"whether a delivery followed each of three changes: {shown(delivered)}. Two more changes had no delivery",
    )


@dataclass(frozen=True)
class DecidingCourse:
    """Asks an offline course for bookings, one for each of *wishes*, and lets it confirm them."""

    mailroom: Mailroom
    desk: BookingDesk
    decisions: CourseDecisions
    wishes: Iterator[OfferedTeeTime]

    def book(self, players: int) -> NamedBooking:
        """A new pending booking. One party size is changed before its course confirms it."""
        booked = book_pending(self.desk, next(self.wishes), players)
        if players == _PLAYERS_CHANGED_BEFORE:
            change_while_pending(self.desk, booked)
        return self.mailroom.remember_booked(booked)

    def confirm(self, booking: NamedBooking) -> NamedBooking:
        """The booking after its course has confirmed it."""
        self.decisions.confirm(booking.id)
        return booking


def confirm_again(course: DecidingCourse, line: Subscribed, booking: NamedBooking) -> Sequence[bool]:
    """Changes the booking and lets its course confirm it again, until a delivery follows or the numbers of players are
    used up. Returns whether a delivery followed each confirmation.

    No document says that a change makes a booking pending. Where it does not, the course confirms nothing again.
    """
    followed: list[bool] = []
    for players in _PLAYERS_CHANGED_AFTERWARDS:
        if any(followed) or not or_else(lambda: _change_to_pending(course.mailroom, booking, players), False):  # noqa: B023 - called at once
            break
        followed.append(_confirm_and_wait(course, line, booking))
    return followed


def _change_to_pending(mailroom: Mailroom, booking: NamedBooking, players: int) -> bool:
    """Changes the number of *players*. Returns whether the booking then waits for its course."""
    mailroom.change_players(booking, players)
    return bool(read(mailroom.desk, booking.id).get("status") == "pending")


def _confirm_and_wait(course: DecidingCourse, line: Subscribed, booking: NamedBooking) -> bool:
    """Lets the course confirm the booking. Returns whether one more delivery follows at *line*."""
    mailroom = course.mailroom
    before = len(mailroom.so_far(line, booking, CONFIRMED))
    course.confirm(booking)
    if mailroom.awaited(lambda: mailroom.so_far(line, booking, CONFIRMED)[before:]):
        return True
    if read(mailroom.desk, booking.id).get("status") != _STATUS_CONFIRMED:
        raise Inconclusive("The booking was not confirmed a second time, which BST-01 judges.")
    return False


def require_confirmations_delivered(
    mailroom: Mailroom, line: Subscribed, booking: NamedBooking, followed: Sequence[bool]
) -> None:
    """Raises `Violation` when a course confirmed a booking again for each number of players, and no delivery
    *followed*.
    """
    if any(followed) or len(followed) < len(_PLAYERS_CHANGED_AFTERWARDS):
        return
    if not provoke_deliveries(mailroom, [CANCELLED, MODIFIED]):
        raise Inconclusive("Nothing arrives any more, not even at a new subscription. Can the target reach this run?")
    times = len(followed)
    raise Violation(
        f"{CONFIRMED} is delivered to {line.url} each time a course confirms a booking",
        f"it came once, and not after {times} more confirmations of {booking.id}, each after a change of players",
    )


def require_cancelled_before_judging(mailroom: Mailroom, booking: NamedBooking) -> None:
    """Raises `Inconclusive` unless the booking is read as cancelled."""
    status = read_cancelled(mailroom.desk, booking.id, mailroom.target).get("status")
    if status != "cancelled":
        raise Inconclusive(f"The status of {booking.id} is {status} after its cancellation, which BKX-03 judges.")


def wishes_offline(courses: CourseFinder, run: Run) -> Iterator[OfferedTeeTime]:
    """A wish for each attempt on the declared offline course. Raises `Untested` where none is declared."""
    return iter([wished(courses, run, time) for time in ("08:20", "09:40", "11:10")])


def book_cancel_and_collect_foreign(mailroom: Mailroom, line: Subscribed) -> Sequence[Delivery]:
    """Creates and cancels a booking. Returns the deliveries about it at *line* that name kinds, but not the kind of a
    cancellation.

    Raises `Inconclusive` when the cancellation is not delivered.
    """
    mailroom.forget_changes()
    booking = mailroom.cancel(mailroom.book())
    if not mailroom.arrived(line, booking, CANCELLED):
        raise Inconclusive(f"No delivery of {CANCELLED} arrived, which EVT-01 judges.")
    return mailroom.quiet(
        lambda _: [delivery for delivery in mailroom.so_far(line, booking) if not may_be_of(delivery, CANCELLED)],
    )


def require_nothing_foreign(
    mailroom: Mailroom, foreign: Sequence[Delivery], line: Subscribed, *, is_moved: bool
) -> None:
    """Raises `Violation` when a subscription that was narrowed to cancellations gets another kind, time and again.

    Where its url did not move with the change, the list must show that the change took effect.
    """
    if not foreign:
        return
    if not is_moved and not shows_only(list_subscriptions(mailroom.agency).bodies, line.url, [CANCELLED]):
        raise Inconclusive("The list does not show that the change removed the kinds, which WHK-03 judges.")
    # The change may have taken a moment.
    if not book_cancel_and_collect_foreign(mailroom, line):
        raise Inconclusive("A removed kind was delivered once more right after the change, and not later.")
    raise Violation(f"a subscription narrowed to {CANCELLED} gets nothing else", f"it got {kinds_named(foreign)} too")


def exactly_at(mailroom: Mailroom, line: Subscribed) -> list[Delivery]:
    """Deliveries to the very url of the subscription."""
    return [delivery for delivery in mailroom.receiver.everything() if line.url.endswith(delivery.path)]


def strays(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> list[Delivery]:
    """Deliveries that name *booking* and did not arrive at the address of *line*, its only subscription."""
    return [delivery for delivery in mailroom.receiver.strays(line.url) if booking.in_(delivery)]


def require_no_strays(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> None:
    """Raises `Violation` when a delivery about *booking* arrived at another address."""
    astray = strays(mailroom, line, booking)
    actual = f"it arrived at {[delivery.path for delivery in astray]}"
    expect(not astray, f"the delivery arrives at {line.url}", actual)


def require_anything(deliveries: Sequence[Delivery]) -> None:
    """Raises `Inconclusive` when nothing arrived: EVT-01 judges that."""
    if not deliveries:
        raise Inconclusive("No delivery arrived anywhere, which EVT-01 judges.")


def require_delivery(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> None:
    """Waits for a delivery about *booking*. Raises `Inconclusive` when none comes: EVT-01 to EVT-03 judge that."""
    if not mailroom.arrived(line, booking):
        raise Inconclusive("No delivery arrived within the budget, which EVT-01 to EVT-03 judge.")


@dataclass(frozen=True)
class VisibleChange:
    """Something that happens to a booking: the kind of its delivery, and the *member* that shows it when it is read."""

    kind: str
    member: str
    wanted: Any
    happen: Callable[[Mailroom, NamedBooking], NamedBooking]
    read: Callable[[BookingDesk, str, Target], Any]


def _status_when_cancelled(desk: BookingDesk, booking_id: str, target: Target) -> Any:
    return read_cancelled(desk, booking_id, target).get("status")


def _players_when_changed(desk: BookingDesk, booking_id: str, target: Target) -> Any:
    return within_budget(
        lambda: read(desk, booking_id).get("players"),
        lambda players: players == _NEW_PLAYERS,
        seconds=target.budgets.visibility_seconds,
    )


CANCELLATION = VisibleChange(CANCELLED, "status", "cancelled", Mailroom.cancel, _status_when_cancelled)
CHANGE_OF_PLAYERS = VisibleChange(
    MODIFIED,
    "players",
    _NEW_PLAYERS,
    lambda mailroom, booking: mailroom.change_players(booking, _NEW_PLAYERS),
    _players_when_changed,
)
