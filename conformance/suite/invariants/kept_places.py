"""Whole tee times that a hold, a hook or a booking keeps, and who gets a place of them all the same."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import part, refused
from conformance.discovery import BookingDesk, BookingHookDesk, OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.arranged.booked import PLACES
from conformance.target.target import Target

HOLD, HOOK, BOOKING = "a hold", "a hook", "a booking"
_ONE_PLAYER = 1


@dataclass(frozen=True)
class Party:
    """An agency with its desks: it keeps places, and it asks for places that somebody keeps."""

    agency: Agency
    bookings: BookingDesk
    hooks: BookingHookDesk

    def ask_for(self, what: str, tee_time: OfferedTeeTime, players: int) -> Answer:
        """The answer to a request for a hold, a hook or a booking, whatever it is."""
        return self.request_for(what, tee_time, players)()

    def request_for(self, what: str, tee_time: OfferedTeeTime, players: int) -> Callable[[], Answer]:
        """The same, ready to be sent: it has its reference."""
        if what == HOLD:
            return partial(self.bookings.hold, tee_time, players)
        body = self.bookings.body(tee_time, players)
        return partial(self.hooks.post, self.hooks.body(body)) if what == HOOK else partial(self.bookings.post, body)


@dataclass(frozen=True)
class Kept:
    """All places of *tee_time*, kept by *what*; *answer* is the answer to the request that keeps them."""

    what: str
    tee_time: OfferedTeeTime
    answer: Answer

    @property
    def because(self) -> str:
        """Why nobody else may have the places, for a sentence."""
        return f"{self.what} keeps all places of {self.tee_time.where}"


def require_nobody_else_gets(kept: Kept, wanted: str, asker: Party, control: Kept) -> None:
    """Raises `Violation` when *asker* gets a place that another agency keeps. *control* is what *asker* got
    elsewhere.
    """
    attempt = asker.ask_for(wanted, kept.tee_time, _ONE_PLAYER)
    refused(attempt, control=control.answer, because=kept.because)


def require_not_both(kept: Kept, wanted: str, asker: Party, owner: Party, target: Target) -> None:
    """Raises `Violation` when *asker* gets a place that *owner* keeps, and *owner* can book all that it keeps.

    An agency may use places that it keeps itself, and then what kept them gives way. A hook counts when it is
    confirmed: no document says that a hook needs free places before.
    """
    attempt = asker.ask_for(wanted, kept.tee_time, _ONE_PLAYER)
    attempt.mark(Role.attempt)
    if not attempt.is_success:
        return
    used = [_use(kept, owner, target)] if kept.what != BOOKING else []
    used += [_confirm(attempt, asker, kept.tee_time, _ONE_PLAYER)] if wanted == HOOK else []
    for answer in used:
        answer.mark(Role.attempt)
    actual = f"{attempt.where} gave {wanted} of one place there, and all of them can be used"
    expect(not all(answer.is_success for answer in used), f"{kept.because}, so no place is left", actual, attempt)


def _use(kept: Kept, owner: Party, target: Target) -> Answer:
    """The answer to booking what a hold or a hook keeps. Raises `NoEvidence` where that cannot be asked."""
    if kept.what == HOOK:
        return _confirm(kept.answer, owner, kept.tee_time, PLACES)
    if target.hold_id is None:
        raise NoEvidence("The target file does not say where the id of a hold goes.")
    return owner.bookings.complete(str(part(kept.answer.body, "holdId", judge=False)), kept.tee_time, PLACES)


def _confirm(hook: Answer, owner: Party, tee_time: OfferedTeeTime, players: int) -> Answer:
    return owner.hooks.confirm(owner.hooks.id_of(hook), owner.hooks.booking(tee_time, players))


def keep_if_possible(party: Party, what: str, tee_time: OfferedTeeTime) -> Kept:
    """All places of *tee_time*, kept by *what* of *party*. Raises `NoEvidence` where that is refused."""
    answer = party.ask_for(what, tee_time, PLACES)
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence(f"The target refused {what} of a whole tee time.")
    return Kept(what, tee_time, answer)
