"""Checks that nobody gets more places than a tee time has free: in a new booking, and in a change of one."""

from collections.abc import Sequence

import pytest

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, all_modifiable, change, read
from conformance.suite.arranged.changes import with_other_texts
from conformance.suite.arranged.read_back import (
    require_refused_and_unchanged,
    require_refused_without_trace,
    try_to_book,
)
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.bookings.places import begin_with, book_and_count_free
from conformance.suite.bookings.sold_out import (
    require_no_more_confirmed_than_places,
    sell_out,
    sell_out_and_watch,
)
from conformance.suite.bookings.taken_places import (
    FirstParty,
    book_at_a_full_tee_time,
    book_beside_held_places,
    book_beside_others,
    book_what_fits,
    require_nobody_gave_back,
)
from conformance.target.target import Target

# Somebody else may give back just the places that an attempt takes.
_MAY_HAVE_GIVEN_BACK = "More players than places were accepted. At another tee time they were not."


@verifies("BKC-25")
@pytest.mark.parametrize(
    ("first", "parties"),
    [
        ("nobody", (3,)),
        ("nobody", (2, 1)),
        ("a cancelled booking", (4,)),
        ("a lowered booking", (2,)),
        ("a raised booking", ()),
    ],
)
def test_more_players_than_places_free_are_refused(
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    target: Target,
    first: str,
    parties: Sequence[int],
) -> None:
    def require_one_too_many_refused(tee_time: OfferedTeeTime) -> None:
        taken = begin_with(first, bookings, tee_time)
        free = book_and_count_free((bookings, other_bookings), tee_times, target, tee_time, parties, taken)
        bodies = [bookings.body(tee_time, free + 1)]

        (attempt,) = try_to_book(bookings, bodies)
        require_nobody_gave_back(attempt, tee_times.places_free(tee_time), free)
        twin_time, control = book_what_fits(bookings, tee_times, tee_time, free)

        because = f"only {free} places are free on {tee_time.where}"
        require_refused_without_trace(
            bookings, target, [attempt], bodies, control=control, tee_time=twin_time, because=because
        )

    require_not_again(require_one_too_many_refused, tee_times.fresh(), tee_times.fresh, _MAY_HAVE_GIVEN_BACK)


@verifies("BKU-08")
@pytest.mark.parametrize(("was", "own", "others"), [(1, 1, 1), (3, 1, 2), (1, 2, 1)])
def test_a_booking_cannot_grow_beyond_the_places_free(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, was: int, own: int, others: int
) -> None:
    def book_some() -> tuple[Booked, int]:
        return book_beside_others(bookings, tee_times, target, was, own, others)

    def require_one_too_many_refused(case: tuple[Booked, int]) -> None:
        booked, free = case
        before, too_many = read(bookings, booked.id), {"players": own + free + 1}

        attempts = [bookings.update(booked.id, body) for body in (too_many, with_other_texts(before, too_many))]
        after = read(bookings, booked.id)
        control = change(bookings, booked.id, {"players": own + free})

        because = f"only {free} places are free beside the booking"
        require_refused_and_unchanged(attempts, before, after, control=control, because=because)

    require_not_again(require_one_too_many_refused, book_some(), book_some, _MAY_HAVE_GIVEN_BACK)


@verifies("BKU-08")
def test_a_booking_cannot_grow_at_a_full_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run, target: Target
) -> None:
    def book_all() -> tuple[Booked, Booked]:
        return book_at_a_full_tee_time(bookings, tee_times, target, from_hold=run.seed % 2 == 0)

    def require_more_refused(case: tuple[Booked, Booked]) -> None:
        booked, elsewhere = case
        before, changes = read(bookings, booked.id), {"players": 3}

        attempts = [bookings.update(booked.id, body) for body in (changes, with_other_texts(before, changes))]
        control = change(bookings, elsewhere.id, changes)

        after, because = read(bookings, booked.id), "no place is free beside the booking"
        require_refused_and_unchanged(attempts, before, after, control=control, because=because)

    require_not_again(require_more_refused, book_all(), book_all, _MAY_HAVE_GIVEN_BACK)


@verifies("BKU-08")
def test_a_booking_cannot_grow_into_held_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run, target: Target
) -> None:
    # A booking that was larger before may not take back what somebody else holds by now.
    was = 4 - run.seed // 2 % 2
    booked, elsewhere = book_beside_held_places(
        bookings, other_bookings, tee_times, target, FirstParty(was, run.seed % 2 == 1), leaves_a_place=was == 4
    )
    before, changes = read(bookings, booked.id), {"players": was}

    attempt = bookings.update(booked.id, with_other_texts(before, changes))
    after = read(bookings, booked.id)
    control = bookings.update(elsewhere.id, all_modifiable(elsewhere.sent, changes))

    because = "another agency holds the places beside the booking"
    require_refused_and_unchanged([attempt], before, after, control=control, because=because)


@verifies("INV-02")
@pytest.mark.parametrize(
    ("first", "parties"),
    [
        ("nobody", (1, 1, 1, 1, 1)),
        ("nobody", (1, 4)),
        ("nobody", (2, 3)),
        ("nobody", (4, 1)),
        ("a cancelled booking", (1, 1, 1, 1, 1)),
        ("a lowered booking", (1, 1, 1, 1)),
        ("a raised booking", (2,)),
        ("a lowered and cancelled booking", (3, 2)),
    ],
)
def test_bookings_never_exceed_the_places_of_a_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, first: str, parties: Sequence[int]
) -> None:
    require_not_again(
        require_no_more_confirmed_than_places,
        sell_out(bookings, tee_times.fresh(), first, parties),
        lambda: sell_out_and_watch(bookings, tee_times, target, first, parties),
        "More players were confirmed than there are places. A second attempt did not show this.",
    )
