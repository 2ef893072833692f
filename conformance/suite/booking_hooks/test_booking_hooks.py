"""Checks of booking hooks, as far as the specification describes them: 14 days, confirmed or released."""

from collections.abc import Callable

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, refused
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, if_possible
from conformance.suite.arranged.hooked_tee_times import (
    Hooked,
    ask_for_hook,
    hook_for_the_most,
    hook_tee_time,
    require_granted,
    with_a_cancellation_beside,
    with_one_more_beside,
)
from conformance.suite.arranged.many_answers import require_all_refused
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.booking_hooks.hook_lives import (
    PlacesOfHook,
    ask_at_a_route_and_nowhere,
    release_hook,
    require_answered_otherwise,
    require_booking_of,
    require_hooks_not_declared_absent,
    require_listed_under_its_status,
    require_places_taken_and_returned,
    require_readable_unless_cancelled,
    try_with_an_own_hook,
)
from conformance.suite.booking_hooks.neighbouring_hooks import (
    Neighbours,
    hook_beside,
    hook_side_by_side,
    release_again,
    require_nothing_returned_twice,
    require_own_places_returned,
)
from conformance.target.target import Target

# By the number of players, who takes a place beside the hook before its release: another party with a booking, or its
# own agency with a hold or a booking.
_OTHER_BOOKS, _HOLDS, _BOOKS = 2, 1, 3
# Beside a hook for so many, its agency also cancels a booking.
_CANCELS = 1
# So many players get a hook at a tee time where their agency has a hold or a booking already.
_HELD_BEFORE, _BOOKED_BEFORE = 1, 2


@verifies("HOK-01")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_hook_is_created(hooks: BookingHookDesk, tee_times: TeeTimeFinder, players: int) -> None:
    require_granted(hooks, ask_for_hook(hooks, tee_times, players).answer)


@pytest.fixture(scope="session")
def neighbours(hooks: BookingHookDesk, bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run) -> Neighbours:
    """A hook, and the answer to the release of another hook at the same tee time: the older or the later one."""
    return hook_side_by_side(hooks, bookings, tee_times, older_goes=run.seed % 2 == 1)


@verifies("HOK-02")
def test_a_fresh_hook_is_confirmed(hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> None:
    hook = hook_tee_time(hooks, tee_times, 4)

    require_granted(hooks, hooks.confirm(hooks.id_of(hook.answer), hook.sent))


@verifies("HOK-02")
def test_a_hook_is_confirmed_after_the_release_of_another_hook_beside_it(
    hooks: BookingHookDesk, neighbours: Neighbours
) -> None:
    hook = neighbours.kept

    require_granted(hooks, hooks.confirm(hooks.id_of(hook.answer), hook.sent))


@verifies("HOK-03")
def test_a_fresh_hook_is_released(hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> None:
    hook = hook_tee_time(hooks, tee_times, 4)

    golden(hooks.release(hooks.id_of(hook.answer)))


@verifies("HOK-03")
def test_a_hook_is_released_beside_another_hook(neighbours: Neighbours) -> None:
    golden(neighbours.release)


@verifies("HOK-05")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_hook_takes_its_places_and_a_release_returns_them(
    hooks: BookingHookDesk,
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    target: Target,
    players: int,
) -> None:
    def hook_and_release() -> PlacesOfHook:
        take_before = {_HELD_BEFORE: bookings.hold, _BOOKED_BEFORE: bookings.create}
        hook = hook_tee_time(hooks, tee_times, players, take_before.get(players))
        take_beside = {_OTHER_BOOKS: other_bookings.create, _HOLDS: bookings.hold, _BOOKS: bookings.create}
        shared = with_one_more_beside(hook, take_beside[players]) if players in take_beside else hook
        shared = with_a_cancellation_beside(shared, bookings) if players == _CANCELS else shared
        return release_hook(shared, hooks, (tee_times, other_eyes), target)

    require_not_again(
        require_places_taken_and_returned,
        hook_and_release(),
        hook_and_release,
        f"A hook for {players} did not take and return its places. A second hook did not show this.",
    )


@pytest.fixture
def hook_another_pair(
    hooks: BookingHookDesk, bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run
) -> Callable[[], Neighbours]:
    """Two more hooks, of which one is released."""

    def hook_pair() -> Neighbours:
        another = hook_side_by_side(hooks, bookings, tee_times, older_goes=run.seed % 2 == 1)
        accepted(another.release, "Releasing a hook")
        return another

    return hook_pair


@pytest.fixture
def pair(request: pytest.FixtureRequest) -> Neighbours:
    """The two hooks `neighbours`, of which one was released. Raises `NoEvidence` otherwise."""
    neighbours: Neighbours = if_possible(lambda: request.getfixturevalue("neighbours"))
    if_possible(lambda: accepted(neighbours.release, "Releasing a hook"))
    return neighbours


@verifies("HOK-05")
def test_a_release_returns_the_places_of_its_own_hook(
    tee_times: TeeTimeFinder, target: Target, pair: Neighbours, hook_another_pair: Callable[[], Neighbours]
) -> None:
    require_not_again(
        lambda case: require_own_places_returned(case, tee_times, target),
        pair,
        hook_another_pair,
        "Other places than its own came back when a hook was released. A second pair did not show this.",
    )


@verifies("HOK-05")
def test_a_second_release_returns_no_places(
    hooks: BookingHookDesk,
    tee_times: TeeTimeFinder,
    target: Target,
    pair: Neighbours,
    hook_another_pair: Callable[[], Neighbours],
) -> None:
    require_not_again(
        lambda case: require_nothing_returned_twice(case, release_again(hooks, case, tee_times, target)),
        pair,
        hook_another_pair,
        "Places of a hook were offered after another hook was released twice. A second pair did not show this.",
    )


@verifies("HOK-06")
@pytest.mark.parametrize("players", [2, 3])
def test_a_confirmed_hook_is_a_booking(
    hooks: BookingHookDesk, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    hook = hook_tee_time(hooks, tee_times, players)
    accepted(hooks.confirm(hooks.id_of(hook.answer), hook.sent), "Confirming a hook")

    booking = require_booking_of(hook, bookings, target)
    require_listed_under_its_status(bookings, booking, hook, target)
    require_readable_unless_cancelled(bookings, booking, target)


@verifies("HOK-07")
@pytest.mark.parametrize("is_beside", [False, True], ids=["alone", "beside a hook"])
def test_a_released_hook_cannot_be_confirmed(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, courses: CourseFinder, is_beside: bool
) -> None:
    def hook() -> Hooked:
        return hook_for_the_most(hooks, tee_times, courses)

    released = hook_tee_time(hooks, tee_times, 2) if is_beside else hook()
    fresh = hook_beside(hooks, tee_times, released) if is_beside else hook()
    released_id = hooks.id_of(released.answer)
    accepted(hooks.release(released_id), "Releasing a hook")

    attempts = [hooks.confirm(released_id, released.sent) for _ in range(2)]
    # A second release is accepted or refused, and must not turn the hook back.
    hooks.release(released_id).mark(Role.attempt)
    attempts.append(hooks.confirm(released_id, released.sent))
    control = hooks.confirm(hooks.id_of(fresh.answer), fresh.sent)

    require_all_refused(attempts, control=control)


@verifies("HOK-07")
def test_an_unknown_hook_cannot_be_confirmed(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, courses: CourseFinder
) -> None:
    fresh = hook_tee_time(hooks, tee_times)
    hook_id = hooks.id_of(fresh.answer)

    attempt = hooks.confirm(courses.unknown_id(hook_id), fresh.sent)
    control = hooks.confirm(hook_id, fresh.sent)

    refused(attempt, control=control)


@verifies("HOK-08")
@pytest.mark.parametrize(
    ("method", "path"), [("POST", ""), ("POST", "/{id}/confirm"), ("DELETE", "/{id}")], ids=["", "confirm", "release"]
)
def test_the_routes_of_hooks_exist(
    agency: Agency,
    hooks: BookingHookDesk,
    tee_times: TeeTimeFinder,
    run: Run,
    target: Target,
    method: str,
    path: str,
) -> None:
    require_hooks_not_declared_absent(target)

    answers = ask_at_a_route_and_nowhere(agency, run.marker, method, path)
    of_an_own_hook = try_with_an_own_hook(answers, hooks, tee_times, path)

    require_answered_otherwise(answers, of_an_own_hook)
