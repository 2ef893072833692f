"""Checks that what happens to a booking is told to those who subscribed to it, where and how they asked."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted, within_budget
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder
from conformance.discovery.webhooks import listed_texts
from conformance.evidence.exchanges import NotJson
from conformance.evidence.receiver import Delivery, Receiver
from conformance.evidence.verdicts import Inconclusive, Violation, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible, read, read_cancelled
from conformance.suite.arranged.deliveries import (
    CANCELLED,
    CONFIRMED,
    KINDS,
    MODIFIED,
    Mailroom,
    Subscribed,
    Told,
    kinds_in,
    may_be_of,
    shows_only,
)
from conformance.suite.arranged.pending import asked_for, change_while_pending, wished
from conformance.suite.webhooks.telling import change_is_told, is_told, require_effect, something_is_told
from conformance.suite.webhooks.told_lives import ToldLife, told_life
from conformance.target.target import Target

# This many players are a booking that is changed before its course confirms it.
_CHANGED_BEFORE = 3


@pytest.fixture
def mailroom(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, receiver: Receiver, run: Run, target: Target
) -> Iterator[Mailroom]:
    """Opens subscriptions, and removes them after the check."""
    room = Mailroom(agency, bookings, tee_times, receiver, run, target)
    yield room
    room.clear()


@pytest.fixture(scope="session")
def life(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, receiver: Receiver, run: Run, target: Target
) -> ToldLife:
    """A booking made, changed and cancelled while seven subscriptions were open, and what arrived at each."""
    return told_life(Mailroom(agency, bookings, tee_times, receiver, run, target))


@verifies("EVT-01")
@pytest.mark.parametrize("made", [Mailroom.booked, Mailroom.booked_from_hold], ids=["at once", "from a hold"])
def test_a_cancellation_is_told(mailroom: Mailroom, made: Callable[[Mailroom, int], Told]) -> None:
    players = 1 if made is Mailroom.booked else 4
    is_told(mailroom, CANCELLED, lambda: made(mailroom, players), mailroom.cancelled)


@verifies("EVT-01")
def test_the_cancellation_of_a_changed_booking_is_told(mailroom: Mailroom) -> None:
    is_told(mailroom, CANCELLED, lambda: mailroom.changed(mailroom.booked(2), 3), mailroom.cancelled)


@verifies("EVT-02")
@pytest.mark.parametrize(("before", "after"), [(2, 4), (3, 1)])
def test_a_change_of_players_is_told(mailroom: Mailroom, before: int, after: int) -> None:
    change_is_told(mailroom, lambda: mailroom.booked(before), {"players": after})


@verifies("EVT-02")
def test_a_change_of_the_special_requests_is_told(mailroom: Mailroom) -> None:
    change_is_told(mailroom, mailroom.booked, {"specialRequests": "Two buggies, please."})


@verifies("EVT-02")
def test_a_second_change_is_told(mailroom: Mailroom) -> None:
    changes = {"players": 3, "specialRequests": "Three buggies, please."}
    change_is_told(mailroom, lambda: mailroom.changed(mailroom.booked(1), 2), changes)


@verifies("EVT-02")
def test_a_subscription_is_told_again_and_again(mailroom: Mailroom) -> None:
    line, booking = mailroom.open(MODIFIED), mailroom.booked(1)

    told = [_is_told_of_a_change(mailroom, line, booking, players) for players in (2, 3, 1)]

    if all(told):
        return
    if not told[0] or any(_is_told_of_a_change(mailroom, line, booking, players) for players in (2, 3)):
        raise Inconclusive("Of some changes nothing arrived within the budget, which other cases judge.")
    require_effect(mailroom, booking, {"players": 3})
    if not something_is_told(mailroom, list(KINDS)):
        raise Inconclusive("Nothing arrives any more, at a new subscription neither. Can the target reach this run?")
    raise Violation(
        f"{MODIFIED} is delivered after every change",
        f"after three changes a delivery came in turn: {shown(told)}, and none after that",
    )


@verifies("EVT-03")
@pytest.mark.parametrize("players", [1, 4])
def test_a_new_online_booking_is_told(mailroom: Mailroom, players: int) -> None:
    is_told(mailroom, CONFIRMED, lambda: None, lambda _: mailroom.booked(players))


@verifies("EVT-03")
def test_a_booking_made_from_a_hold_is_told(mailroom: Mailroom) -> None:
    is_told(mailroom, CONFIRMED, lambda: None, lambda _: mailroom.booked_from_hold())


@verifies("EVT-04")
@pytest.mark.parametrize(("players", "beside"), [(1, ()), (3, ()), (4, (CANCELLED, MODIFIED))], ids=["1", "3", "4"])
def test_the_confirmation_by_the_course_is_told(
    mailroom: Mailroom,
    bookings: BookingDesk,
    courses: CourseFinder,
    run: Run,
    course_decisions: CourseDecisions,
    players: int,
    beside: Sequence[str],
) -> None:
    def confirm(booking: Told) -> Told:
        course_decisions.confirm(booking.id)
        return booking

    def pending() -> Told:
        made = asked_for(bookings, next(wishes), players)
        if players == _CHANGED_BEFORE:
            change_while_pending(bookings, made.id)
        return mailroom.knows_of(made)

    wishes = _wishes(courses, run)
    is_told(mailroom, CONFIRMED, pending, confirm, beside=beside)


@verifies("EVT-02")
def test_a_change_of_a_pending_booking_is_told(
    mailroom: Mailroom, bookings: BookingDesk, courses: CourseFinder, run: Run
) -> None:
    wishes = if_possible(lambda: _wishes(courses, run))
    changes = {"specialRequests": "A trolley, please."}
    is_told(
        mailroom,
        MODIFIED,
        lambda: mailroom.knows_of(if_possible(lambda: asked_for(bookings, next(wishes), 2))),
        lambda booking: if_possible(lambda: mailroom.modified(booking, changes)),
        unless_told=lambda booking: if_possible(lambda: require_effect(mailroom, booking, changes)),
    )


@verifies("EVT-05")
def test_only_the_kinds_subscribed_to_are_delivered(life: ToldLife) -> None:
    for kind, arrived in life.alone.items():
        foreign = [each for each in arrived if kinds_in(each) and kind not in kinds_in(each)]
        expect(not foreign, f"a subscription to {kind} alone gets nothing else", f"it got {_kinds_told(foreign)} too")
    for kind, arrived in life.alone.items():
        _countable(arrived, kind)


@verifies("EVT-05")
def test_a_kind_that_was_taken_out_is_not_delivered(mailroom: Mailroom) -> None:
    line = mailroom.open(*KINDS)
    narrowed = Subscribed({**line.body, "events": [CANCELLED]}, line.made)
    if_possible(lambda: accepted(mailroom.agency.put(mailroom.path(line), narrowed.body), "Changing a subscription"))
    moved = if_possible(lambda: mailroom.moved(narrowed))
    line = moved or narrowed

    foreign = if_possible(lambda: _foreign_to_a_cancellation(mailroom, line))
    if not foreign:
        return
    if not moved and not shows_only(listed_texts(mailroom.agency)[1], line.url, [CANCELLED]):
        raise Inconclusive("The list does not show that the kinds were taken out, which WHK-03 judges.")
    # The change may have taken a moment.
    if not _foreign_to_a_cancellation(mailroom, line):
        raise Inconclusive("Another kind was delivered right after it was taken out, and not later.")
    raise Violation(f"a subscription narrowed to {CANCELLED} gets nothing else", f"it got {_kinds_told(foreign)} too")


@verifies("EVT-06")
@pytest.mark.parametrize("suffix", ["", "?agency=conformance&desk=2"], ids=["path", "query"])
def test_deliveries_go_to_the_url_of_the_subscription(mailroom: Mailroom, suffix: str) -> None:
    line = mailroom.open(CANCELLED, suffix=suffix)
    booking = mailroom.cancelled(mailroom.booked())

    here = mailroom.receiver.wait_for_delivery(
        lambda _: _exactly_at(mailroom, line) or _strays(mailroom, line, booking),
        mailroom.target.budgets.delivery_seconds,
    )

    strays = _strays(mailroom, line, booking)
    expect(not strays, f"the delivery arrives at {line.url}", f"it arrived at {[each.path for each in strays]}")
    if not here:
        raise Inconclusive("No delivery arrived anywhere, which EVT-01 judges.")


@verifies("EVT-07")
def test_a_delivery_names_the_booking_and_the_kind(life: ToldLife) -> None:
    for kind, delivery in life.first_of_each_kind().items():
        expect(
            life.booking.in_(delivery),
            f"the delivery names the booking, by one of {list(life.booking.names)}",
            f"it says {delivery.text[:300]}",
        )
        expect(delivery.mentions(kind), f"the delivery names its kind, {kind}", f"it says {delivery.text[:300]}")


@verifies("EVT-11")
@pytest.mark.parametrize("kind", KINDS)
def test_every_matching_subscription_is_served(life: ToldLife, kind: str) -> None:
    served = [bool(arrived) for arrived in life.about_it[kind]]

    if not any(served):
        raise Inconclusive("No delivery arrived at any subscription, which EVT-01 to EVT-03 judge.")
    expect(
        all(served),
        f"{len(served)} subscriptions to {kind} get a delivery each",
        f"they got one, in the order in which they were made: {shown(served)}",
    )


@verifies("EVT-12")
def test_a_delivery_is_a_post_of_json(life: ToldLife) -> None:
    for delivery in life.first_of_each_kind().values():
        expect(delivery.method == "POST", "the method of a delivery is POST", f"it is {delivery.method}")
        try:
            expect(
                isinstance(delivery.body, dict | list),
                "the body of a delivery is a JSON object or array",
                f"it is {delivery.text[:300]}",
            )
        except NotJson as error:
            raise Violation("the body of a delivery is JSON", f"{error}: {delivery.text[:300]}") from error


@verifies("EVT-14")
@pytest.mark.parametrize("kind", [CANCELLED, MODIFIED])
def test_what_is_told_can_be_read(mailroom: Mailroom, bookings: BookingDesk, target: Target, kind: str) -> None:
    booking = mailroom.booked(2)
    line = mailroom.open(kind)
    member, wanted = ("status", "cancelled") if kind == CANCELLED else ("players", 3)

    mailroom.cancelled(booking) if kind == CANCELLED else mailroom.changed(booking, 3)
    _first(mailroom, line, booking)
    if kind == CANCELLED:
        seen = read_cancelled(bookings, booking.id, target).get(member)
    else:
        seen = within_budget(
            lambda: read(bookings, booking.id).get(member),
            lambda value: value == wanted,
            seconds=target.budgets.visibility_seconds,
        )

    expect(
        seen == wanted,
        f"{member} is {wanted} once {kind} has arrived",
        f"{member} of booking {booking.id} is {shown(seen)}",
    )


def _is_told_of_a_change(mailroom: Mailroom, line: Subscribed, booking: Told, players: int) -> bool:
    """Whether something more arrives at *line* after a change to so many players."""
    before = len(mailroom.so_far(line, booking))
    mailroom.changed(booking, players)

    def more(_: object) -> list[Delivery]:
        found = mailroom.so_far(line, booking)
        return found if len(found) > before else []

    return bool(mailroom.receiver.wait_for_delivery(more, mailroom.target.budgets.delivery_seconds))


def _wishes(courses: CourseFinder, run: Run) -> Iterator[OfferedTeeTime]:
    """A wish for each attempt on the declared offline course. Raises `Untested` where none is declared."""
    return iter([wished(courses, run, time) for time in ("08:20", "09:40", "11:10")])


def _first(mailroom: Mailroom, line: Subscribed, booking: Told) -> Delivery:
    """The first delivery about *booking*. Raises `Inconclusive` when none comes: EVT-01 to EVT-03 judge that."""
    found = mailroom.arrived(line, booking)
    if not found:
        raise Inconclusive("No delivery arrived within the budget, which EVT-01 to EVT-03 judge.")
    return found[0]


def _foreign_to_a_cancellation(mailroom: Mailroom, line: Subscribed) -> Sequence[Delivery]:
    """Deliveries at *line* about a new booking, made and cancelled, that name kinds, but not that of a cancellation.

    Raises `Inconclusive` when the cancellation is not told.
    """
    mailroom.rests()
    booking = mailroom.cancelled(mailroom.booked())
    if not mailroom.arrived(line, booking, CANCELLED):
        raise Inconclusive(f"No delivery of {CANCELLED} arrived, which EVT-01 judges.")
    return mailroom.quiet(
        lambda _: [one for one in mailroom.so_far(line, booking) if not may_be_of(one, CANCELLED)],
    )


def _kinds_told(deliveries: Sequence[Delivery]) -> str:
    return ", ".join(sorted({kind for each in deliveries for kind in kinds_in(each)}))


def _countable(deliveries: Sequence[Delivery], kind: str) -> None:
    """Raise `Inconclusive` when *deliveries* to a subscription to *kind* do not show that they are of that kind."""
    if not deliveries:
        raise Inconclusive(f"No delivery of {kind} arrived, which EVT-01 to EVT-03 judge.")
    if len(deliveries) > 1 and not all(kinds_in(each) for each in deliveries):
        raise Inconclusive(f"{len(deliveries)} deliveries arrived that name no kind, so some may be of another one.")


def _exactly_at(mailroom: Mailroom, line: Subscribed) -> list[Delivery]:
    return [each for each in mailroom.receiver.everything() if line.url.endswith(each.path)]


def _strays(mailroom: Mailroom, line: Subscribed, booking: Told) -> list[Delivery]:
    """Deliveries that name *booking* and arrived at another address than that of *line*, its only subscription."""
    return [each for each in mailroom.receiver.strays(line.url) if booking.in_(each)]
