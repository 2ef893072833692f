"""Checks of what one agency may do to the booking hooks of another agency."""

import pytest

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.access.hooks_of_another import (
    TriedHooks,
    require_not_confirmable,
    require_usable_after_that,
    try_hooks_as_another,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def tried_hooks(
    hooks: BookingHookDesk,
    second_agency: Agency,
    second_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    target: Target,
) -> TriedHooks:
    """Hooks that another agency tried to confirm and to release."""
    return try_hooks_as_another(hooks, BookingHookDesk(second_agency, second_bookings, target.hooks), tee_times)


@verifies("AUT-15")
@pytest.mark.parametrize("state", ["open", "confirmed", "released"])
def test_a_hook_of_another_agency_cannot_be_confirmed(tried_hooks: TriedHooks, state: str) -> None:
    require_not_confirmable(tried_hooks, state)


@verifies("AUT-15")
def test_a_hook_is_confirmed_whatever_another_agency_tries(tried_hooks: TriedHooks) -> None:
    require_usable_after_that(tried_hooks)
