"""When a client asks for another tee time: before it knows about the first, or beside a pending one. Spec: Bookings."""

from collections.abc import Iterator

from conformance.grading.calls import TEE_TIME_WISHES, Call, CallOutcome, ClientTraffic
from conformance.grading.observations import Observation, decides, right, wrong

_DECIDES = ("cancelBooking", "getBooking", "listBookings")


@decides("ABK-19")
def nothing_else_is_asked_for_before_the_fate_is_known(traffic: ClientTraffic) -> Iterator[Observation]:
    """While the fate of a booking is unknown, a client asks for no other tee time of the same course and day."""
    for call in traffic.of("createBooking"):
        if call.outcome is not CallOutcome.unknown:
            continue
        other = next((later for later in traffic.after(call) if _is_instead(later, call)), None)
        if other is None or _was_found_out(traffic, call, other):
            yield right(call)
        else:
            sentence = f"the answer to {call.where} was lost, and {other.where} asks for another tee time of the day"
            yield wrong(sentence, call, other)


def _is_instead(later: Call, lost: Call) -> bool:
    is_of_the_day = later.operation in TEE_TIME_WISHES and later.tee_time[:2] == lost.tee_time[:2]
    return is_of_the_day and later.asked.get("players") == lost.asked.get("players") and later.tee_time != lost.tee_time


def _was_found_out(traffic: ClientTraffic, lost: Call, other: Call) -> bool:
    """Whether the client repeats the lost booking, also later, or read its bookings before it asked for the other."""
    for later in traffic.after(lost):
        is_read = later.operation == "listBookings" and later.is_accepted and other.is_after(later)
        if later.question == lost.question or is_read:
            return True
    return False


@decides("ABK-24")
def a_pending_booking_is_ended_before_another(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client asks no second course for the time of a pending booking while the first course may still confirm."""
    for call in traffic.of("createBooking"):
        if not (call.is_accepted and call.data.get("status") == "pending"):
            continue
        other = next((later for later in traffic.after(call) if _is_elsewhere(later, call)), None)
        if other is None or _is_decided(traffic, call, other):
            yield right(call)
        else:
            sentence = f"{call.where} is pending, and {other.where} asks another course for the same time"
            yield wrong(sentence, call, other)


def _is_elsewhere(later: Call, pending: Call) -> bool:
    is_same = later.tee_time[1:] == pending.tee_time[1:] and later.asked.get("players") == pending.asked.get("players")
    return later.operation == "createBooking" and is_same and later.course_id != pending.course_id


def _is_decided(traffic: ClientTraffic, pending: Call, other: Call) -> bool:
    """Whether the client had cancelled the pending booking, or knew the answer of the course, when it sent *other*."""
    booking_id = str(pending.data.get("id"))
    if any(attempt.about == booking_id and attempt.is_taken for attempt in traffic.attempts_before(other)):
        return True
    for later in traffic.after(pending):
        if not (later.operation in _DECIDES and later.is_accepted and other.is_after(later)):
            continue
        shown = next((item for item in (later.data, *later.items) if item.get("id") == booking_id), {})
        if shown.get("status", "pending") != "pending":
            return True
    return False
