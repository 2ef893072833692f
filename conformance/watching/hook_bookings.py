"""Whether the booking that a hook became is a booking of its own, and of what the hook kept. Pure.

No document shows the request of a hook. So the members count that have the names of a booking request, and only where
the confirmation itself sent no members. After a change of the booking, nobody knows what it shows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import member_at
from conformance.walks.values import plain
from conformance.watching.seen import Breach, JudgedExchange

_KEPT = ("date", "teeTime", "players")
_READS = ("getBooking", "listBookings")


@dataclass
class HookBookings:
    """The hooks of this traffic, and the bookings that they became: by the id of the booking, the creation of its hook.
    A booking that was changed is not compared with its hook any more.

    *hook_id* is the dotted place of the id in the answer to a new hook, None when nobody declared it.
    """

    hook_id: str | None
    _hooks: dict[str, JudgedExchange] = field(default_factory=dict)
    _bookings: dict[str, JudgedExchange] = field(default_factory=dict)
    _confirmed: dict[str, JudgedExchange] = field(default_factory=dict)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way. It may change a booking."""
        met = match(exchange.request.method, exchange.request.path)
        if met and met.operation_id == "updateBooking":
            self._bookings.pop(unquote(met.parameters["id"]), None)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a booking of two hooks, or that shows something else than its hook kept."""
        if not seen.answer.is_success or seen.answer.is_for_later:
            return
        if seen.operation == "createBookingHook" and self.hook_id:
            self._hooks[str(member_at(seen.body, self.hook_id))] = seen
        elif seen.operation == "confirmBookingHook" and {"id", "bookingReference"} <= seen.data.keys():
            yield from self._confirm(str(seen.data["id"]), seen)
        elif seen.operation in _READS:
            for shown in (seen.data, *seen.items):
                hook = self._bookings.get(str(shown.get("id")))
                if hook and hook.caller == seen.caller and hook.ended < seen.started:
                    yield from _differences(hook, shown, seen)

    def _confirm(self, booking_id: str, seen: JudgedExchange) -> Iterator[Breach]:
        hook = self._hooks.pop(unquote(seen.met.parameters["id"]), None)
        if hook is None or hook.caller != seen.caller:
            return
        earlier = self._confirmed.setdefault(booking_id, hook)
        # The same request once more may mean the same booking.
        if earlier.asked != hook.asked:
            yield "BKC-31", f"two different hooks became the booking {booking_id}", (earlier, seen)
        if not seen.asked:
            self._bookings[booking_id] = hook

    def forget(self) -> None:
        """Forgets every booking, because nobody knows what happened."""
        self._bookings.clear()


def _differences(hook: JudgedExchange, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
    for name in _KEPT:
        kept, found = plain(hook.asked.get(name)), plain(shown.get(name))
        if None not in (kept, found) and kept != found:
            sentence = f"{name} of {shown.get('id')} is {found}, and the hook that it was kept {kept}"
            yield "HOK-06", sentence, (hook, seen)
