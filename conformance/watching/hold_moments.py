"""Whether tee-time holds end in time, as far as the clock of the target is known. Pure.

A target may live by another clock than its Date headers show, and a lever may move that clock. So a hold is judged only
after a new booking showed the moment of its answer, and only until the next lever.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN, LONGEST_HOLD
from conformance.walks.values import moment
from conformance.watching.seen import Breach, JudgedExchange, is_now


@dataclass
class HoldMoments:
    """The ends of all holds. *shows_time*: the Date headers show the time by which the target lives now."""

    shows_time: bool = False

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a hold that lasts too long, or that had ended before its answer."""
        if seen.operation == "createBooking" and seen.answer.is_success and "createdAt" in seen.data:
            self.shows_time = is_now(seen.data["createdAt"], seen)
        elif seen.operation == "holdTeeTime" and seen.shaped and self.shows_time:
            ends_at = moment(seen.body["holdExpiration"])
            if ends_at is not None and ends_at - seen.answer.answered_at > LONGEST_HOLD + CLOCKS_AGREE_WITHIN:
                lasts = ends_at - seen.answer.answered_at
                yield "HLD-03", f"the hold {seen.body['holdId']} lasts {lasts}, and may last 15 minutes", (seen,)
            elif ends_at is not None and ends_at < seen.answer.answered_at - CLOCKS_AGREE_WITHIN:
                yield "HLD-04", f"the hold {seen.body['holdId']} ended at {ends_at}, before its answer came", (seen,)

    def forget(self) -> None:
        """From now on nobody knows the time of the target."""
        self.shows_time = False
