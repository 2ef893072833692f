"""Checks of holding a tee time, and of what others can do with it then."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, refused
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.verdicts import exercises, expect, verifies
from conformance.recordings.parts import act_together
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, if_possible
from conformance.suite.arranged.booking_values import NOBODY_PLAYS_AT
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.many_answers import require_refusals
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.tee_time_holds.crowded_tee_times import (
    TAKERS,
    Crowded,
    crowd_tee_time,
    require_nothing_taken,
    require_too_large_a_hold_refused,
)
from conformance.suite.tee_time_holds.held_tee_times import (
    HeldTeeTime,
    HoldDays,
    NewHold,
    between_tee_times,
    broken_tee_time,
    drawn_and_read_by,
    hold,
    hold_after_reading,
    hold_each,
    offered_to_anybody,
    with_places_seen_by,
)
from conformance.suite.tee_time_holds.new_holds import (
    HoldBeside,
    advise_not_bookable_with_its_id,
    hold_again,
    hold_beside_a_booking_that_goes,
    hold_elsewhere,
    hold_ids,
    hold_twice,
    of_size,
    require_all_accepted,
    require_at_most_fifteen_minutes,
    require_equal_holds_apart,
    require_held_places_not_offered,
    require_not_expired,
    require_places_still_held,
    require_price_of_the_tee_sheet,
    require_second_hold_takes_places,
    require_what_was_asked,
    try_to_book_with_its_id,
    twin_of,
)
from conformance.target.target import Target

_ALL_PLACES_BUT_ONE = 3
_SOME_PLACES = 2


@pytest.fixture(scope="session")
def held(
    agency: Agency, bookings: BookingDesk, other_eyes: TeeTimeFinder, days_for_holds: HoldDays, target: Target
) -> Sequence[HeldTeeTime]:
    """One to four places, on weekdays and weekend days in turn, held once for all checks here.

    The other agency reads their tee sheets before and just after: it may get them from a cache until somebody writes.
    """
    wanted = [(partial(drawn_and_read_by, other_eyes, days_for_holds[players % 2]), players) for players in PARTY_SIZES]
    held = hold_each(agency, bookings, wanted, target)
    return act_together([partial(with_places_seen_by, other_eyes, hold, target) for hold in held])


@pytest.fixture
def new_hold(agency: Agency, bookings: BookingDesk, target: Target) -> NewHold:
    """Holds a number of places of a tee time for the first agency."""
    return lambda tee_time, players: hold(agency, bookings, tee_time, players, target)


@pytest.fixture(scope="session")
def second_hold(bookings: BookingDesk, held: Sequence[HeldTeeTime]) -> HoldBeside:
    """A second hold on a tee time, with the answer, whatever it is."""
    return hold_again(bookings, held[0].tee_time)


@exercises("holdTeeTime", writes=True)
def test_tee_times_are_held_for_every_party_size(held: Sequence[HeldTeeTime]) -> None:
    require_all_accepted(held)


@verifies("HLD-02")
def test_a_hold_has_the_values_of_its_request(held: Sequence[HeldTeeTime]) -> None:
    require_what_was_asked(held)


@verifies("HLD-03")
def test_a_hold_lasts_at_most_fifteen_minutes(held: Sequence[HeldTeeTime]) -> None:
    require_at_most_fifteen_minutes(hold.answer for hold in held)


@verifies("HLD-04")
def test_a_new_hold_has_not_expired(held: Sequence[HeldTeeTime]) -> None:
    require_not_expired(held)


@verifies("HLD-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_held_places_are_not_offered(
    new_hold: NewHold,
    other_eyes: TeeTimeFinder,
    days_for_holds: HoldDays,
    held: Sequence[HeldTeeTime],
    target: Target,
    players: int,
) -> None:
    require_not_again(
        lambda case: require_held_places_not_offered(case, offered_to_anybody(case, other_eyes, target)),
        of_size(held, players),
        lambda: hold_after_reading(other_eyes, new_hold, days_for_holds[players % 2].tee_time(), players),
        f"Places of a hold for {players} were offered. A second hold did not show this.",
    )


@verifies("HLD-05")
def test_a_second_hold_takes_its_places_too(
    askers: Sequence[Agency],
    bookings: BookingDesk,
    days_for_holds: HoldDays,
    held: Sequence[HeldTeeTime],
    second_hold: HoldBeside,
    target: Target,
) -> None:
    require_not_again(
        lambda second: require_second_hold_takes_places(askers, second, target),
        second_hold,
        lambda: hold_twice(bookings, days_for_holds[0].tee_time(), held[0].players),
        "Places of a second hold were offered. A second hold at another tee time did not show this.",
    )


@verifies("HLD-05")
def test_held_places_are_not_offered_when_a_booking_beside_them_is_cancelled(
    askers: Sequence[Agency], bookings: BookingDesk, days_for_holds: HoldDays, target: Target
) -> None:
    weekday, _ = days_for_holds

    require_not_again(
        lambda held: require_places_still_held(askers, held, target),
        hold_beside_a_booking_that_goes(bookings, weekday.tee_time()),
        lambda: hold_beside_a_booking_that_goes(bookings, weekday.tee_time()),
        "Held places were offered after a booking beside them was cancelled. A second hold did not show this.",
    )


@verifies("HLD-03")
def test_a_second_hold_lasts_at_most_fifteen_minutes_too(second_hold: HoldBeside) -> None:
    require_at_most_fifteen_minutes([second_hold.answer])


@verifies("HLD-09")
@pytest.mark.parametrize(("places_held", "places_wanted"), [(4, 1), (1, 4)], ids=["all held", "one held"])
def test_held_places_cannot_be_booked_by_another_agency(
    new_hold: NewHold, second_bookings: BookingDesk, days_for_holds: HoldDays, places_held: int, places_wanted: int
) -> None:
    day = days_for_holds[places_held % 2]
    blocked = new_hold(day.tee_time_of_four(), places_held)
    body = second_bookings.body(blocked.tee_time, places_wanted)

    attempt = second_bookings.post(body)
    control = second_bookings.create(day.tee_time(), places_wanted)

    refused(attempt, control=control, because=blocked.because)
    second_bookings.require_nothing_created(body)
    advise_not_bookable_with_its_id(try_to_book_with_its_id(second_bookings, blocked), blocked)


@verifies("HLD-09")
def test_places_of_a_second_hold_cannot_be_booked_by_another_agency(
    bookings: BookingDesk, second_bookings: BookingDesk, days_for_holds: HoldDays
) -> None:
    tee_time, other = days_for_holds[0].tee_time_of_four(), days_for_holds[0].tee_time()
    if_possible(lambda: accepted(bookings.hold(tee_time, 1), "Holding a tee time"))
    # A target may let the second hold take the place of the first, or refuse it.
    if_possible(lambda: accepted(bookings.hold(tee_time, _ALL_PLACES_BUT_ONE), "Holding a tee time again"))

    attempt = second_bookings.create(tee_time, _SOME_PLACES)
    control = second_bookings.create(other, _SOME_PLACES)

    refused(attempt, control=control, because=f"another agency holds all places of {tee_time.where} in two holds")


@verifies("HLD-11")
def test_a_hold_has_the_price_of_the_tee_sheet(held: Sequence[HeldTeeTime]) -> None:
    require_price_of_the_tee_sheet(held)


@verifies("HLD-12")
def test_a_time_that_is_not_offered_cannot_be_held(
    agency: Agency, bookings: BookingDesk, held: Sequence[HeldTeeTime]
) -> None:
    when_nobody_plays = hold_elsewhere(bookings, held, lambda tee_time: replace(tee_time, time=NOBODY_PLAYS_AT))
    in_between = hold_elsewhere(bookings, held[:2], lambda tee_time: between_tee_times(agency, tee_time))

    require_refusals([*when_nobody_plays, *in_between])


@verifies("HLD-13")
def test_an_unknown_course_cannot_be_held(
    bookings: BookingDesk, courses: CourseFinder, run: Run, held: Sequence[HeldTeeTime]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "hold of an unknown course")]

    attempts = hold_elsewhere(bookings, held, lambda tee_time: replace(tee_time, course_id=unknown[-1]))

    require_refusals(attempts)


@verifies("HLD-14")
def test_each_hold_has_its_own_id(held: Sequence[HeldTeeTime]) -> None:
    ids = hold_ids(held)

    has_no_twin = all(ids.count(hold_id) == 1 for hold_id in ids)
    expect(has_no_twin, "each hold has an id of its own", f"the holds have the ids {ids}")


@verifies("HLD-14")
def test_two_equal_holds_have_different_ids(agency: Agency, bookings: BookingDesk, days_for_holds: HoldDays) -> None:
    require_not_again(
        lambda tee_time: require_equal_holds_apart(agency, bookings, tee_time),
        days_for_holds[0].tee_time_of_four(),
        days_for_holds[0].tee_time_of_four,
        "Two equal holds had one id. Two holds at another tee time did not.",
    )


@pytest.fixture(scope="session")
def crowd(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, days_for_holds: HoldDays
) -> Callable[[str], Crowded]:
    """Lets somebody take places of a new tee time, and asks for a hold for one player too many there."""
    return lambda taker: if_possible(
        lambda: crowd_tee_time(taker, bookings, other_bookings, tee_times, days_for_holds[0].tee_time_of_four())
    )


@pytest.fixture(scope="session")
def crowded(crowd: Callable[[str], Crowded]) -> Callable[[str], Crowded]:
    """A crowded tee time by who took places there. The run creates each once."""
    return cache(crowd)


@verifies("HLD-17")
@pytest.mark.parametrize("taker", TAKERS)
def test_more_places_than_others_leave_cannot_be_held(
    bookings: BookingDesk,
    held: Sequence[HeldTeeTime],
    crowd: Callable[[str], Crowded],
    crowded: Callable[[str], Crowded],
    taker: str,
) -> None:
    require_not_again(
        lambda case: require_too_large_a_hold_refused(case, held[-1].answer, bookings),
        crowded(taker),
        lambda: crowd(taker),
        "The target accepted a hold for one player too many. A second attempt did not show this.",
    )


@verifies("ENV-16")
def test_a_refused_hold_takes_nothing(crowded: Callable[[str], Crowded], crowd: Callable[[str], Crowded]) -> None:
    require_nothing_taken(crowded, crowd)


@verifies("HLD-17")
def test_more_places_than_are_free_cannot_be_held(bookings: BookingDesk, days_for_holds: HoldDays) -> None:
    tee_time = broken_tee_time(days_for_holds)
    twin = twin_of(tee_time, days_for_holds)

    attempt = bookings.hold(tee_time, tee_time.places + 1)
    control = bookings.hold(twin, twin.places)

    refused(attempt, control=control, because=f"only {tee_time.places} places are free on {tee_time.where}")
