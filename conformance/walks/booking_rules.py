"""How answers about bookings narrow the model. Pure: requests and answers in, narrower beliefs out.

Where the specification leaves an answer open, the model believes every answer. A refusal breaks a rule only where the
specification promises acceptance.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.walks.beliefs import ANYTHING, CANCELLED, CONFIRMED, PENDING, Belief, Booking, Deviation, only
from conformance.walks.ledger import Ledger
from conformance.walks.values import comparable_moment, plain

_FIXED = ("bookingReference", "createdAt", "course", "date", "teeTime")
TEXTS: Mapping[str, str] = {"agencyBookingReference": "BKC-07", "specialRequests": "BKC-08"}
CHANGED: Mapping[str, str] = {
    "players": "BKU-01",
    "specialRequests": "BKU-02",
    "agencyBookingReference": "BKU-03",
}


def booked(ledger: Ledger, tee_time: int, sent: Mapping[str, Any], shown: Mapping[str, Any]) -> Booking:
    """The booking that an accepted create shows. Raises `Deviation`."""
    booking = admitted(ledger, tee_time, sent, shown, Blames("BKC-25", "BKC-05", "BKC-01"))
    for hold in ledger.holds:
        # The document does not say whether a booking without a hold id uses up the own hold.
        if hold.tee_time == tee_time and "held" in hold.states:
            hold.states |= {"used"}
    for hook in ledger.hooks:
        if hook.tee_time == tee_time and "open" in hook.states:
            hook.states |= {"confirmed"}
    return booking


@dataclass(frozen=True)
class Blames:
    """The rows that a new booking breaks: *beyond* the free places, *other* than the request, with another *status*."""

    beyond: str
    other: str
    status: str | None


def admitted(
    ledger: Ledger, tee_time: int, sent: Mapping[str, Any], shown: Mapping[str, Any], blames: Blames
) -> Booking:
    """The booking that *shown* describes, from any operation. Raises `Deviation`."""
    players, left = int(sent["players"]), ledger.left(tee_time)
    if shown.get("status") == CONFIRMED and players > left:
        raise Deviation(
            blames.beyond,
            f"at most {left} players are confirmed for the {left} free places",
            f"{players} players are confirmed",
        )
    booking_id = str(shown["id"])
    if any(booking.id == booking_id for booking in ledger.bookings):
        raise Deviation("BKC-31", "a new booking has an id of its own", f"{booking_id} is the id of an earlier booking")
    booking = Booking(
        booking_id,
        tee_time,
        only(players, blames.other),
        only(CONFIRMED, blames.status),
        {name: only(plain(sent[name]), row) for name, row in TEXTS.items() if name in sent}
        | {"course": only(sent["courseId"], blames.other)}
        | {name: only(sent[name], blames.other) for name in ("date", "teeTime")},
    )
    read(booking, shown)
    _expect_what_create_showed(booking, shown)
    ledger.bookings.append(booking)
    return booking


def _expect_what_create_showed(booking: Booking, shown: Mapping[str, Any]) -> None:
    for name in ("bookingReference", "createdAt"):
        if name in shown:
            booking.members[name] = only(_comparable(name, shown[name]), "BKG-01")
    booking.members = {name: Belief(belief.possible, "BKG-01") for name, belief in booking.members.items()}
    booking.players = Belief(booking.players.possible, "BKG-01")


def read(booking: Booking, shown: Mapping[str, Any]) -> None:
    """Narrows by what a read of the booking shows; absent members change nothing. Raises `Deviation`."""
    if "status" in shown:
        status = booking.status.narrowed(shown["status"], "status")
        booking.status = Belief(status.possible, _steady_row(shown["status"]))
    if "players" in shown:
        booking.players = booking.players.narrowed(shown["players"], "players")
    for name, belief in booking.members.items():
        if name in shown:
            booking.members[name] = belief.narrowed(_comparable(name, shown[name]), name)
    if shown.get("cancellationDate"):
        moment = _comparable("cancellationDate", shown["cancellationDate"])
        booking.cancelled_at = booking.cancelled_at.narrowed(moment, "cancellationDate")


def explains(booking: Booking, shown: Mapping[str, Any]) -> bool:
    """Whether a read that shows this breaks nothing."""
    facts: Iterable[tuple[Belief, str]] = (
        (booking.status, "status"),
        (booking.players, "players"),
        *((belief, name) for name, belief in booking.members.items()),
    )
    return all(belief.allows(_comparable(name, shown[name])) for belief, name in facts if name in shown)


def _steady_row(status: Any) -> str | None:
    """What a booking that was seen with *status* breaks when it is seen with another, and nobody did anything."""
    return {CONFIRMED: "BST-02", CANCELLED: "BKX-09"}.get(str(status))


def not_readable(booking: Booking) -> None:
    """A read was refused. A cancelled booking may be gone for readers."""
    if booking.status.is_surely(CONFIRMED):
        raise Deviation("BKG-01", "a confirmed booking can be read", "reading it is refused")


def changed(ledger: Ledger, booking: Booking, change: Mapping[str, Any], *, accepted: bool) -> None:
    """Narrows by the answer to a request that changes *change* and repeats all other members."""
    if booking.status.is_surely(CANCELLED):
        _stays_cancelled(booking)
        # No rule restricts the members of a cancelled booking.
        booking.players = ANYTHING
        booking.members = {name: Belief(None) if name in TEXTS else belief for name, belief in booking.members.items()}
        return
    for name, value in change.items():
        _change_one(ledger, booking, name, value, accepted=accepted)
    booking.members = {
        name: Belief(belief.possible, "BKU-12") if name in _FIXED else belief
        for name, belief in booking.members.items()
    }
    if accepted:
        # The specification does not show the effect of a change on the status. But no change may cancel the booking.
        booking.status = Belief(frozenset({CONFIRMED, PENDING}), None)


def _change_one(ledger: Ledger, booking: Booking, name: str, value: Any, *, accepted: bool) -> None:
    old = booking.players if name == "players" else booking.members.get(name, ANYTHING)
    if name == "players" and _grows_beyond(ledger, booking, int(value)):
        new = Belief(old.possible, "BKU-08")
    elif accepted:
        new = only(plain(value), CHANGED[name])
    else:
        # A refusal may come after the change took effect, as with a time-out.
        new = Belief(None if old.possible is None else old.possible | {plain(value)}, old.row)
    if name == "players":
        booking.players = new
    else:
        booking.members[name] = new


def _grows_beyond(ledger: Ledger, booking: Booking, players: int) -> bool:
    if not booking.surely_takes:
        return False
    return players > booking.surely_takes and players - booking.surely_takes > ledger.left(booking.tee_time)


def _stays_cancelled(booking: Booking) -> None:
    booking.status = only(CANCELLED, "BKX-09")
    booking.cancelled_at = Belief(booking.cancelled_at.possible, "BKX-09")


def cancelled(booking: Booking, shown: Mapping[str, Any] | None, *, accepted: bool) -> None:
    """Narrows by an answer to DELETE; *shown* is its `data`, None when there is none.

    Raises `Deviation`.
    """
    if booking.status.is_surely(CANCELLED):
        _stays_cancelled(booking)
        return
    if not accepted:
        if booking.status.is_surely(CONFIRMED):
            raise Deviation("BKX-10", "a booking far outside the cutoff can be cancelled", "cancelling it is refused")
        booking.status = ANYTHING
        return
    booking.status = only(CANCELLED, "BKX-03")
    if shown:
        _expect_the_same_booking(booking, shown)
        if shown.get("cancellationDate"):
            booking.cancelled_at = only(_comparable("cancellationDate", shown["cancellationDate"]), "BKX-09")


def _expect_the_same_booking(booking: Booking, shown: Mapping[str, Any]) -> None:
    if "id" in shown and str(shown["id"]) != booking.id:
        raise Deviation(
            "BKX-02", f"the answer to the cancel is about booking {booking.id}", f"the answer is about {shown['id']}"
        )
    reference = booking.members.get("bookingReference")
    if reference and "bookingReference" in shown:
        Belief(reference.possible, "BKX-02").narrowed(
            shown["bookingReference"], "bookingReference of a cancelled booking"
        )


def touched_by_rival(booking: Booking, row: str) -> None:
    """Another agency tried to change or cancel the booking, which then breaks *row*."""
    if not booking.status.is_surely(CANCELLED):
        booking.status = Belief(booking.status.possible, row)
    booking.players = Belief(booking.players.possible, row)


def _comparable(name: str, value: Any) -> Any:
    """The part of a member on which two answers must agree."""
    if name in ("createdAt", "cancellationDate"):
        return comparable_moment(value)
    if name == "course":
        return value.get("id") if isinstance(value, dict) else value
    return plain(value) if name in TEXTS else value
