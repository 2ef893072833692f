"""Whether a group that a run booked is read with as many players as its request named, in every state. Pure.

Another channel may change the size of a group that somebody else booked. So only a run counts this: nobody else knows
its groups. After the players of a group were named, nobody knows how many players it has.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.watching.seen import Breach, JudgedExchange

_SIZE = "totalPlayers"


@dataclass
class GroupStories:
    """The groups of this traffic whose players nobody named, by id, each with its creation."""

    _creations: dict[str, JudgedExchange] = field(default_factory=dict)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way. It may name the players of a group."""
        met = match(exchange.request.method, exchange.request.path)
        if met and met.operation_id == "updateGroupBookingPlayers":
            self._creations.pop(unquote(met.parameters["id"]), None)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a read that shows another number of players than the creation sent."""
        if seen.operation == "createGroupBooking" and seen.answer.is_success and "id" in seen.data:
            self._creations.setdefault(str(seen.data["id"]), seen)
        elif seen.operation == "getGroupBooking" and seen.answer.is_success:
            creation = self._creations.get(unquote(seen.met.parameters["id"]))
            if creation and creation.caller == seen.caller and creation.ended < seen.started:
                yield from _compare(creation, seen)

    def forget(self) -> None:
        """Forgets every group, because nobody knows what happened."""
        self._creations.clear()


def _compare(creation: JudgedExchange, seen: JudgedExchange) -> Iterator[Breach]:
    sent, shown = creation.asked.get(_SIZE), seen.data.get(_SIZE)
    if sent is not None and shown is not None and sent != shown:
        status = seen.data.get("status")
        sentence = f"{_SIZE} of {seen.data.get('id')}, which is {status}, is {shown}, and its request named {sent}"
        yield "GRP-04", sentence, (creation, seen)
