"""Tee times of which somebody has taken some places, and holds there for one player more than is free."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from conformance.asking.oracles import accepted, part, refused
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.second_cases import require_chance

_TAKEN = 2
_OWN_HOLD, _OTHER_HOLD = "an own hold", "a hold of another agency"

# Who takes two places: the desk of the agency, the desk of the other agency, and the tee time.
TAKERS: Mapping[str, Callable[[BookingDesk, BookingDesk, OfferedTeeTime], Answer]] = {
    _OWN_HOLD: lambda desk, _, tee_time: desk.hold(tee_time, _TAKEN),
    _OTHER_HOLD: lambda _, other, tee_time: other.hold(tee_time, _TAKEN),
    "an own booking": lambda desk, _, tee_time: desk.create(tee_time, _TAKEN),
}


@dataclass(frozen=True)
class Crowded:
    """A hold for one player too many at *tee_time*, after *taker* took places: the answers to both, and the places that
    are free before and after the hold.
    """

    taker: str
    tee_time: OfferedTeeTime
    taken: Answer
    attempt: Answer
    before: int
    after: int

    @property
    def because(self) -> str:
        """Why the hold must be refused, for a sentence."""
        return f"only {self.before} places of {self.tee_time.where} are free beside {self.taker}"


def crowd_tee_time(
    taker: str, desk: BookingDesk, other_desk: BookingDesk, tee_times: TeeTimeFinder, tee_time: OfferedTeeTime
) -> Crowded:
    """Lets *taker* take two places, and holds one more than are free then.

    Raises `NoEvidence` where no such hold can show anything, because all places are free.
    """
    taken = TAKERS[taker](desk, other_desk, tee_time)
    accepted(taken, "Taking places of a tee time")
    before = tee_times.places_free(tee_time)
    if before >= PLACES:
        raise NoEvidence(f"{before} places are free beside {taker} of {_TAKEN} places, which other rows judge.")
    attempt = desk.hold(tee_time, before + 1)
    return Crowded(taker, tee_time, taken, attempt, before, tee_times.places_free(tee_time))


def require_too_large_a_hold_refused(crowded: Crowded, control: Answer, desk: BookingDesk) -> None:
    """Raises `Violation` when the hold for one player too many is accepted, and does not replace an own older hold.

    A newer hold replaces an older hold when only the newer one can be booked.
    """
    crowded.attempt.mark(Role.attempt)
    if crowded.taker == _OWN_HOLD and crowded.attempt.is_success:
        older, newer = _complete_both(crowded, desk)
        if newer.is_success and not older.is_success:
            return
    refused(crowded.attempt, control=control, because=crowded.because)


def _complete_both(crowded: Crowded, desk: BookingDesk) -> tuple[Answer, Answer]:
    """The answers to completing the older hold and then the newer one."""
    holds = ((crowded.taken, _TAKEN), (crowded.attempt, crowded.before + 1))
    older, newer = (
        desk.complete(str(part(hold.body, "holdId", judge=False)), crowded.tee_time, players) for hold, players in holds
    )
    for answer in (older, newer):
        answer.mark(Role.attempt)
    return older, newer


def require_nothing_taken(crowded: Callable[[str], Crowded], crowd: Callable[[str], Crowded]) -> None:
    """Raises `Violation` when places are gone after a refused hold, and after each of three more that *crowd* arranges
    with the same taker: somebody else may have booked.
    """
    found = {taker: crowded(taker) for taker in TAKERS}
    refusals = {taker: case for taker, case in found.items() if not case.attempt.is_success}
    if not refusals:
        raise NoEvidence("No hold was refused, which HLD-17 judges.")
    for taker, case in refusals.items():
        require_chance(_require_places_still_free, case, partial(crowd, taker))


def _require_places_still_free(crowded: Crowded) -> None:
    crowded.attempt.mark(Role.attempt)
    if crowded.attempt.is_success:
        raise NoEvidence("The hold was accepted, which HLD-17 judges.")
    expected = f"the {crowded.before} free places of {crowded.tee_time.where} stay free when a hold is refused"
    actual = f"{crowded.after} places are free after the refusal"
    expect(crowded.after >= crowded.before, expected, actual, [crowded.attempt])
