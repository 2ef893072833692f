"""When cancelled bookings say that they were cancelled."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from conformance.asking.oracles import part
from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.discovery import MovableClock
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.bookings.cancelled_bookings import LONG_ENOUGH_TO_TELL, Cancellation, apart


def require_dated_when_cancelled(cancellations: Iterable[Cancellation], clock: MovableClock) -> None:
    """Raises `Violation` unless every cancellationDate is the time at which cancel answered, and after createdAt."""
    for cancellation in cancellations:
        dates = _require_dated_by_its_answer(cancellation)
        _require_moving_clock(cancellation, dates, clock)
        _require_dated_after_creation(cancellation, dates)


def require_dated_days_later(cancellation: Cancellation) -> None:
    """As `require_dated_when_cancelled`, for a booking that was created days before by the clock of the target. Raises
    `NoEvidence` when it could not be cancelled.
    """
    if not cancellation.answer.is_success:
        raise NoEvidence("The booking was not cancelled, which BKX-10 judges.")
    _require_dated_after_creation(cancellation, _require_dated_by_its_answer(cancellation))


@dataclass(frozen=True)
class _Dates:
    created_at: datetime
    cancelled_at: datetime


def _require_dated_by_its_answer(cancellation: Cancellation) -> _Dates:
    value = part(cancellation.body, "data.cancellationDate", judge=False)
    cancelled_at = known_moment(value, "cancellationDate")
    created_at = known_moment(cancellation.booked.shown("createdAt"), "createdAt")
    answer, asked_at = cancellation.answer, cancellation.answer.answered_at
    expected = f"cancellationDate lies within 5 minutes of {asked_at.isoformat()}, when cancel answered"
    actual = f"{answer.where} answered with cancellationDate {value}"
    expect(abs(cancelled_at - asked_at) <= CLOCKS_AGREE_WITHIN, expected, actual, answer)
    return _Dates(created_at, cancelled_at)


def _require_dated_after_creation(cancellation: Cancellation, dates: _Dates) -> None:
    expected = f"cancellationDate lies after createdAt, {dates.created_at.isoformat()}"
    actual = f"{cancellation.answer.where} answered with cancellationDate {dates.cancelled_at.isoformat()}"
    expect(dates.cancelled_at > dates.created_at, expected, actual)


def _require_moving_clock(cancellation: Cancellation, dates: _Dates, clock: MovableClock) -> None:
    """Raises `Inconclusive` when the clock of the target cannot show which of the two moments came first, and
    `NoEvidence` when a clock that moves will show it later.
    """
    created_at, cancelled_at = dates.created_at, dates.cancelled_at
    stands_still = cancelled_at <= created_at and clock.now() <= created_at
    if stands_still or apart(cancellation.booked.answer, cancellation.answer) < LONG_ENOUGH_TO_TELL:
        raise Inconclusive("The clock of the target does not move, so the check cannot distinguish its times.")
    if cancelled_at == created_at and not (created_at.second or created_at.microsecond):
        kind = NoEvidence if clock.moves else Inconclusive
        raise kind("Both times are the same whole minute, so they do not show which came first.")
