"""Whether a booking is read with the lead player that its creation showed. Pure.

The specification does not say that a lead player never changes, so another lead player is a suspicion and no proof.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from conformance.walks.values import plain
from conformance.watching.occasions import Occasions
from conformance.watching.seen import Breach, JudgedExchange

_MEMBERS = ("firstName", "lastName", "email")


@dataclass
class LeadPlayers:
    """The lead players of new bookings that nobody has read yet. *visibility* is how many seconds a change may take."""

    visibility: float
    _created: dict[str, tuple[dict[str, str], JudgedExchange]] = field(default_factory=dict)
    _occasions: Occasions = field(
        default_factory=lambda: Occasions(
            "BKG-02", "a booking is read with a lead player that its creation does not show"
        )
    )

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """What is suspected after *seen*."""
        lead = _lead_player(seen.data.get("leadPlayer"))
        if not seen.answer.is_success or "id" not in seen.data or not lead:
            return
        booking_id = str(seen.data["id"])
        if seen.operation == "createBooking":
            self._created.setdefault(booking_id, (lead, seen))
        elif seen.operation == "getBooking" and booking_id in self._created:
            shown, creation = self._created[booking_id]
            if seen.caller == creation.caller and seen.started > creation.ended + self.visibility:
                del self._created[booking_id]
                yield from self._occasions.count(seen, follows=shown == lead)


def _lead_player(lead: Any) -> dict[str, str]:
    """The members that the specification shows, if all are texts. An e-mail address may come back in another case."""
    shown = {name: lead.get(name) for name in _MEMBERS} if isinstance(lead, dict) else {}
    if not all(isinstance(text, str) for text in shown.values()):
        return {}
    return {name: plain(text).lower() if name == "email" else plain(text) for name, text in shown.items()}
