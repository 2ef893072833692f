"""The bookings that the checks of new bookings share: all party sizes, ways and texts in few bookings."""

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder, without
from conformance.evidence.exchanges import Role
from conformance.suite.arranged.booked import (
    UNUSUAL_NAMES,
    UNUSUAL_TEXTS,
    Booked,
    book,
    book_from_hold,
    book_unusually,
    lead_player,
    whole_tee_times,
)
from conformance.target.target import Target

# Places among the bookings of `book_stock` after the first, which is for one player.
_FROM_HOLDS = (0, 3)
_BESIDE_THE_FIRST = 1

# Its place among them: a booking whose reference is digits alone.
_WITH_DIGITS = 5

# By its place among them, a booking whose special requests are unusual.
_TEXT_OF = {2: 0, 4: 1}

# By its place among the bodies, a lead player with the address of another lead player: families share addresses.
_ADDRESS_OF = {6: 3}


def book_stock(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> tuple[Booked, ...]:
    """Seven bookings on three days: every party size, different lead players, and without each optional member.

    Two bookings complete holds, two bookings share a tee time, two have unusual texts and one has a reference of
    digits, where the target accepts that.
    """
    days = [tee_times.fresh_day(tee_times=3) for _ in range(3)]
    free = iter(whole_tee_times(days))
    (alone, body), *others = _stock_bodies(desk, free)
    first = book_unusually(desk, body, alone, leadPlayer=UNUSUAL_NAMES)
    rest = [
        _book_as_its_turn_says(desk, number, body, tee_time, target)
        for number, (tee_time, body) in enumerate(others)
        if number != _BESIDE_THE_FIRST
    ]
    tee_time, body = others[_BESIDE_THE_FIRST]
    return (first, *rest, _book_beside(desk, body, alone, tee_time))


def book_where_one_was_cancelled(desk: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Books and cancels, and books the same tee time again where the cancellation is accepted. Whether the target takes
    the second booking is open.
    """
    tee_time = tee_times.fresh()
    first = book(desk, desk.body(tee_time, 1), tee_time)
    again = desk.create(tee_time, 2) if desk.cancel(first.id).is_success else None
    if again is not None and not again.is_success:
        again.mark(Role.attempt)


def _book_as_its_turn_says(
    desk: BookingDesk, number: int, body: Mapping[str, Any], tee_time: OfferedTeeTime, target: Target
) -> Booked:
    """The booking of *body*: from a hold, with unusual special requests, or plainly, by its *number*."""
    if number in _FROM_HOLDS:
        return book_from_hold(desk, body, tee_time, target)
    if number == _WITH_DIGITS:
        return book_unusually(desk, body, tee_time, agencyBookingReference=desk.reference_in_digits())
    if number in _TEXT_OF:
        return book_unusually(desk, body, tee_time, specialRequests=UNUSUAL_TEXTS[_TEXT_OF[number]])
    return book(desk, body, tee_time)


def _book_beside(desk: BookingDesk, body: Mapping[str, Any], shared: OfferedTeeTime, alone: OfferedTeeTime) -> Booked:
    """The booking of *body* at the tee time *shared* with another or, where that is refused, at *alone*."""
    beside = dict(body) | {"date": shared.play_date.isoformat(), "teeTime": shared.time, "courseId": shared.course_id}
    answer = desk.post(beside)
    if answer.is_success:
        return Booked(shared, beside, answer)
    answer.mark(Role.attempt)
    return book(desk, body, alone)


def _stock_bodies(desk: BookingDesk, free: Iterator[OfferedTeeTime]) -> Iterator[tuple[OfferedTeeTime, dict[str, Any]]]:
    left_out: tuple[tuple[int, tuple[str, ...]], ...] = (
        (1, ()),
        (2, ("leadPlayer.phone", "agencyBookingReference", "specialRequests")),
        (3, ()),
        (4, ("leadPlayer.phone",)),
        (3, ("specialRequests",)),
        (4, ("agencyBookingReference",)),
        (2, ()),
    )
    for number, (players, members) in enumerate(left_out):
        tee_time = next(free)
        address = lead_player(_ADDRESS_OF.get(number, number))["email"]
        body = desk.body(tee_time, players, leadPlayer=lead_player(number) | {"email": address})
        for member in members:
            body = without(body, member)
        yield tee_time, body
