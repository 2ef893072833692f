"""Creates that are refused, each for another reason, and the places that they must not take."""

from collections.abc import Callable

from conformance.asking.oracles import within_budget
from conformance.discovery import TeeTimeFinder
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.suite.arranged.read_back import require_refused_and_not_listed
from conformance.suite.bookings.wrong_bookings import TriedBookings
from conformance.target.target import Target

_TEE_TIMES_MORE = 3


def require_no_effect(
    tried: TriedBookings, try_again: Callable[[], TriedBookings], tee_times: TeeTimeFinder, target: Target
) -> None:
    """Raises `Violation` when creates that were refused create a booking, or take places, and do so at tee times of
    *try_again* too: at one tee time, somebody else may have booked.
    """
    if not tried.refusals:
        raise Inconclusive(
            "The target refused no booking, so no refusal can be checked (BKC-09 and the rows after it judge this)."
        )
    attempts, bodies = zip(*tried.refusals, strict=True)
    try:
        require_refused_and_not_listed(tried.desk, tried.lists, attempts, bodies, control=tried.control)
    except Inconclusive:
        lost = _places_lost(tried, tee_times, target)
        if not lost or not all(_places_lost(try_again(), tee_times, target) for _ in range(_TEE_TIMES_MORE)):
            raise
        actual = f"after {len(attempts)} refused creates at {tried.tee_time.where}, {lost} of its places are gone"
        raise Violation(
            "a refused create takes no places",
            f"{actual}, and at {_TEE_TIMES_MORE} more tee times the same happened",
            (*attempts, tried.control),
        ) from None


def _places_lost(tried: TriedBookings, tee_times: TeeTimeFinder, target: Target) -> int:
    """How many places of the tee time are gone for good, although the create for all of them was refused too."""
    if tried.control.is_success or not tried.refusals:
        return 0
    places = tried.tee_time.places
    return places - within_budget(
        lambda: tee_times.places_free(tried.tee_time),
        lambda free: free >= places,
        seconds=target.budgets.visibility_seconds,
    )
