"""Checks of changing a booking. The answer to a change is not shown, so each check reads the booking back."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import pytest

from conformance.asking.oracles import golden, same
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.verdicts import or_else, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import (
    LONG_TEXT,
    PARTY_SIZES,
    UNUSUAL_TEXTS,
    Booked,
    all_modifiable,
    book_own_tee_time,
    change,
    read,
    read_before,
)
from conformance.suite.arranged.changes import other_size, with_other_texts
from conformance.suite.arranged.from_holds import book_own_from_larger_hold
from conformance.suite.arranged.from_hooks import book_own_from_hook
from conformance.suite.arranged.many_answers import require_all_refused
from conformance.suite.arranged.read_back import require_refused_and_unchanged
from conformance.suite.arranged.trap_texts import trap_requests
from conformance.suite.bookings.changed_bookings import (
    NEW_REQUESTS,
    NEW_VALUES,
    advise_emptied,
    book_for_a_change,
    book_with_long_requests,
    change_alone,
    change_one_after_the_other,
    change_text_until_seen,
    change_until_seen,
    listed_reference,
    require_identity_kept,
    require_room_to_grow,
)
from conformance.target.target import Target
from conformance.walks.values import lines

# By party size.
_UNUSUAL_REQUESTS: Mapping[int, Sequence[str]] = {1: [LONG_TEXT], 2: UNUSUAL_TEXTS[:1], 3: UNUSUAL_TEXTS[1:]}
_CHANGED_TO_TRAPS = 4
_OTHER_VALUES: Mapping[str, Any] = {
    "specialRequests": "A table for lunch, please. Changed again by a conformance run.",
    "agencyBookingReference": "changed-again-by-a-conformance-run",
}

# Beside those just outside, sizes that are far from any.
_FAR_OFF = (-1, 99)


@pytest.fixture(scope="session")
def by_size(
    bookings: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target
) -> Callable[[int], Booked]:
    """A booking by its first number of players, each begun in another way. Several checks change the same one, so each
    check reads it first.
    """

    @cache
    def booking(players: int) -> Booked:
        if players == 1:
            return book_own_from_larger_hold(bookings, tee_times, players, target)
        if players == 3:
            return book_own_from_hook(bookings, hooks, tee_times, players)
        return book_own_tee_time(bookings, tee_times, players)

    return booking


@pytest.fixture(scope="session")
def of_two(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Booked:
    """A booking for two with long special requests, of which one member after the other is changed."""
    return book_with_long_requests(bookings, tee_times, target)


@verifies("BKU-01")
@pytest.mark.parametrize(("before", "after"), [(2, 4), (4, 1), (1, 3), (3, 2)])
def test_players_can_be_raised_and_lowered(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, before: int, after: int
) -> None:
    booked = book_for_a_change(bookings, tee_times, target, before)

    answer, seen = change_until_seen(bookings, target, booked, "players", after, whole=before % 2 == 1)

    require_room_to_grow(answer, bookings, tee_times, booked, after, target)
    golden(answer)
    same(seen, after, f"players of {booked.where}, after a change from {before} to {after},")


@verifies("BKU-02")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_special_requests_can_be_changed(
    bookings: BookingDesk, by_size: Callable[[int], Booked], target: Target, run: Run, players: int
) -> None:
    booked = by_size(players)

    traps = (trap_requests(run.random("trap texts of a change")),) if players == _CHANGED_TO_TRAPS else ()
    texts = (*traps, *_UNUSUAL_REQUESTS.get(players, ()), NEW_REQUESTS)
    whole = players % 2 == 0
    answer, seen, wanted = change_text_until_seen(bookings, target, booked, "specialRequests", texts, whole=whole)

    golden(answer)
    same(lines(seen), lines(wanted), f"specialRequests of booking {booked.id} for {players}, after a change,")


@verifies("BKU-02")
def test_special_requests_can_be_emptied(
    bookings: BookingDesk, by_size: Callable[[int], Booked], target: Target
) -> None:
    advise_emptied(bookings, target, by_size(2))


@verifies("BKU-03")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_agency_booking_reference_can_be_changed(
    bookings: BookingDesk, by_size: Callable[[int], Booked], target: Target, players: int
) -> None:
    booked = by_size(players)
    old = booked.sent["agencyBookingReference"]
    unusual = {1: [bookings.reference_in_digits()], 2: [f"{old} & Söhne #2"], 3: [f"{old}/B.7_Z: Group-of+4"]}

    texts, whole = (*unusual.get(players, ()), f"{old}-B"), players % 2 == 0
    answer, seen, new = change_text_until_seen(bookings, target, booked, "agencyBookingReference", texts, whole=whole)

    golden(answer)
    same(lines(seen), lines(new), f"agencyBookingReference of booking {booked.id} for {players}, after a change,")
    what = f"agencyBookingReference of booking {booked.id} in the list, after a change,"
    same(lines(listed_reference(bookings, target, booked, new)), lines(new), what)


@verifies("BKU-07")
@pytest.mark.parametrize("booked_players", PARTY_SIZES)
def test_a_change_keeps_players_within_one_to_four(
    bookings: BookingDesk, by_size: Callable[[int], Booked], booked_players: int
) -> None:
    booked = by_size(booked_players)
    before = read_before(bookings, booked.id)
    wrong = [{"players": players} for players in (0, 5, _FAR_OFF[booked_players % 2])]
    bodies = [*wrong, with_other_texts(before, wrong[booked_players % 2])]

    attempts = [bookings.update(booked.id, body) for body in bodies]
    after = read(bookings, booked.id)
    control = change(bookings, booked.id, {"players": other_size(before)})

    require_refused_and_unchanged(attempts, before, after, control=control)


@verifies("BKU-09")
def test_members_that_are_not_sent_keep_their_value(bookings: BookingDesk, of_two: Booked, target: Target) -> None:
    for member, value in {**NEW_VALUES, "players": 1}.items():
        change_alone(bookings, target, of_two, member, value).require_others_kept()
    # So each member is changed after each of the others. Meanwhile, others may have taken the place. No document says
    # whether a text may be emptied.
    for member, value in (
        ("specialRequests", _OTHER_VALUES["specialRequests"]),
        ("players", 2),
        ("specialRequests", ""),
    ):
        changed = or_else(partial(change_alone, bookings, target, of_two, member, value), None)
        if changed is not None:
            changed.require_others_kept()


@verifies("BKU-11")
def test_an_unknown_booking_cannot_be_changed(
    bookings: BookingDesk, by_size: Callable[[int], Booked], courses: CourseFinder
) -> None:
    booked = by_size(2)
    unknown_id = courses.unknown_id(booked.id)
    bodies = [{member: value} for member, value in NEW_VALUES.items()]

    attempts = [bookings.update(unknown_id, body) for body in (*bodies, all_modifiable({}, NEW_VALUES))]
    of_an_unknown_id = bookings.read(unknown_id)
    control = change(bookings, booked.id, NEW_VALUES)

    require_all_refused([*attempts, of_an_unknown_id], control=control)


@verifies("BKU-12")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_change_keeps_id_reference_and_creation(
    bookings: BookingDesk, by_size: Callable[[int], Booked], players: int
) -> None:
    booked = by_size(players)
    before = read_before(bookings, booked.id)
    changes = {**_OTHER_VALUES, "players": other_size(before)}

    answers = change_one_after_the_other(bookings, booked.id, changes)

    require_identity_kept(before, read(bookings, booked.id), changes, answers)
