"""What came of changes and cancels of bookings inside their cutoffs, tried side by side where checks run in lanes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.discovery import BookingDesk
from conformance.evidence.exchanges import Answer
from conformance.recordings.parts import kept_together
from conformance.suite.arranged.booked import Booked, all_modifiable, change, read, read_before
from conformance.suite.bookings.inside_cutoffs import PARTIES, Overtaken, near_and_far

# The place of a course in the bookings overtaken, and the number of players of a booking.
CutoffCase = tuple[int, int]

_MOST_COURSES = 2
_CHANGES: Mapping[str, Any] = {
    "players": 3,
    "specialRequests": "Two trolleys, please. Changed by a conformance run.",
    "agencyBookingReference": "changed-by-a-conformance-run",
}


@dataclass(frozen=True)
class TriedInside:
    """A booking inside its cutoffs, named by *where*, as it was read before and after the *attempts*. The *control* did
    the same with the booking *outside* its cutoffs.
    """

    where: str
    outside: Booked
    before: Mapping[str, Any]
    attempts: Sequence[Answer]
    after: Mapping[str, Any]
    control: Answer


# Each returns what came of its case, or raises its judgement.
TriedCases = Mapping[CutoffCase, Callable[[], TriedInside]]


def try_changes(desk: BookingDesk, overtaken: Sequence[Overtaken]) -> TriedCases:
    """For each case, what came of two of the four changes: of each member alone, and of all members. Each change is
    tried at each course and for each number of players.
    """
    return _of_every_case(partial(_try_changes, desk, overtaken))


def try_cancels(desk: BookingDesk, overtaken: Sequence[Overtaken]) -> TriedCases:
    """For each case, what came of a cancel."""
    return _of_every_case(partial(_try_cancel, desk, overtaken))


def _of_every_case(act: Callable[[int, int], TriedInside]) -> TriedCases:
    cases = [(turn, players) for turn in range(_MOST_COURSES) for players in PARTIES]
    return kept_together({case: partial(act, *case) for case in cases})


def _try_changes(desk: BookingDesk, overtaken: Sequence[Overtaken], turn: int, players: int) -> TriedInside:
    near, far = near_and_far(overtaken, turn, players)
    before = read_before(desk, near.id)
    bodies = [*({member: value} for member, value in _CHANGES.items()), all_modifiable(before, _CHANGES)]
    attempts = [desk.update(near.id, body) for body in bodies[(turn + PARTIES.index(players)) % 2 :: 2]]
    after = read(desk, near.id)
    return TriedInside(near.where, far, before, attempts, after, change(desk, far.id, _CHANGES))


def _try_cancel(desk: BookingDesk, overtaken: Sequence[Overtaken], turn: int, players: int) -> TriedInside:
    near, far = near_and_far(overtaken, turn, players)
    before = read_before(desk, near.id)
    attempt = desk.cancel(near.id)
    after = read(desk, near.id)
    return TriedInside(near.where, far, before, [attempt], after, desk.cancel(far.id))
