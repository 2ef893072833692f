"""Checks that deliveries about a booking reach the agencies that subscribed to them, where and how they asked."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.session.session import CheckSession
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.deliveries import (
    CANCELLED,
    CONFIRMED,
    KINDS,
    MODIFIED,
    Mailroom,
    NamedBooking,
)
from conformance.suite.arranged.pending import book_pending
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.conftest import mailroom_of
from conformance.suite.webhooks.awaited_deliveries import (
    HOURS_IN_MINUTES,
    hours_before,
    require_change_delivered,
    require_delivered,
    require_delivered_after,
    require_effect,
)
from conformance.suite.webhooks.delivered_changes import (
    DecidingCourse,
    book_cancel_and_collect_foreign,
    confirm_again,
    exactly_at,
    require_anything,
    require_cancelled_before_judging,
    require_confirmations_delivered,
    require_every_change_delivered,
    require_no_strays,
    require_nothing_foreign,
    strays,
    wishes_offline,
)
from conformance.suite.webhooks.delivered_lives import (
    DeliveredLife,
    live_while_subscribed,
    remove_beside,
    require_booking_and_kind_named,
    require_every_subscription_served,
    require_only_the_kinds_subscribed_to,
    require_posts_of_json,
    require_served_after_a_removal,
)
from conformance.suite.webhooks.quick_changes import change_and_wait

pytestmark = pytest.mark.hears_deliveries


@pytest.fixture(scope="session")
def life(
    check_session: CheckSession,
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    receiver: Receiver,
) -> DeliveredLife:
    """A booking created, changed and cancelled while seven subscriptions were open, and the deliveries to each."""
    return live_while_subscribed(mailroom_of("life", check_session, [bookings, other_bookings], tee_times, receiver))


@verifies("EVT-01")
@pytest.mark.parametrize(
    ("booked", "players"), [(Mailroom.book, 1), (Mailroom.book_from_hold, 4)], ids=["at once", "from a hold"]
)
def test_a_cancellation_is_delivered(
    mailroom: Mailroom, booked: Callable[[Mailroom, int], NamedBooking], players: int
) -> None:
    require_delivered_after(mailroom, CANCELLED, lambda: booked(mailroom, players), mailroom.cancel)


@verifies("EVT-01")
def test_a_delivery_reports_the_cancellation_of_a_changed_booking(mailroom: Mailroom) -> None:
    # The subscription gets the change too, a moment before the cancellation.
    require_delivered_after(
        mailroom,
        CANCELLED,
        lambda: mailroom.book(2),
        lambda booking: mailroom.cancel(mailroom.change_players(booking, 3)),
        beside=[MODIFIED],
    )


@verifies("EVT-01")
def test_a_delivery_reports_the_cancellation_of_a_pending_booking(
    first_mailroom: Mailroom, bookings: BookingDesk, courses: CourseFinder, run: Run
) -> None:
    wishes = if_possible(lambda: wishes_offline(courses, run))

    require_delivered_after(
        first_mailroom,
        CANCELLED,
        lambda: first_mailroom.remember_booked(if_possible(lambda: book_pending(bookings, next(wishes), 2))),
        lambda booking: if_possible(lambda: first_mailroom.cancel(booking)),
        unless_delivered=lambda booking: if_possible(lambda: require_cancelled_before_judging(first_mailroom, booking)),
    )


@verifies("EVT-02")
@pytest.mark.parametrize(("before", "after"), [(2, 4), (3, 1)])
def test_a_delivery_reports_a_change_of_players(mailroom: Mailroom, before: int, after: int) -> None:
    require_change_delivered(mailroom, lambda: mailroom.book(before), {"players": after})


@verifies("EVT-02")
@pytest.mark.parametrize("member", ["specialRequests", "agencyBookingReference"])
def test_a_delivery_reports_a_change_of_a_text_alone(mailroom: Mailroom, member: str) -> None:
    require_change_delivered(mailroom, mailroom.book, {member: f"{mailroom.run.marker} two buggies, please."})


@verifies("EVT-02")
def test_a_delivery_reports_a_second_change(mailroom: Mailroom) -> None:
    changes = {"players": 3, "specialRequests": "Three buggies, please."}
    require_change_delivered(mailroom, lambda: mailroom.change_players(mailroom.book(1), 2), changes)


@verifies("EVT-02")
def test_a_subscription_gets_many_deliveries(mailroom: Mailroom) -> None:
    line, booking = mailroom.open(MODIFIED), mailroom.book(1)

    delivered = [change_and_wait(mailroom, line, booking, players) for players in (2, 3, 1)]

    require_every_change_delivered(mailroom, line, booking, delivered)


@verifies("EVT-03")
@pytest.mark.parametrize("players", [1, 4])
def test_a_delivery_reports_a_new_online_booking(mailroom: Mailroom, players: int) -> None:
    require_delivered(mailroom, CONFIRMED, lambda: mailroom.book(players))


@verifies("EVT-03")
def test_a_delivery_reports_a_booking_that_completes_a_hold(mailroom: Mailroom) -> None:
    require_delivered(mailroom, CONFIRMED, mailroom.book_from_hold)


@verifies("EVT-04")
@pytest.mark.parametrize(("players", "beside"), [(3, ()), (4, (CANCELLED, MODIFIED))], ids=["3", "4"])
def test_a_delivery_reports_the_confirmation_by_the_course(
    first_mailroom: Mailroom,
    bookings: BookingDesk,
    courses: CourseFinder,
    run: Run,
    course_decisions: CourseDecisions,
    players: int,
    beside: Sequence[str],
) -> None:
    course = DecidingCourse(first_mailroom, bookings, course_decisions, wishes_offline(courses, run))

    require_delivered_after(first_mailroom, CONFIRMED, lambda: course.book(players), course.confirm, beside=beside)


@verifies("EVT-04")
def test_a_delivery_reports_each_confirmation_by_the_course(
    first_mailroom: Mailroom, bookings: BookingDesk, courses: CourseFinder, run: Run, course_decisions: CourseDecisions
) -> None:
    course = DecidingCourse(first_mailroom, bookings, course_decisions, wishes_offline(courses, run))

    line, booking = require_delivered_after(first_mailroom, CONFIRMED, lambda: course.book(1), course.confirm)
    followed = confirm_again(course, line, booking)

    require_confirmations_delivered(first_mailroom, line, booking, followed)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("EVT-04", moves_clock_minutes=HOURS_IN_MINUTES)
def test_a_delivery_reports_the_confirmation_by_the_course_hours_later(
    first_mailroom: Mailroom,
    bookings: BookingDesk,
    courses: CourseFinder,
    run: Run,
    course_decisions: CourseDecisions,
    clock: MovableClock,
) -> None:
    course = DecidingCourse(first_mailroom, bookings, course_decisions, wishes_offline(courses, run))

    # Hours later, the course may have answered by itself.
    require_delivered_after(
        first_mailroom,
        CONFIRMED,
        lambda: hours_before(clock, lambda: course.book(2)),
        lambda booking: if_possible(lambda: course.confirm(booking)),
    )


# Only where the clock can be moved: other checks decide the row as well.
@verifies("EVT-01", moves_clock_minutes=HOURS_IN_MINUTES)
def test_a_cancellation_hours_after_the_booking_is_delivered(mailroom: Mailroom, clock: MovableClock) -> None:
    require_delivered_after(mailroom, CANCELLED, lambda: hours_before(clock, lambda: mailroom.book(3)), mailroom.cancel)


@verifies("EVT-02")
def test_a_delivery_reports_a_change_of_a_pending_booking(
    first_mailroom: Mailroom, bookings: BookingDesk, courses: CourseFinder, run: Run
) -> None:
    wishes = if_possible(lambda: wishes_offline(courses, run))
    # From seed to seed, another member changes alone.
    members = ("specialRequests", "agencyBookingReference", "players")
    member = members[run.seed % len(members)]
    changes = {member: 3 if member == "players" else f"{run.marker} a trolley, please."}

    require_delivered_after(
        first_mailroom,
        MODIFIED,
        lambda: first_mailroom.remember_booked(if_possible(lambda: book_pending(bookings, next(wishes), 2))),
        lambda booking: if_possible(lambda: first_mailroom.change(booking, changes)),
        unless_delivered=lambda booking: if_possible(lambda: require_effect(first_mailroom, booking, changes)),
    )


@verifies("EVT-05")
def test_only_the_kinds_subscribed_to_are_delivered(life: DeliveredLife) -> None:
    require_only_the_kinds_subscribed_to(life)


@verifies("EVT-05")
def test_a_kind_that_was_taken_out_is_not_delivered(mailroom: Mailroom) -> None:
    line = mailroom.open(*KINDS)
    narrowed = replace(line, body={**line.body, "events": [CANCELLED]})
    if_possible(lambda: accepted(mailroom.agency.put(mailroom.path(line), narrowed.body), "Changing a subscription"))
    moved = if_possible(lambda: mailroom.move(narrowed))

    foreign = if_possible(lambda: book_cancel_and_collect_foreign(mailroom, moved or narrowed))

    require_nothing_foreign(mailroom, foreign, moved or narrowed, is_moved=moved is not None)


# Any delivery at the url counts here, so none may come from a booking of another check.
@verifies("EVT-06")
@pytest.mark.needs_quiet
@pytest.mark.parametrize("suffix", ["", "?agency=conformance&desk=2"], ids=["path", "query"])
def test_deliveries_go_to_the_url_of_the_subscription(mailroom: Mailroom, suffix: str) -> None:
    line = mailroom.open(CANCELLED, suffix=suffix)
    booking = mailroom.cancel(mailroom.book())

    here = mailroom.receiver.wait_for_delivery(
        lambda _: exactly_at(mailroom, line) or strays(mailroom, line, booking),
        mailroom.target.budgets.delivery_seconds,
    )

    require_no_strays(mailroom, line, booking)
    require_anything(here)


@verifies("EVT-07")
def test_a_delivery_names_the_booking_and_the_kind(life: DeliveredLife) -> None:
    require_booking_and_kind_named(life)


@verifies("EVT-11")
@pytest.mark.parametrize("kind", KINDS)
def test_every_matching_subscription_is_served(mailroom: Mailroom, life: DeliveredLife, kind: str) -> None:
    require_every_subscription_served(mailroom, life, kind)


@verifies("EVT-11")
def test_a_subscription_is_served_after_the_removal_of_another(mailroom: Mailroom) -> None:
    require_not_again(
        require_served_after_a_removal,
        remove_beside(mailroom),
        lambda: remove_beside(mailroom),
        "A subscription got no delivery after another was removed. A second pair did not show this.",
    )


@verifies("EVT-12")
def test_a_delivery_is_a_post_of_json(life: DeliveredLife) -> None:
    require_posts_of_json(life)
