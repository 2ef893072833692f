"""Places of a cancelled booking, and what is judged about them."""

from dataclasses import dataclass

from conformance.asking.oracles import within_budget
from conformance.discovery import TeeTimeFinder
from conformance.evidence.verdicts import expect
from conformance.suite.bookings.taken_places import Taken
from conformance.target.target import Target


@dataclass(frozen=True)
class GivenBack:
    """A booking that was cancelled, and the places that were *free* beside it before, and are free *after* it."""

    taken: Taken
    free: int
    after: int


def require_places_returned(given_back: GivenBack) -> None:
    """Raises `Violation` unless the places of the cancelled booking are free again."""
    taken, free = given_back.taken, given_back.free
    wanted = free + taken.players
    expected = f"at least {wanted} places are free after a cancelled booking gave back {taken.players} (before: {free})"
    cancelled = f"after booking {taken.booked.id} of {taken.players} was cancelled"
    expect(given_back.after >= wanted, expected, f"{given_back.after} are free on {taken.tee_time.where}, {cancelled}")


def least_places_shown(
    taken: Taken, free: int, tee_times: TeeTimeFinder, other_eyes: TeeTimeFinder, target: Target
) -> int:
    """The fewest places that this agency and another agency see, once both see the *free* places and those of *taken*
    or the time is over.
    """
    return within_budget(
        lambda: min(eyes.places_free(taken.tee_time) for eyes in dict.fromkeys((tee_times, other_eyes))),
        lambda places: places >= free + taken.players,
        seconds=target.budgets.visibility_seconds,
    )
