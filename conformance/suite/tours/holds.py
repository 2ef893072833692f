"""The tour of tee-time holds: every pair of party, kind of course and part of the week."""

from collections.abc import Mapping, Sequence
from functools import partial

from conformance.conditions.families import HOLDS
from conformance.discovery import OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import expect
from conformance.recordings.parts import act_together
from conformance.suite.arranged.tee_sheets import ListedTeeTime, until_at_most
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime
from conformance.suite.tee_time_holds.new_holds import (
    require_at_most_fifteen_minutes,
    require_not_expired,
    require_price_of_the_tee_sheet,
    require_what_was_asked,
)
from conformance.suite.tours.booking_lives import Means
from conformance.suite.tours.free_tee_times import FreeTeeTimes, tee_times_for
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan

_OF_COURSE = ("holes", "terms")
_ONLINE = {"course": "online"}

HoldTour = Sequence[HeldTeeTime]


def tour_holds(means: Means, eyes: TeeTimeFinder, kinds: CourseKinds, free: FreeTeeTimes, plan: TourPlan) -> HoldTour:
    """The accepted holds of the tour, and the places that *eyes* see beside each. A refusal is left out."""
    table = kinds.known.table(_OF_COURSE, _ONLINE)
    cases = plan.cases(HOLDS, tables=[table], offers=kinds.offers(_OF_COURSE, _ONLINE))
    planned = [
        partial(_hold, means, eyes, tee_time, int(case["players"]), before)
        for case, tee_time in tee_times_for(cases, kinds, free)
        if (before := _as_listed(tee_time, int(case["players"])))
    ]
    return [held for held in act_together(planned) if held]


def _hold(
    means: Means, eyes: TeeTimeFinder, tee_time: OfferedTeeTime, players: int, before: ListedTeeTime
) -> HeldTeeTime | None:
    answer = means.desk.hold(tee_time, players)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return None
    places = until_at_most(tee_time.places - players, partial(eyes.places_free, tee_time), means.target)
    return HeldTeeTime(tee_time, players, before, answer, places)


def _as_listed(tee_time: OfferedTeeTime, players: int) -> ListedTeeTime | None:
    """The tee time as its sheet listed it, None when the sheet showed no green fee."""
    fee = tee_time.green_fee
    if fee is None:
        return None
    return ListedTeeTime(tee_time.time, tee_time.places, fee, fee * players, tee_time.currency, None)


def _require_places_taken(tour: HoldTour) -> None:
    for hold in tour:
        expected = f"at most {hold.places_left} places are offered beside the hold of {hold.tee_time.where}"
        expect(hold.places_after <= hold.places_left, expected, f"{hold.places_after} are offered", hold.answer)


JUDGES: Mapping[str, Judge[HoldTour]] = {
    "HLD-02": require_what_was_asked,
    "HLD-03": lambda tour: require_at_most_fifteen_minutes(hold.answer for hold in tour),
    "HLD-04": require_not_expired,
    "HLD-05": _require_places_taken,
    "HLD-11": require_price_of_the_tee_sheet,
}
