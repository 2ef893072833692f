"""A scenario compared with the plain scenario: whether the client got as far, and whether it did more. Pure."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.grading.calls import Call, CallOutcome, ClientTraffic
from conformance.grading.observations import Observation, right, wrong


@dataclass(frozen=True)
class Achieved:
    """What a client achieved. *goals* are the operations that were accepted at least once. *acts* count what changed
    something at the service, by the words for it; the repetition of an act is not a second act.
    """

    goals: frozenset[str]
    acts: Mapping[str, int]


def achieved_in(traffic: ClientTraffic) -> Achieved:
    """What the client achieved in *traffic*."""
    goals = frozenset(call.operation for call in traffic.calls if call.is_accepted and call.operation)
    return Achieved(goals, {words: len(set(acts(traffic))) for words, acts in _ACTS.items()})


def survival(plain: Achieved, traffic: ClientTraffic) -> Observation:
    """Whether the client reached every operation that it reaches when nothing happens."""
    missing = sorted(plain.goals - achieved_in(traffic).goals)
    calls: Sequence[Call] = traffic.calls[-1:]
    return wrong(f"the client never got as far as {', '.join(missing)}", *calls) if missing else right(*calls)


def restraint(plain: Achieved, traffic: ClientTraffic) -> Observation:
    """Whether the client booked, changed and cancelled no more than it does when nothing happens."""
    more = [
        f"{count} {words} instead of {plain.acts[words]}"
        for words, count in achieved_in(traffic).acts.items()
        if count > plain.acts[words]
    ]
    writes = [
        call for call in traffic.calls if call.operation in _OPERATIONS and call.outcome is not CallOutcome.refused
    ]
    return wrong(f"the calls of the client led to {', '.join(more)}", *writes) if more else right(*writes)


def _bookings(traffic: ClientTraffic) -> Iterator[object]:
    """The bookings that an answer showed, and the bookings that the service created although the answer was lost."""
    for call in traffic.of("createBooking"):
        if call.is_accepted and "id" in call.data:
            yield str(call.data["id"])
        elif call.outcome is CallOutcome.unknown:
            yield from (booking.id for booking in traffic.stored or () if booking.is_asked_for_by(call))


def _changes(traffic: ClientTraffic) -> Iterator[object]:
    for call in traffic.of("updateBooking"):
        if call.outcome is not CallOutcome.refused:
            yield call.object_id, json.dumps(call.sent, sort_keys=True)


def _cancellations(traffic: ClientTraffic) -> Iterator[object]:
    return (call.object_id for call in traffic.of("cancelBooking") if call.outcome is not CallOutcome.refused)


def _created_by(operation: str) -> Callable[[ClientTraffic], Iterator[object]]:
    def created(traffic: ClientTraffic) -> Iterator[object]:
        return (str(call.data["id"]) for call in traffic.of(operation) if call.is_accepted and "id" in call.data)

    return created


_ACTS: Mapping[str, Callable[[ClientTraffic], Iterator[object]]] = {
    "bookings": _bookings,
    "changes": _changes,
    "cancellations": _cancellations,
    "booking hooks": _created_by("createBookingHook"),
    "groups": _created_by("createGroupBooking"),
}
_OPERATIONS = frozenset({"createBooking", "updateBooking", "cancelBooking", "createBookingHook", "createGroupBooking"})
