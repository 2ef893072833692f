"""A tee-time hold: places kept for 15 minutes, and how a booking uses them. Spec: Tee-time hold and booking hook."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from mock_server.domain.refusals import HoldAlreadyUsed, HoldExpired, HoldMismatch

HOLD_DURATION = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class TeeTimeHold:
    """Places kept for an agency. *booking_id* is the booking it completed, or None while it is unused."""

    id: str
    agency: str
    course_id: str
    play_date: date
    tee_time: time
    players: int
    green_fee: Decimal
    created_at: datetime
    expires_at: datetime
    booking_id: str | None


def require_usable(hold: TeeTimeHold, now: datetime) -> None:
    """Refuses a hold that is used or has expired. It expires at the second of its expiry. Assumption A-27.

    Raises HoldAlreadyUsed or HoldExpired.
    """
    if hold.booking_id is not None:
        raise HoldAlreadyUsed(hold.id, hold.booking_id)
    if now >= hold.expires_at:
        raise HoldExpired(hold.id, hold.expires_at)


def require_match(hold: TeeTimeHold, course_id: str, play_date: date, tee_time: time, players: int) -> None:
    """Refuses a booking that differs from what is held; fewer players are fine. Assumption A-27.

    Raises HoldMismatch.
    """
    pairs = (
        ("courseId", hold.course_id, course_id),
        ("date", str(hold.play_date), str(play_date)),
        ("teeTime", f"{hold.tee_time:%H:%M}", f"{tee_time:%H:%M}"),
    )
    for member, held, asked in pairs:
        if held != asked:
            raise HoldMismatch(hold.id, member, held, asked)
    if players > hold.players:
        raise HoldMismatch(hold.id, "players", f"at most {hold.players}", str(players))
