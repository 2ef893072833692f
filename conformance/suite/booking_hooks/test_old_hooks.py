"""Checks of booking hooks that are more than a week old. Other checks decide their rows as well, without a clock."""

from datetime import date
from functools import cache

import pytest

from conformance.asking.oracles import accepted, golden, refused
from conformance.discovery import BookingDesk, BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, if_possible
from conformance.suite.arranged.hooked_tee_times import Hooked, require_granted
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.booking_hooks.hook_ends import require_fourteen_days_shown, shown_end
from conformance.suite.booking_hooks.hook_lives import (
    PlacesOfHook,
    release_hook,
    require_places_taken_and_returned,
)
from conformance.suite.booking_hooks.neighbouring_hooks import hook_beside
from conformance.suite.booking_hooks.old_hooks import (
    EIGHT_DAYS_IN_MINUTES,
    OldHooks,
    hooks_of_eight_days,
    require_confirmed_booking,
    require_places_kept,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def old(hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run) -> OldHooks:
    """Some hooks, and the clock moved by eight days."""
    return hooks_of_eight_days(hooks, tee_times, clock, run)


@pytest.fixture(scope="session")
def confirmed(hooks: BookingHookDesk, old: OldHooks) -> tuple[Hooked, Answer]:
    """A hook of eight days, and the answer to its confirmation."""
    hook = old.next()
    return hook, hooks.confirm(hooks.id_of(hook.answer), hook.sent)


@verifies("HOK-04", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_of_eight_days_keeps_its_places(old: OldHooks, tee_times: TeeTimeFinder, target: Target) -> None:
    first, second, *_ = old.made

    require_not_again(
        lambda hook: require_places_kept(hook, tee_times, target),
        first,
        lambda: second,
        "Places of a hook of eight days were offered. A second hook did not show this.",
    )


@verifies("HOK-04", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_where_another_was_made_eight_days_ago_lasts_fourteen_days(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, old: OldHooks
) -> None:
    def day(made: Hooked) -> date:
        return made.tee_time.play_date

    # Later checks count places beside the other hooks. A tee time that is too soon shows nothing.
    latest = max((made for made in old.made[:2] if made.players < PLACES), key=day)
    for made in sorted((latest, old.released), key=day, reverse=True):
        hook = hook_beside(hooks, tee_times, made, 1)

        require_fourteen_days_shown(hook, shown_end(hooks, hook, clock))


@verifies("HOK-02", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_of_eight_days_is_confirmed(hooks: BookingHookDesk, confirmed: tuple[Hooked, Answer]) -> None:
    _, answer = confirmed

    require_granted(hooks, answer)


@verifies("HOK-03", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_of_eight_days_is_released(hooks: BookingHookDesk, old: OldHooks) -> None:
    golden(hooks.release(hooks.id_of(old.next().answer)))


@verifies("HOK-07", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_that_was_released_eight_days_ago_cannot_be_confirmed(
    hooks: BookingHookDesk, old: OldHooks, confirmed: tuple[Hooked, Answer]
) -> None:
    if_possible(lambda: accepted(old.release, "Releasing a hook"))
    _, control = confirmed

    attempt = hooks.confirm(hooks.id_of(old.released.answer), old.released.sent)

    refused(attempt, control=control)


@verifies("HOK-06", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_that_is_confirmed_after_eight_days_is_a_booking(
    bookings: BookingDesk, confirmed: tuple[Hooked, Answer], target: Target
) -> None:
    require_confirmed_booking(*confirmed, bookings, target)


@verifies("HOK-05", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_the_release_of_a_hook_of_eight_days_returns_its_places(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, other_eyes: TeeTimeFinder, old: OldHooks, target: Target
) -> None:
    def give_back() -> PlacesOfHook:
        return release_hook(old.next(), hooks, (tee_times, other_eyes), target)

    require_not_again(
        require_places_taken_and_returned,
        give_back(),
        cache(give_back),
        "A hook of eight days did not return its places. A second hook did not show this.",
    )
