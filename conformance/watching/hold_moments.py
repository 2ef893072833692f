"""Whether tee-time holds and booking hooks end in time, as far as the clock of the target is known. Pure.

A target may live by another clock than its Date headers show, and a lever may move that clock. So both are judged only
after a new booking showed the moment of its answer, and only until the next lever.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from conformance.catalogue.figures import (
    CLOCKS_AGREE_WITHIN,
    HOOK_LASTS,
    HOOK_TOLERANCE,
    LONGEST_HOLD,
    may_be_fourteen_days,
)
from conformance.evidence.json_values import member_at
from conformance.walks.values import moment
from conformance.watching.seen import Breach, JudgedExchange, is_now


@dataclass
class HoldMoments:
    """The ends of all holds and hooks. *shows_time*: the Date headers show the time by which the target lives now.

    *hook_end* is the dotted place where the answer to a new hook shows its end, None when nobody declared it.
    """

    hook_end: str | None = None
    shows_time: bool = False

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a hold or a hook that ends too late or too early."""
        if seen.operation == "createBooking" and seen.answer.is_success and "createdAt" in seen.data:
            self.shows_time = is_now(seen.data["createdAt"], seen)
        elif seen.operation == "holdTeeTime" and seen.shaped and self.shows_time:
            yield from _end_of_a_hold(seen)
        elif seen.operation == "createBookingHook" and seen.answer.is_success and self.hook_end and self.shows_time:
            yield from _end_of_a_hook(seen, moment(member_at(seen.body, self.hook_end)))

    def forget(self) -> None:
        """From now on nobody knows the time of the target."""
        self.shows_time = False


def _end_of_a_hold(seen: JudgedExchange) -> Iterator[Breach]:
    ends_at, hold_id = moment(seen.body["holdExpiration"]), seen.body["holdId"]
    lasts = ends_at - seen.answer.answered_at if ends_at is not None else LONGEST_HOLD
    if lasts > LONGEST_HOLD + CLOCKS_AGREE_WITHIN:
        yield "HLD-03", f"the hold {hold_id} lasts {lasts}, and may last 15 minutes", (seen,)
    elif lasts < -CLOCKS_AGREE_WITHIN:
        yield "HLD-04", f"the hold {hold_id} ended at {ends_at}, before its answer came", (seen,)


def _end_of_a_hook(seen: JudgedExchange, ends_at: datetime | None) -> Iterator[Breach]:
    made_at = seen.answer.answered_at
    if ends_at and not may_be_fourteen_days(made_at, ends_at) and _is_long_before_its_tee_time(seen):
        yield "HOK-04", f"a hook lasts 14 days, and this hook lasts {ends_at - made_at}", (seen,)


def _is_long_before_its_tee_time(seen: JudgedExchange) -> bool:
    """Whether the 14 days of a hook are over before its tee time, as far as its request has the date of a booking."""
    play_date = moment(seen.asked.get("date"))
    return play_date is not None and play_date > seen.answer.answered_at + HOOK_LASTS + 2 * HOOK_TOLERANCE
