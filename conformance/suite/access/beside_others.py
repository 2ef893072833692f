"""A booking that shares its tee time, reference and lead player with two others: one of another agency, and one of its
own. A program that finds bookings by what these share changes or cancels the wrong one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.oracles import accepted, refused, same
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence
from conformance.scope.run import Run
from conformance.suite.access.strangers import Control, changes_in_turn
from conformance.suite.arranged.booked import Booked, book, if_possible, read
from conformance.suite.arranged.changes import resize
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.arranged.read_back import require_refused_and_unchanged, require_unchanged
from conformance.target.target import Target

_BELONGS_TO_ANOTHER = "it belongs to another agency, which has the same tee time, reference and lead player"


@dataclass(frozen=True)
class BesideOthers:
    """A booking, and what happened beside it: another agency tried to change it (*changed*) and to cancel it (*tried*),
    and *cancelled* its own booking.

    *before* and *after* are what its own agency read: all acts came between the two reads.
    """

    booked: Booked
    before: Mapping[str, Any]
    changed: Answer
    tried: Answer
    cancelled: Answer
    after: Mapping[str, Any]

    def require_unchangeable(self, control: Control) -> None:
        """Raises `Violation` when the other agency could change the booking. Its status is not looked at."""
        after = {**self.after, "status": self.before.get("status")}
        require_refused_and_unchanged(
            [self.changed], self.before, after, control=control.change, because=_BELONGS_TO_ANOTHER
        )

    def require_kept(self, control: Control) -> None:
        """Raises `Violation` when the other agency could cancel the booking, with its id or with that of its own."""
        if self.changed.is_success:
            raise NoEvidence(f"{self.changed.where} by another agency was accepted, which AUT-11 judges.")
        require_unchanged(self.before, self.after, [self.tried, self.cancelled], _BELONGS_TO_ANOTHER)
        refused(self.tried, control=control.cancel, because=_BELONGS_TO_ANOTHER)


def act_beside(
    own: BookingDesk, other: BookingDesk, tee_times: TeeTimeFinder, run: Run, target: Target
) -> BesideOthers:
    """Books for both agencies and lets the other one act. On odd seeds, the first booking completes a hold, and its
    agency changed it since. Raises `NoEvidence` when an agency cannot book, or not change or cancel its own booking.
    """
    tee_time = tee_times.fresh()
    body = own.body(tee_time, 2)
    begin = partial(book_from_hold, target=target) if run.seed % 2 else book
    ours = if_possible(lambda: begin(own, body, tee_time))
    if run.seed % 2:
        if_possible(lambda: resize(own, ours.id, 1, target))
    theirs = if_possible(lambda: book(other, body | {"players": 1}, tee_time))
    before = read(own, ours.id)
    # AUT-10 judges this read, like all reads of a booking of another agency.
    other.read(ours.id).mark(Role.attempt)
    changed, tried = other.update(ours.id, changes_in_turn(before, run.seed)), other.cancel(ours.id)
    for attempt in (changed, tried):
        attempt.mark(Role.attempt)
    cancelled = other.cancel(theirs.id)
    if_possible(lambda: accepted(cancelled, "Cancelling a booking"))
    return BesideOthers(ours, before, changed, tried, cancelled, read(own, ours.id))


def require_confirmed_without_its_twin(own: BookingDesk, beside: BesideOthers) -> None:
    """Raises `Violation` when the booking does not stay confirmed while its own agency books another party with the
    same reference and lead player at its tee time, and cancels that booking. Raises `NoEvidence` where the target
    refuses it.
    """
    if beside.after.get("status") != "confirmed":
        raise Inconclusive("The booking is not confirmed, which BKC-01 judges.")
    first = beside.booked
    body = {**first.sent, "players": 1}
    twin = Booked(first.tee_time, body, own.post(body))
    if not twin.answer.is_success or twin.id == first.id:
        twin.answer.mark(Role.attempt)
        raise NoEvidence("The target takes no second booking with the same reference and lead player: that is open.")
    cancelled = own.cancel(twin.id)
    if_possible(lambda: accepted(cancelled, "Cancelling a booking"))
    what = f"the status of booking {first.where} after {cancelled.where} about another party at its tee time"
    same(read(own, first.id).get("status"), "confirmed", what)
