"""Tee times of which somebody has taken some places, and holds there for one player more than is free."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from conformance.asking.oracles import accepted, part, refused
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect
from conformance.suite.arranged.booked import PLACES

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


def require_nothing_taken(crowded: Sequence[Crowded]) -> None:
    """Raises `Violation` when places are gone after every refused hold. Somebody may book once, but not each time."""
    refusals = [found for found in crowded if not found.attempt.is_success]
    for found in refusals:
        found.attempt.mark(Role.attempt)
    if not refusals:
        raise NoEvidence("No hold was refused, which HLD-17 judges.")
    lost = [found.before - found.after for found in refusals]
    if any(number > 0 for number in lost) and any(number <= 0 for number in lost):
        raise Inconclusive(
            "Fewer places were free after one refused hold, and not after another. Somebody else may have booked."
        )
    if len(lost) < _TAKEN and lost[0] > 0:
        raise Inconclusive("Fewer places were free after the only refused hold. Somebody else may have booked.")
    last = refusals[-1]
    expected = f"the {last.before} free places of {last.tee_time.where} stay free when a hold is refused"
    expect(
        max(lost) <= 0,
        expected,
        f"{last.after} places are free after the refusal",
        [found.attempt for found in refusals],
    )
