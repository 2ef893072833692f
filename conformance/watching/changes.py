"""Whether accepted changes of confirmed bookings show, as far as later reads tell. Pure.

Another channel may change a booking back. So an accepted change that never shows is a suspicion and no proof.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.walks.beliefs import CONFIRMED
from conformance.walks.booking_rules import CHANGED
from conformance.walks.values import plain
from conformance.watching.occasions import Occasions
from conformance.watching.seen import Breach, JudgedExchange

_WRITES = ("updateBooking", "cancelBooking")
_READS = ("getBooking", "listBookings")


@dataclass(frozen=True)
class _Change:
    """An accepted change of one member from *before* to *after*, by the exchange *write*."""

    before: Any
    after: Any
    write: JudgedExchange


@dataclass
class Changes:
    """Accepted changes that no later answer has shown yet. *visibility* is how many seconds a change may take."""

    visibility: float
    _shown: dict[tuple[str, str], Any] = field(default_factory=dict)
    _waiting: dict[tuple[str, str], _Change] = field(default_factory=dict)
    _occasions: Mapping[str, Occasions] = field(
        default_factory=lambda: {
            name: Occasions(row, f"the booking does not show an accepted change of {name}")
            for name, row in CHANGED.items()
        }
    )

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """What is suspected after *seen*."""
        if seen.operation in _WRITES:
            self._note_write(unquote(seen.met.parameters["id"]), seen)
        elif seen.answer.is_success and seen.operation in _READS:
            for shown in (seen.data, *seen.items):
                if "id" in shown and shown.get("status") == CONFIRMED:
                    yield from self._compare(str(shown["id"]), shown, seen)

    def _note_write(self, booking_id: str, seen: JudgedExchange) -> None:
        """A change that was accepted at once. After any other write, nobody knows what the booking should show."""
        is_accepted = seen.answer.is_success and not seen.answer.is_for_later and seen.fits
        for name in CHANGED:
            place = (booking_id, name)
            before, after = self._shown.pop(place, None), plain(seen.asked.get(name))
            self._waiting.pop(place, None)
            is_change = seen.operation == "updateBooking" and before is not None and after not in (None, before)
            if is_accepted and is_change:
                self._waiting[place] = _Change(before, after, seen)

    def _compare(self, booking_id: str, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        for name in CHANGED:
            place, value = (booking_id, name), plain(shown.get(name))
            change = self._waiting.get(place)
            if change is None:
                self._shown[place] = value
            elif value is not None and seen.started > change.write.ended + self.visibility:
                del self._waiting[place]
                self._shown[place] = value
                if value in (change.before, change.after):
                    yield from self._occasions[name].count(seen, follows=value == change.after)
