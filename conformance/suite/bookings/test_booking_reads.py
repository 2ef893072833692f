"""Checks of reading one booking and of the booking list, with bookings on three days created for the purpose."""

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import same, steady
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, Reads, if_possible
from conformance.suite.bookings.diary import Diary, OwnLists, make_diary, require_every_booking_once
from conformance.suite.bookings.listed_bookings import (
    book_and_change,
    book_one_of_every_size,
    from_each_day,
    listed_on,
    own_choice_on,
    read_and_list_the_diary,
    read_lists_of,
    require_all_on,
    require_list_and_get_agree,
    require_listed_everywhere,
    require_listed_with_reference,
    require_no_lead_player_in_any_list,
    require_nothing_earlier,
    require_nothing_later,
    require_only_that_status,
    require_read_as_created,
    require_read_with_lead_player,
    until_each_day,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def diary(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Diary:
    """Eleven bookings that the checks of this file only read."""
    return make_diary(bookings, tee_times, target)


@pytest.fixture(scope="session")
def lists(agency: Agency) -> OwnLists:
    """The booking list in small pages."""
    return OwnLists(agency)


@pytest.fixture(scope="session")
def reads(bookings: BookingDesk) -> Reads:
    """What reading the bookings of the diary shows, read once for all checks here."""
    return Reads(bookings)


@pytest.fixture(scope="session")
def status_in_turn(run: Run) -> str:
    """The status in lists from or until a day. With each seed, another one."""
    return ("cancelled", "confirmed")[run.seed % 2]


@exercises("getBooking", "listBookings", writes=True)
def test_bookings_are_read_and_listed_in_small_pages(lists: OwnLists, reads: Reads, diary: Diary) -> None:
    read_and_list_the_diary(lists, reads, diary)


@verifies("BKG-01")
def test_get_returns_the_same_structure_as_create(reads: Reads, diary: Diary) -> None:
    require_read_as_created(reads, diary.kept)


@verifies("BKG-02")
def test_get_returns_the_lead_player(reads: Reads, diary: Diary) -> None:
    require_read_with_lead_player(reads, diary)


@verifies("BKL-01")
def test_list_items_carry_the_agency_booking_reference(lists: OwnLists, diary: Diary, target: Target) -> None:
    require_listed_with_reference(lists, target, diary)


@verifies("BKL-02")
def test_list_items_carry_no_lead_player(lists: OwnLists, diary: Diary) -> None:
    require_no_lead_player_in_any_list(lists, diary)


# The lists are read before too, and a target may keep them until somebody writes.
@verifies("BKL-03")
@pytest.mark.needs_quiet
def test_a_new_booking_appears_in_the_list(
    lists: OwnLists, bookings: BookingDesk, diary: Diary, tee_times: TeeTimeFinder, target: Target
) -> None:
    day = tee_times.fresh_day(tee_times=len(PARTY_SIZES))
    read_lists_of(lists, day.play_date)

    created = book_one_of_every_size(bookings, target, day)

    require_listed_everywhere(lists, bookings, target, created, diary)


@verifies("BKL-04")
@pytest.mark.parametrize("status", ["confirmed", "pending", "cancelled"])
def test_the_status_filter_lists_only_that_status(lists: OwnLists, diary: Diary, target: Target, status: str) -> None:
    own = {"confirmed": diary.kept, "pending": (), "cancelled": diary.cancelled}[status]
    period = {"startDate": diary.days[0], "endDate": diary.days[-1]}

    require_only_that_status(lists, target, own, status, period)


@verifies("BKL-05")
def test_start_date_lists_nothing_earlier(lists: OwnLists, diary: Diary, status_in_turn: str) -> None:
    require_nothing_earlier(lists, from_each_day(diary, status_in_turn))


@verifies("BKL-06")
def test_start_date_is_inclusive(lists: OwnLists, diary: Diary, target: Target, status_in_turn: str) -> None:
    require_all_on(lists, target, diary, "startDate", from_each_day(diary, status_in_turn))


@verifies("BKL-07")
def test_end_date_lists_nothing_later(lists: OwnLists, diary: Diary, status_in_turn: str) -> None:
    require_nothing_later(lists, until_each_day(diary, status_in_turn))


@verifies("BKL-08")
def test_end_date_is_inclusive(lists: OwnLists, diary: Diary, target: Target, status_in_turn: str) -> None:
    require_all_on(lists, target, diary, "endDate", until_each_day(diary, status_in_turn))


@verifies("BKL-09")
@pytest.mark.parametrize("status", ["confirmed", "cancelled"])
def test_filters_combine(lists: OwnLists, diary: Diary, status: str) -> None:
    # There are bookings on the days before and after, so that either bound alone excludes some.
    day = diary.days[1]

    ours, theirs = steady(lambda: own_choice_on(lists, day, status), lambda: listed_on(lists, day, status))

    same(theirs, ours, "the bookings listed with status, startDate and endDate together")


# It may be the first check that needs the diary, which writes. Other checks decide the row as well.
@verifies("PAG-12")
@pytest.mark.needs_quiet
@pytest.mark.parametrize("status", ["confirmed", "cancelled"])
def test_all_pages_of_a_status_show_every_booking_once(
    lists: OwnLists, request: pytest.FixtureRequest, status: str
) -> None:
    diary: Diary = if_possible(lambda: request.getfixturevalue("diary"))
    period = {"startDate": diary.days[0], "endDate": diary.days[-1]}

    require_every_booking_once(lists, {"status": status, **period})


@verifies("BKL-12")
@pytest.mark.needs_quiet
def test_list_and_get_agree(
    lists: OwnLists, reads: Reads, bookings: BookingDesk, tee_times: TeeTimeFinder, diary: Diary, target: Target
) -> None:
    changed = book_and_change(bookings, tee_times, lists)

    require_list_and_get_agree(lists, reads, target, diary, changed)
