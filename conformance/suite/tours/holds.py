"""The tour of tee-time holds: every pair of party, kind of course and part of the week."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from conformance.conditions.courses import ONLINE_COURSE
from conformance.conditions.families import HOLDS
from conformance.discovery import OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import NoEvidence, or_else
from conformance.recordings.parts import act_together
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.arranged.tee_sheets import ListedTeeTime, until_at_most
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime
from conformance.suite.tee_time_holds.new_holds import (
    require_at_most_fifteen_minutes,
    require_held_places_not_offered,
    require_not_expired,
    require_price_of_the_tee_sheet,
    require_what_was_asked,
)
from conformance.suite.tours.booking_lives import Means
from conformance.suite.tours.free_tee_times import FreeTeeTimes, tee_times_for
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan

_OF_COURSE = ("holes", "terms")


@dataclass(frozen=True)
class HoldTour:
    """The accepted *holds* of the tour. *another* holds so many places of another tee time."""

    holds: Sequence[HeldTeeTime]
    another: Callable[[int], HeldTeeTime]


def tour_holds(means: Means, eyes: TeeTimeFinder, kinds: CourseKinds, free: FreeTeeTimes, plan: TourPlan) -> HoldTour:
    """The holds of the tour, and the places that *eyes* see beside each. A hold that the target refuses is left out."""
    table = kinds.known.table(_OF_COURSE, ONLINE_COURSE)
    cases = plan.cases(HOLDS, tables=[table], offers=kinds.offers(_OF_COURSE, ONLINE_COURSE))
    planned = [
        partial(or_else, partial(_hold, means, eyes, tee_time, int(case["players"])), None)
        for case, tee_time in tee_times_for(cases, kinds, free)
    ]
    holds = [held for held in act_together(planned) if held]
    return HoldTour(holds, lambda players: _hold(means, eyes, means.tee_times.fresh(), players))


def _hold(means: Means, eyes: TeeTimeFinder, tee_time: OfferedTeeTime, players: int) -> HeldTeeTime:
    """Holds places, and notes what is listed just before and just after. Raises `NoEvidence` where that is refused."""
    before = _listed_now(means.tee_times, tee_time, players)
    answer = means.desk.hold(tee_time, players)
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence(f"The hold of {tee_time.where} was refused.")
    places = until_at_most(int(before.available) - players, partial(eyes.places_free, tee_time), means.target)
    return HeldTeeTime(tee_time, players, before, answer, places)


def _listed_now(tee_times: TeeTimeFinder, tee_time: OfferedTeeTime, players: int) -> ListedTeeTime:
    """The tee time as its sheet lists it now: it may have been drawn long ago."""
    day = tee_times.known_on(tee_time.course_id, tee_time.play_date)
    listed = next((listed for listed in day.tee_times if listed.time == tee_time.time), None)
    if listed is None or listed.green_fee is None:
        raise NoEvidence(f"The tee sheet no longer shows {tee_time.where} with a green fee.")
    fee = listed.green_fee
    return ListedTeeTime(listed.time, listed.places, fee, fee * players, listed.currency, None)


def _require_places_taken(tour: HoldTour) -> None:
    for hold in tour.holds:
        require_not_again(
            lambda held: require_held_places_not_offered(held, held.places_after),
            hold,
            partial(tour.another, hold.players),
            f"Places of a hold for {hold.players} were offered. A second hold did not show this.",
        )


JUDGES: Mapping[str, Judge[HoldTour]] = {
    "HLD-02": lambda tour: require_what_was_asked(tour.holds),
    "HLD-03": lambda tour: require_at_most_fifteen_minutes(hold.answer for hold in tour.holds),
    "HLD-04": lambda tour: require_not_expired(tour.holds),
    "HLD-05": _require_places_taken,
    "HLD-11": lambda tour: require_price_of_the_tee_sheet(tour.holds),
}
