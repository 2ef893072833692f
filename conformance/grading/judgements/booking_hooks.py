"""How a client uses booking hooks, which it can neither list nor read. Spec: Booking hooks."""

from collections.abc import Iterator

from conformance.grading.calls import Call, CallOutcome, ClientTraffic
from conformance.grading.observations import Observation, decides, judged, right, wrong

_ENDS = ("confirmBookingHook", "releaseBookingHook")
_CLOSED = frozenset({"booking_hook_expired", "booking_hook_closed", "booking_hook_not_found"})


def _hooks(traffic: ClientTraffic) -> Iterator[tuple[str, Call]]:
    for call in traffic.of("createBookingHook"):
        if call.is_accepted and "id" in call.data:
            yield str(call.data["id"]), call


@decides("AHK-01")
def hooks_are_decided(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client confirms or releases each hook, and does not let it run out: other agencies wait for its places."""
    ended = {call.object_id for call in traffic.of(*_ENDS)}
    for hook_id, call in _hooks(traffic):
        yield judged(hook_id in ended, f"booking hook {hook_id} was neither confirmed nor released", call)


@decides("AHK-02")
def a_closed_hook_is_left_alone(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a refusal because a hook is over, a client does not ask for the same hook again."""
    for call in traffic.of(*_ENDS):
        if call.code in _CLOSED:
            again = next((later for later in traffic.after(call) if later.question == call.question), None)
            if again is None:
                yield right(call)
            else:
                yield wrong(f"{call.where} was refused with {call.code}, and was sent again", call, again)


@decides("AHK-03")
def a_lost_decision_is_repeated(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer to a confirmation or a release, a client asks again: nothing else shows what happened."""
    for call in traffic.of(*_ENDS):
        if call.outcome is CallOutcome.unknown:
            asked = any(_finds_out(later, call) for later in traffic.after(call))
            yield judged(asked, f"the answer to {call.where} was lost, and the client never asked again", call)


def _finds_out(later: Call, call: Call) -> bool:
    is_list = later.operation == "listBookings" and call.operation == "confirmBookingHook"
    return later.question == call.question or is_list


@decides("AHK-04")
def a_lost_hook_keeps_its_key(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a lost answer to a new hook, a client repeats it only with the same Idempotency-Key."""
    for call in traffic.of("createBookingHook"):
        if call.outcome is CallOutcome.unknown:
            again = next((later for later in traffic.after(call) if later.wish == call.wish), None)
            if again is None or (call.key is not None and call.key == again.key):
                yield right(call)
            else:
                yield wrong(f"the answer to {call.where} was lost, and the client sent a second hook", call, again)
