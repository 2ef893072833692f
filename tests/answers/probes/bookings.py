"""Probes of bookings: changes, cancellations, and the answer of the course."""

from typing import Any

from tests.answers.asking import Asker, decided, made, tee_times, word_for
from tests.answers.registry import probe
from tests.sandbox.trade import TeeTime, booking, offline

_BOOKINGS = "/travel/bookings"


def _booked(asks: Asker, tee_time: TeeTime | None = None, **changes: Any) -> Any:
    return made(asks.post(_BOOKINGS, booking(tee_time or tee_times(asks)[0], **changes)))


def _read(asks: Asker, booking_id: str) -> Any:
    return made(asks.get(f"{_BOOKINGS}/{booking_id}"))


@probe("A-29")
def change_of_a_booking(asks: Asker) -> str:
    """A change of the players alone, a change of a member that no document names, and a change of nothing."""
    before = _booked(asks, agencyBookingReference="MGT-1")
    path = f"{_BOOKINGS}/{before['id']}"
    changed = asks.put(path, {"players": 1})
    after = _read(asks, before["id"])
    other, nothing = asks.put(path, {"teeTime": "10:00"}).status, asks.put(path, {}).status
    is_partial = changed.shown == after and (after["players"], after["agencyBookingReference"]) == (1, "MGT-1")
    return decided(
        ("no-body", changed.is_success and not changed.text),
        ("replace", after.get("agencyBookingReference") is None),
        ("ignore-others", other == 200),
        ("partial", is_partial and (other, nothing) == (400, 400)),
        seen=(changed, other, nothing),
    )


@probe("A-30")
def status_after_a_change(asks: Asker) -> str:
    """A change of the requests and a change of the players, at a course that has confirmed."""
    booking_id = _booked(asks, offline("offline-confirms"))["id"]
    asks.advance("PT30M")
    assert _read(asks, booking_id)["status"] == "confirmed"
    statuses = []
    for change in ({"specialRequests": "A buggy."}, {"players": 1}):
        made(asks.put(f"{_BOOKINGS}/{booking_id}", change))
        statuses.append(_read(asks, booking_id)["status"])
    words = {
        ("confirmed", "pending"): "pending-at-offline",
        ("confirmed", "confirmed"): "never",
        ("pending", "pending"): "every-change",
    }
    return word_for(tuple(statuses), words)


@probe("A-31")
def cancellation_of_a_pending_booking(asks: Asker) -> str:
    """A cancellation before the course has answered."""
    booking_id = _booked(asks, offline("offline-silent"))["id"]
    cancelled = asks.delete(f"{_BOOKINGS}/{booking_id}")
    after = _read(asks, booking_id)["status"]
    return word_for((cancelled.is_success, after), {(True, "cancelled"): "accept", (False, "pending"): "refuse"})


@probe("A-32")
def after_a_cancellation(asks: Asker) -> str:
    """A second cancellation of a booking, and a change of the cancelled booking."""
    path = f"{_BOOKINGS}/{_booked(asks)['id']}"
    first, second = asks.delete(path), asks.delete(path)
    changed = asks.put(path, {"players": 1}).status
    is_same = second.is_success and first.shown == second.shown
    return decided(
        ("404", 404 in (second.status, changed)),
        ("refuse", second.status == 409),
        ("same", is_same and changed == 409),
        seen=(first, second, changed),
    )


@probe("A-33")
def inside_the_cutoffs(asks: Asker) -> str:
    """A change and a cancellation exactly 24 hours before the tee time, and a second later."""
    first, second, *_ = tee_times(asks)
    paths = [f"{_BOOKINGS}/{_booked(asks, tee_time)['id']}" for tee_time in (first, second)]
    # Spain is two hours ahead of UTC in May.
    hour = int(first.time[:2]) - 2
    asks.freeze(f"2040-05-11T{hour:02}:{first.time[3:]}:00Z")
    on_the_line = (asks.put(paths[0], {"players": 1}).status, asks.delete(paths[0]).status)
    hour = int(second.time[:2]) - 2
    asks.freeze(f"2040-05-11T{hour:02}:{second.time[3:]}:01Z")
    later = (asks.put(paths[1], {"players": 1}).status, asks.delete(paths[1]).status)
    word = word_for(later, {(409, 409): "409", (422, 422): "422", (200, 200): "fee"})
    return decided((word, on_the_line == (200, 200)), seen=(on_the_line, later))


@probe("A-34")
def refusal_of_the_course(asks: Asker) -> str:
    """A booking at a course that declines after half an hour."""
    booking_id = _booked(asks, offline("offline-declines"))["id"]
    asks.advance("PT30M")
    after = _read(asks, booking_id)
    return decided(
        ("own-status", after["status"] not in ("confirmed", "pending", "cancelled")),
        ("cancelled", after["status"] == "cancelled" and "cancellationReason" in after),
        seen=after,
    )


@probe("A-64")
def two_changes_at_the_same_time(asks: Asker) -> str:
    """A change without a tag, and a change with the tag of a former state."""
    path = f"{_BOOKINGS}/{_booked(asks)['id']}"
    read = asks.get(path)
    tag = read.headers.get("etag")
    plain = asks.put(path, {"players": 1})
    late = asks.put(path, {"players": 2}, If_Match=tag or '"former"')
    return decided(
        ("if-match-required", plain.status == 428),
        ("version-in-body", "version" in read.shown),
        ("no-tags", tag is None and "etag" not in plain.headers),
        ("etag-optional", plain.status == 200 and late.status == 412 and plain.headers.get("etag") != tag),
        seen=(tag, plain, late),
    )
