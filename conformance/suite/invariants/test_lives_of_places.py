"""Checks of the places of a tee time under two conditions together: who takes them and how, for how many, and when."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.invariants.kept_places import Party
from conformance.suite.invariants.lives_of_places import LivesOfDay, PlacesInStep
from conformance.suite.invariants.lives_of_places_judged import (
    ROWS_OF_PLACES,
    LivesOfRow,
    require_places_in_step,
    wrong_again,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def places_in_step(
    askers: Sequence[Agency],
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    run: Run,
    target: Target,
) -> PlacesInStep:
    """Plays lives of places for the agencies of the run."""
    desks = dict(zip(askers, (bookings, other_bookings), strict=False))
    parties = [Party(agency, desk, BookingHookDesk(agency, desk, target.hooks)) for agency, desk in desks.items()]
    return PlacesInStep(parties, tee_times, (tee_times, other_eyes), run, target)


@pytest.fixture(scope="session")
def lives_of_places(places_in_step: PlacesInStep) -> Sequence[LivesOfDay]:
    """The lives of two days, played once for all rows."""
    return places_in_step.play()


@pytest.mark.parametrize("row", [pytest.param(row, marks=verifies(row)) for row in ROWS_OF_PLACES])
def test_places_follow_every_life(
    places_in_step: PlacesInStep, lives_of_places: Sequence[LivesOfDay], row: str
) -> None:
    first = LivesOfRow(lives_of_places, row)

    require_not_again(
        require_places_in_step,
        first,
        lambda: wrong_again(first, places_in_step.play_again),
        "The places of a tee time were wrong. The same life at another tee time of the day did not show this.",
    )
