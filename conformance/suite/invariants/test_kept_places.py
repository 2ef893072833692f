"""Checks that places which a hold, a hook or a booking keeps are gone in every view, and for every request."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, BookingHookDesk, GroupDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.races import empty_tee_time
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.invariants.kept_days import KeptDay, KeptPlaces
from conformance.suite.invariants.kept_days_judged import (
    require_booking_counted_until_its_cancellation,
    require_counted_like_a_booking,
    require_hook_counted_until_its_release,
    require_not_offered_to_groups,
    require_off_the_tee_sheet,
)
from conformance.suite.invariants.kept_places import (
    BOOKING,
    HOLD,
    HOOK,
    Kept,
    Party,
    keep_if_possible,
    require_nobody_else_gets,
    require_not_both,
)
from conformance.target.target import Target

# What a target remembers until somebody writes shows only where no other check writes.
pytestmark = pytest.mark.needs_quiet


@pytest.fixture(scope="session")
def party(agency: Agency, bookings: BookingDesk, hooks: BookingHookDesk) -> Party:
    """The agency of the run."""
    return Party(agency, bookings, hooks)


@pytest.fixture(scope="session")
def rival(second_agency: Agency, second_bookings: BookingDesk, target: Target) -> Party:
    """The second agency."""
    return Party(second_agency, second_bookings, BookingHookDesk(second_agency, second_bookings, target.hooks))


@pytest.fixture(scope="session")
def keeper(
    party: Party, askers: Sequence[Agency], groups: GroupDesk, tee_times: TeeTimeFinder, target: Target
) -> KeptPlaces:
    """Lets a hold, a hook and a booking keep a whole tee time of a day each, seen by every agency of the run."""
    return KeptPlaces(party, askers, groups, tee_times, target)


@pytest.fixture(scope="session")
def kept_day(keeper: KeptPlaces) -> KeptDay:
    """A day whose first tee time is held, the same for all checks here."""
    return if_possible(lambda: keeper.keep(booking_first=False))


@pytest.fixture(scope="session")
def further_days(keeper: KeptPlaces) -> Sequence[Callable[[], KeptDay]]:
    """Two days whose first tee time is booked. The run arranges each once, when a check finds a fault on the days
    before.
    """
    return [cache(lambda: if_possible(lambda: keeper.keep(booking_first=True))) for _ in range(2)]


@pytest.fixture
def another_day(further_days: Sequence[Callable[[], KeptDay]]) -> Callable[[], KeptDay]:
    """The next of these days each time it is called."""
    left = iter(further_days)

    def arrange() -> KeptDay:
        return next(left)()

    return arrange


@pytest.fixture(scope="session")
def kept_by_rival(rival: Party, tee_times: TeeTimeFinder) -> Mapping[str, Callable[[], Kept]]:
    """A whole tee time that the second agency keeps, by what keeps it. The run asks for each once."""
    return {
        what: cache(lambda what=what: keep_if_possible(rival, what, if_possible(lambda: empty_tee_time(tee_times))))
        for what in (HOLD, HOOK)
    }


@verifies("AVM-18")
@pytest.mark.parametrize("what", [HOLD, HOOK])
def test_a_period_counts_kept_places_as_the_tee_sheet_does(
    kept_day: KeptDay, another_day: Callable[[], KeptDay], what: str
) -> None:
    require_not_again(
        lambda day: require_counted_like_a_booking(day, what),
        kept_day,
        another_day,
        f"The answer for several days ignored {what}. A second day did not show this.",
    )


@verifies("AVM-18")
def test_a_period_counts_the_places_of_a_cancelled_booking_again(
    kept_day: KeptDay, another_day: Callable[[], KeptDay]
) -> None:
    require_not_again(
        require_booking_counted_until_its_cancellation,
        kept_day,
        another_day,
        "The answer for several days ignored a cancellation. A second day did not show this.",
    )


@pytest.mark.parametrize(
    "what", [pytest.param(HOLD, marks=verifies("HLD-05")), pytest.param(HOOK, marks=verifies("HOK-05"))]
)
def test_kept_places_are_off_the_tee_sheet_between_bounds(
    kept_day: KeptDay, another_day: Callable[[], KeptDay], what: str
) -> None:
    require_not_again(
        lambda day: require_off_the_tee_sheet(day, what),
        kept_day,
        another_day,
        f"The tee sheet between bounds listed the tee time of {what}. A second day did not show this.",
    )


def _require_not_offered(kept_day: KeptDay, another_day: Callable[[], KeptDay], what: str) -> None:
    # The order of the tee times may explain one case, and not the other.
    require_not_again(
        lambda day: require_not_offered_to_groups(day, what),
        kept_day,
        another_day,
        f"find-slots offered the places of {what}. A second day did not show this.",
    )


@verifies("HLD-05")
def test_held_places_are_not_offered_to_groups(kept_day: KeptDay, another_day: Callable[[], KeptDay]) -> None:
    _require_not_offered(kept_day, another_day, HOLD)


@verifies("HOK-05")
def test_places_of_a_hook_are_not_offered_to_groups(kept_day: KeptDay, another_day: Callable[[], KeptDay]) -> None:
    _require_not_offered(kept_day, another_day, HOOK)


# A second hold of an agency beside its own hold is a question of HLD-17, and a second booking of BKC-25.
@verifies("HLD-05")
@pytest.mark.parametrize("wanted", [BOOKING, HOOK])
def test_held_places_are_not_given_to_the_same_agency_again(
    party: Party, kept_day: KeptDay, target: Target, wanted: str
) -> None:
    require_not_both(kept_day.by(HOLD), wanted, party, party, target)


@verifies("HOK-05")
@pytest.mark.parametrize("wanted", [BOOKING, HOLD, HOOK])
def test_places_of_a_hook_are_not_given_to_the_same_agency_again(
    party: Party, kept_day: KeptDay, target: Target, wanted: str
) -> None:
    require_not_both(kept_day.by(HOOK), wanted, party, party, target)


@verifies("INV-02")
def test_no_hook_is_confirmed_at_a_full_tee_time(party: Party, kept_day: KeptDay, target: Target) -> None:
    require_not_both(kept_day.by(BOOKING), HOOK, party, party, target)


@verifies("HLD-05")
def test_held_places_are_not_given_to_a_hook_of_another_agency(
    party: Party, rival: Party, kept_by_rival: Mapping[str, Callable[[], Kept]], target: Target
) -> None:
    require_not_both(kept_by_rival[HOLD](), HOOK, party, rival, target)


@verifies("HOK-05")
def test_places_of_a_hook_are_not_given_to_a_hook_of_another_agency(
    party: Party, rival: Party, kept_by_rival: Mapping[str, Callable[[], Kept]], target: Target
) -> None:
    require_not_both(kept_by_rival[HOOK](), HOOK, party, rival, target)


@verifies("HOK-05")
@pytest.mark.parametrize("wanted", [BOOKING, HOLD])
def test_places_of_a_hook_are_not_given_to_another_agency(
    party: Party,
    kept_by_rival: Mapping[str, Callable[[], Kept]],
    kept_day: KeptDay,
    wanted: str,
) -> None:
    require_nobody_else_gets(kept_by_rival[HOOK](), wanted, party, control=kept_day.by(wanted))


# The last check of this file: it ends the hook.
@verifies("HOK-05")
def test_a_period_counts_the_places_of_a_hook_again_after_its_release(
    keeper: KeptPlaces, kept_day: KeptDay, another_day: Callable[[], KeptDay]
) -> None:
    require_not_again(
        lambda day: require_hook_counted_until_its_release(day, keeper.release(day)),
        kept_day,
        another_day,
        "The answer for several days ignored the release of a hook. A second day did not show this.",
    )
