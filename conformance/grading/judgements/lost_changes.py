"""What a client does after a lost answer to a change or a cancellation. Spec: Bookings."""

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.grading.calls import Call, ClientTraffic
from conformance.grading.judgements.bookings import CANCELLED, MAY_CHANGE, lost, was_tried_before
from conformance.grading.observations import Observation, decides, judged

_READS = ("listBookings", "getBooking")


@decides("ABK-12")
def a_lost_cancellation_is_followed(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer to a cancellation, a client repeats it or reads the booking."""
    yield from _followed(traffic, "cancelBooking")


@decides("ABK-13")
def a_lost_change_is_followed(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer to a change, a client repeats the same change or reads the booking."""
    yield from _followed(traffic, "updateBooking")


def _followed(traffic: ClientTraffic, operation: str) -> Iterator[Observation]:
    for call in lost(traffic, operation):
        later = list(traffic.after(call))
        reads = [other for other in later if other.operation in _READS and other.is_accepted]
        undone = _undone_at_last(later, call)
        is_repeated = was_tried_before(traffic, call) or any(other.question == call.question for other in later)
        sentence = f"the answer to {call.where} was lost, and the client never asked again"
        if undone:
            sentence = f"the answer to {call.where} was lost, and {undone.where} shows that nothing was done"
        yield judged(is_repeated or (bool(reads) and not undone), sentence, call, *([undone] if undone else []))


def _undone_at_last(later: list[Call], lost: Call) -> Call | None:
    """The last read of the booking before the next write to it, if the read shows it as it was before *lost*."""
    last: Call | None = None
    for call in later:
        if call.is_write and call.object_id == lost.object_id and call.is_accepted:
            break
        if call.operation in _READS and call.is_accepted and _item_of(call, lost):
            last = call
    return last if last and _is_as_before(_item_of(last, lost), lost) else None


def _item_of(read: Call, call: Call) -> Mapping[str, Any]:
    """The booking of *call* as the read shows it; empty when the read does not show it."""
    shown: tuple[Mapping[str, Any], ...] = (read.data, *read.items)
    return next((item for item in shown if item.get("id") == call.object_id), {})


def _is_as_before(item: Mapping[str, Any], lost: Call) -> bool:
    if lost.operation == "cancelBooking":
        return bool(item.get("status", CANCELLED) != CANCELLED)
    # The journal of the sandbox hides special requests.
    compared = MAY_CHANGE - {"specialRequests"}
    return any(item[name] != wanted for name, wanted in lost.asked.items() if name in compared and name in item)
