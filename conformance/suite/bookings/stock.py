"""The bookings that the checks of new bookings share: all party sizes, ways and texts in few bookings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder, without
from conformance.evidence.exchanges import Role
from conformance.suite.arranged.booked import (
    ADDRESS_WITH_A_PLUS,
    LONG_NAMES,
    LONG_TEXT,
    UNUSUAL_NAMES,
    UNUSUAL_TEXTS,
    Booked,
    book,
    book_unusually,
    lead_player,
    whole_tee_times,
)
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.target.target import Target


@dataclass(frozen=True)
class _Wish:
    """A booking of the stock for *players*, without the members *left_out*, and what is unusual about it.

    It completes a hold, is *beside_the_first* booking of the stock at one tee time, or is sent directly. Its e-mail
    address is the *address_of* another lead player, named by number: families share addresses.
    """

    players: int
    left_out: tuple[str, ...] = ()
    from_a_hold: bool = False
    beside_the_first: bool = False
    unusual: Mapping[str, Any] = field(default_factory=dict)
    has_reference_in_digits: bool = False
    address_of: int | None = None


_STOCK = (
    _Wish(1, unusual={"leadPlayer": UNUSUAL_NAMES | ADDRESS_WITH_A_PLUS}),
    _Wish(
        2,
        left_out=("leadPlayer.phone", "agencyBookingReference", "specialRequests"),
        from_a_hold=True,
        unusual={"leadPlayer": LONG_NAMES},
    ),
    _Wish(3, beside_the_first=True),
    _Wish(4, left_out=("leadPlayer.phone",), unusual={"specialRequests": UNUSUAL_TEXTS[0]}),
    _Wish(3, left_out=("specialRequests",), from_a_hold=True, has_reference_in_digits=True),
    _Wish(4, left_out=("agencyBookingReference",), unusual={"specialRequests": UNUSUAL_TEXTS[1]}),
    _Wish(2, has_reference_in_digits=True, address_of=3, unusual={"specialRequests": LONG_TEXT}),
)


def book_stock(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> tuple[Booked, ...]:
    """Seven bookings on three days: every party size, different lead players, and without each optional member.

    Two bookings complete holds, two bookings share a tee time, two lead players have unusual names, three bookings
    have unusual texts and one has a reference of digits, where the target accepts that.
    """
    days = [tee_times.fresh_day(tee_times=3) for _ in range(3)]
    booked: list[Booked] = []
    for number, (wish, tee_time) in enumerate(zip(_STOCK, whole_tee_times(days), strict=False)):
        body = _body_of(desk, number, wish, tee_time)
        shared = booked[0].tee_time if wish.beside_the_first else None
        booked.append(_book(desk, wish, body, tee_time, shared, target))
    return tuple(booked)


def _body_of(desk: BookingDesk, number: int, wish: _Wish, tee_time: OfferedTeeTime) -> dict[str, Any]:
    body = desk.body(tee_time, wish.players, leadPlayer=lead_player(number, address_of=wish.address_of))
    for member in wish.left_out:
        body = without(body, member)
    return body


def _book(
    desk: BookingDesk,
    wish: _Wish,
    body: Mapping[str, Any],
    tee_time: OfferedTeeTime,
    shared: OfferedTeeTime | None,
    target: Target,
) -> Booked:
    """The booking of *body* as its *wish* says, at *tee_time* or beside the booking at the tee time *shared*."""
    if shared is not None:
        return _book_beside(desk, body, shared, tee_time)
    digits = {"agencyBookingReference": desk.reference_in_digits()} if wish.has_reference_in_digits else {}
    if wish.from_a_hold:
        return book_from_hold(desk, body, tee_time, target, **digits, **wish.unusual)
    return book_unusually(desk, body, tee_time, **digits, **wish.unusual)


def book_where_one_was_cancelled(desk: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Books and cancels, and books the same tee time again where the cancellation is accepted. Whether the target takes
    the second booking is open.
    """
    tee_time = tee_times.fresh()
    first = book(desk, desk.body(tee_time, 1), tee_time)
    again = desk.create(tee_time, 2) if desk.cancel(first.id).is_success else None
    if again is not None and not again.is_success:
        again.mark(Role.attempt)


def _book_beside(desk: BookingDesk, body: Mapping[str, Any], shared: OfferedTeeTime, alone: OfferedTeeTime) -> Booked:
    """The booking of *body* at the tee time *shared* with another or, where that is refused, at *alone*."""
    beside = dict(body) | {"date": shared.play_date.isoformat(), "teeTime": shared.time, "courseId": shared.course_id}
    answer = desk.post(beside)
    if answer.is_success:
        return Booked(shared, beside, answer)
    answer.mark(Role.attempt)
    return book(desk, body, alone)
