"""Whether createdAt follows the order in which bookings were created, whichever node of the target created them. Pure.

The clocks of two nodes may differ. A lever may move the clock of the target forward, and each node at another moment.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN
from conformance.walks.values import moment
from conformance.watching.seen import Breach, JudgedExchange


@dataclass
class CreationOrder:
    """The latest createdAt since a lever. *visibility* is how many seconds a change of the clock may take to show."""

    visibility: float
    _latest: tuple[datetime, JudgedExchange] | None = None
    _known: set[str] = field(default_factory=set)
    _settled: float = float("-inf")

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a booking whose createdAt is long before that of an earlier booking."""
        if seen.operation != "createBooking" or not seen.shaped or str(seen.data.get("id")) in self._known:
            # An answer may repeat an earlier answer.
            return
        self._known.add(str(seen.data.get("id")))
        created_at = moment(seen.data.get("createdAt"))
        if created_at is None or seen.started <= self._settled:
            return
        if self._latest is None or self._latest[0] <= created_at:
            self._latest = created_at, seen
            return
        before, earlier = self._latest
        if earlier.ended < seen.started and before - created_at > CLOCKS_AGREE_WITHIN:
            sentence = (
                f"createdAt of {seen.data.get('id')} is {created_at}, and {earlier.data.get('id')}, which was created"
                f" before it, has {before}"
            )
            yield "BKC-33", sentence, (earlier, seen)

    def disturb(self, at: float) -> None:
        """Notes that the clock of the target may have moved in this second."""
        self._latest, self._settled = None, at + self.visibility
