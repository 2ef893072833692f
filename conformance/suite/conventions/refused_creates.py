"""Creates that are refused, each for another member, and the places that they must not take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.oracles import within_budget
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.read_back import require_refused_without_trace
from conformance.suite.conventions.transport_oracles import collect_refusals, require_a_refusal, spoiled_bodies
from conformance.target.target import Target

_TEE_TIMES = 4


@dataclass(frozen=True)
class RefusedCreates:
    """The refusals at a tee time, each with its body, and the answer to a valid create for all places after them."""

    tee_time: OfferedTeeTime
    refusals: Sequence[tuple[Answer, dict[str, Any]]]
    control: Answer


def attempt_creates(desk: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, run: Run) -> RefusedCreates:
    """Tries to book a tee time in every wrong way, and then in the right way."""
    tee_time = tee_times.fresh()
    refusals = collect_refusals(desk, spoiled_bodies(desk, tee_time, courses.unknown_id(tee_time.course_id), run))
    return RefusedCreates(tee_time, refusals, desk.create(tee_time, PLACES))


def require_no_effect(
    attempt: Callable[[], RefusedCreates], desk: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    """Raises `Violation` when creates that are refused create a booking, or take places at four tee times.

    At one tee time, somebody else may have booked.
    """
    tried = attempt()
    require_a_refusal(tried.refusals)
    attempts, bodies = zip(*tried.refusals, strict=True)
    try:
        require_refused_without_trace(desk, target, attempts, bodies, control=tried.control, tee_time=tried.tee_time)
    except Inconclusive:
        lost = _places_lost(tried, tee_times, target)
        more = range(1, _TEE_TIMES)
        if not lost or not all(_places_lost(attempt(), tee_times, target) for _ in more):
            raise
        actual = f"after {len(attempts)} refused creates at {tried.tee_time.where}, {lost} of its places are gone"
        raise Violation(
            "a refused create takes no places",
            f"{actual}, and at {len(more)} more tee times the same happened",
            (*attempts, tried.control),
        ) from None


def _places_lost(tried: RefusedCreates, tee_times: TeeTimeFinder, target: Target) -> int:
    """How many places of the tee time are gone for good, although the create for all of them was refused too."""
    if tried.control.is_success or not tried.refusals:
        return 0
    places = tried.tee_time.places
    return places - within_budget(
        lambda: tee_times.places_free(tried.tee_time),
        lambda free: free >= places,
        seconds=target.budgets.visibility_seconds,
    )
