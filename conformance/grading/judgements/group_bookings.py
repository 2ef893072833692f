"""How a client books groups, which the service processes later. Spec: Group bookings."""

from collections.abc import Iterator

from conformance.grading.calls import Call, CallOutcome, ClientTraffic
from conformance.grading.observations import Observation, decides, judged, right, wrong

_LARGEST_BOOKING = 4
_FINAL = frozenset({"confirmed", "failed", "cancelled"})
_MOST_READS_AFTER_THE_END = 2
_LOOKS = ("findGroupSlots", "validateGroupBooking", "listTeeTimes", "checkAvailability")


@decides("AGR-01")
def each_party_takes_its_own_way(traffic: ClientTraffic) -> Iterator[Observation]:
    """Up to four players are a booking; more are a group."""
    for call in traffic.of("createBooking", "createGroupBooking"):
        players = call.asked.get("players", call.asked.get("totalPlayers"))
        if isinstance(players, int):
            is_group = call.operation == "createGroupBooking"
            sentence = f"{call.where} asks for {players} players"
            yield judged(is_group == (players > _LARGEST_BOOKING), sentence, call)


def _groups(traffic: ClientTraffic) -> Iterator[tuple[str, Call]]:
    for call in traffic.of("createGroupBooking"):
        if call.is_accepted and "id" in call.data:
            yield str(call.data["id"]), call


@decides("AGR-02")
def a_group_in_process_is_followed(traffic: ClientTraffic) -> Iterator[Observation]:
    """202 says that the service works on the group. A client reads the group again, or takes the delivery."""
    for group_id, call in _groups(traffic):
        read = any(later.object_id == group_id and later.is_accepted for later in traffic.after(call))
        is_delivered = traffic.has_taken("group_booking.")
        sentence = f"{call.where} answered {call.data.get('status')}, and the client never asked for the result"
        yield judged(read or is_delivered, sentence, call)


@decides("AGR-03")
def polling_ends_with_the_result(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client stops reading a group when the group has its final status."""
    for group_id, call in _groups(traffic):
        reads = [read for read in traffic.after(call) if read.operation == "getGroupBooking" and _is_of(read, group_id)]
        final = [read for read in reads if read.data.get("status") in _FINAL]
        if final:
            sentence = f"the client read group {group_id} {len(final)} times after its final status"
            yield judged(len(final) <= 1 + _MOST_READS_AFTER_THE_END, sentence, *final)


def _is_of(read: Call, group_id: str) -> bool:
    return read.object_id == group_id and read.is_accepted


@decides("AGR-04")
def a_lost_group_keeps_its_key(traffic: ClientTraffic) -> Iterator[Observation]:
    """Groups cannot be listed, so a client repeats a lost group only with the same Idempotency-Key."""
    for call in traffic.of("createGroupBooking"):
        if call.outcome is CallOutcome.unknown:
            again = next((later for later in traffic.after(call) if later.wish == call.wish), None)
            if again is None or (call.key is not None and call.key == again.key):
                yield right(call)
            else:
                yield wrong(f"the answer to {call.where} was lost, and the client sent a second group", call, again)


@decides("AGR-05")
def a_failed_group_is_not_repeated_blindly(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a group failed, a client looks for other tee times before it asks for the same group again."""
    for group_id, call in _groups(traffic):
        failed = next((read for read in traffic.after(call) if _is_failed(read, group_id)), None)
        if failed:
            again = next((later for later in traffic.after(failed) if later.wish == call.wish), None)
            looked = again and any(look.operation in _LOOKS and again.is_after(look) for look in traffic.after(failed))
            if again is None or looked:
                yield right(failed)
            else:
                yield wrong(f"group {group_id} failed, and the client sent the same group again", failed, again)


def _is_failed(read: Call, group_id: str) -> bool:
    return _is_of(read, group_id) and read.data.get("status") == "failed"
