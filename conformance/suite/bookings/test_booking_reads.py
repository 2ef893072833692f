"""Checks of reading one booking and of the booking list, with bookings on three days made for the purpose."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, same, steady, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import Advisory, Inconclusive, Untested, counted, exercises, expect, verifies
from conformance.suite.arranged.booked import (
    PARTY_SIZES,
    Booked,
    Reads,
    book,
    book_from_hold,
    change,
    read,
    whole_tee_times,
)
from conformance.suite.arranged.booking_values import LIST_MEMBERS, MEMBERS, comparable, same_lead_player
from conformance.suite.arranged.read_back import changes_in_words
from conformance.suite.bookings.diary import Diary, OwnLists, make_diary
from conformance.target.target import Target


@pytest.fixture(scope="session")
def diary(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Diary:
    """Eleven bookings that the checks of this file only look at."""
    return make_diary(bookings, tee_times)


@pytest.fixture(scope="session")
def lists(agency: Agency) -> OwnLists:
    """The booking list in small pages."""
    return OwnLists(agency)


@pytest.fixture(scope="session")
def reads(bookings: BookingDesk) -> Reads:
    """What reading the bookings of the diary shows, read once for all checks here."""
    return Reads(bookings)


@exercises("getBooking", "listBookings", writes=True)
def test_bookings_are_read_and_listed_in_small_pages(lists: OwnLists, reads: Reads, diary: Diary) -> None:
    for one in (*diary.kept, *diary.cancelled):
        reads.of(one)
    for filters in _ways_to_see(diary.days[0]):
        lists.kept(**filters)


@verifies("BKG-01")
def test_get_returns_the_same_structure_as_create(reads: Reads, diary: Diary) -> None:
    for one in diary.kept:
        created, again = part(one.answer.body, "data", judge=False), reads.booking(one)
        differing = _differing(created, again, MEMBERS)
        told = f"{reads.of(one).where} shows {changes_in_words(differing)}"
        expect(not differing, "reading a booking shows what creating it showed", told, (reads.of(one), one.answer))
        if set(created) != set(again):
            raise Advisory(f"Create and get show different members: {sorted(set(created) ^ set(again))}.")


@verifies("BKG-02")
def test_get_returns_the_lead_player(reads: Reads, diary: Diary) -> None:
    # A cancelled booking may be one that cannot be read by itself.
    readable = [one for one in diary.cancelled if reads.of(one).is_success]
    for one in (*diary.kept, *readable):
        body = accepted(reads.of(one), "Reading a booking")
        same_lead_player(body, one.sent, "the answer to get")


@verifies("BKL-01")
def test_list_items_carry_the_agency_booking_reference(lists: OwnLists, diary: Diary, target: Target) -> None:
    for filters in _ways_to_see(diary.days[0]):
        items = _of_the_diary(lists, target, diary.kept_on(diary.days[:1]), **filters)
        for one in diary.kept:
            if one.id in items and "agencyBookingReference" in one.sent:
                same(
                    items[one.id].get("agencyBookingReference"),
                    one.sent["agencyBookingReference"],
                    f"agencyBookingReference of {one.id} in the list of bookings {_shown(filters)}",
                    lists.pages_with(one.id, **filters),
                )


@verifies("BKL-02")
def test_list_items_carry_no_lead_player(lists: OwnLists, diary: Diary) -> None:
    ways: list[dict[str, object]] = [*_ways_to_see(diary.days[0]), {"status": "cancelled"}]
    for filters in ways:
        items = lists.kept(**filters)
        if not items:
            raise Untested(f"The list {_shown(filters)} is empty, which proves nothing.")
        personal = [str(item.get("id")) for item in items if item.get("leadPlayer") is not None]
        told = f"these have one: {', '.join(personal)}"
        seen = lists.pages_with(*personal[:1], **filters)
        expect(not personal, f"no item of the list of bookings {_shown(filters)} has a leadPlayer", told, seen)


@verifies("BKL-03")
def test_a_new_booking_appears_in_the_list(
    lists: OwnLists, bookings: BookingDesk, diary: Diary, tee_times: TeeTimeFinder, target: Target
) -> None:
    day = tee_times.fresh_day(tee_times=len(PARTY_SIZES))
    ways = _ways_to_see(day.play_date)
    # A list that is read before may be answered from a cache afterwards.
    for filters in ways:
        lists.now(**filters)

    parties = zip(PARTY_SIZES, whole_tee_times([day]), strict=False)
    new = [_booked_in_turn(bookings, target, players, tee_time) for players, tee_time in parties]
    change(bookings, new[0].id, {"players": 2})
    ids = {one.id for one in new}
    on_other_days = {one.id for one in diary.kept}
    # What a change does to the status is open.
    ids_confirmed = ids if read(bookings, new[0].id).get("status") == "confirmed" else ids - {new[0].id}

    for filters in ways:
        wanted = ids_confirmed if "status" in filters else ids
        wanted = wanted if "startDate" in filters else wanted | on_other_days
        items = _until_listed(lists, target, wanted, **filters)
        missing = lists.missing(wanted, items.values(), **filters)
        expected = f"the list of bookings {_shown(filters)} shows all bookings of this run that fit"
        expect(not missing, expected, f"it lacks {counted(missing)}", lists.pages_with(**filters))


@verifies("BKL-04")
@pytest.mark.parametrize("status", ["confirmed", "pending", "cancelled"])
def test_the_status_filter_lists_only_that_status(lists: OwnLists, diary: Diary, target: Target, status: str) -> None:
    own = {"confirmed": diary.kept, "pending": (), "cancelled": diary.cancelled}[status]
    period = {"startDate": diary.days[0], "endDate": diary.days[-1]}
    for more in ({}, period):
        ids = {one.id for one in own}
        items = _of_the_diary(lists, target, ids, status=status, **more)

        others = {name: item.get("status") for name, item in items.items() if item.get("status") != status}
        name, other = next(iter(others.items()), ("", None))
        told = f"it lists {len(others)} others, {name} for instance, whose status is {other}"
        expect(
            not others,
            f"the list of bookings {_shown({'status': status, **more})} shows no other status",
            told,
            lists.pages_with(name, status=status, **more),
        )
        missing = sorted(lists.missing(ids, items.values(), status=status, **more))
        expected = f"the list of bookings status={status} {_shown(more)} shows all bookings of that status"
        expect(not missing, expected, f"it lacks {counted(missing)}", lists.pages_with(status=status, **more))


@verifies("BKL-05")
def test_start_date_lists_nothing_earlier(lists: OwnLists, diary: Diary) -> None:
    _, second, last = diary.days
    for day, more in ((second, {}), (second, {"status": "confirmed"}), (last, {"endDate": last})):
        dates = _dates_listed(lists, startDate=day, **more)
        earlier = [one for one in dates if one < day.isoformat()]
        told = f"it shows bookings on {', '.join(sorted(set(earlier)))}"
        expect(
            not earlier,
            f"the list of bookings startDate={day} {_shown(more)} shows nothing earlier",
            told,
            lists.pages_with(startDate=day, **more),
        )


@verifies("BKL-06")
def test_start_date_is_inclusive(lists: OwnLists, diary: Diary, target: Target) -> None:
    _, second, last = diary.days
    for day, more in ((second, {}), (second, {"status": "confirmed"}), (last, {"endDate": last})):
        _shows_all(lists, target, diary.kept_on([day]), startDate=day, **more)


@verifies("BKL-07")
def test_end_date_lists_nothing_later(lists: OwnLists, diary: Diary) -> None:
    first, second, _ = diary.days
    for day, more in ((second, {}), (second, {"status": "confirmed"}), (first, {"startDate": first})):
        dates = _dates_listed(lists, endDate=day, **more)
        later = [one for one in dates if one > day.isoformat()]
        told = f"it shows bookings on {', '.join(sorted(set(later)))}"
        expect(
            not later,
            f"the list of bookings endDate={day} {_shown(more)} shows nothing later",
            told,
            lists.pages_with(endDate=day, **more),
        )


@verifies("BKL-08")
def test_end_date_is_inclusive(lists: OwnLists, diary: Diary, target: Target) -> None:
    first, second, _ = diary.days
    for day, more in ((second, {}), (second, {"status": "confirmed"}), (first, {"startDate": first})):
        _shows_all(lists, target, diary.kept_on([day]), endDate=day, **more)


@verifies("BKL-09")
def test_filters_combine(lists: OwnLists, diary: Diary) -> None:
    # There are bookings before and after, so that either bound alone leaves some out.
    first = last = diary.days[1]
    period = (first.isoformat(), last.isoformat())

    def filtered_by_us() -> set[str]:
        items = lists.now()
        if lists.are_long():
            items = lists.now(startDate=first, endDate=last)
        return {
            item["id"] for item in items if item["status"] == "confirmed" and period[0] <= item["date"] <= period[1]
        }

    def filtered_by_the_target() -> set[str]:
        items = lists.now(status="confirmed", startDate=first, endDate=last)
        return {item["id"] for item in items}

    ours, theirs = steady(filtered_by_us, filtered_by_the_target)
    same(sorted(theirs), sorted(ours), "the bookings listed with status, startDate and endDate together")


@verifies("BKL-12")
def test_list_and_get_agree(
    lists: OwnLists, reads: Reads, bookings: BookingDesk, tee_times: TeeTimeFinder, diary: Diary, target: Target
) -> None:
    tee_time = tee_times.fresh()
    moved = book(bookings, bookings.body(tee_time, 2), tee_time)
    accepted(change(bookings, moved.id, {"players": 3}), "Changing a booking")
    by_day: dict[str, object] = {"startDate": diary.days[0], "endDate": diary.days[-1]}
    new_day: dict[str, object] = {"startDate": tee_time.play_date, "endDate": tee_time.play_date}

    checked: tuple[tuple[Sequence[Booked], dict[str, object]], ...] = (
        ((*diary.kept, *diary.cancelled, moved), {}),
        (diary.kept, {"status": "confirmed"}),
        (diary.cancelled, {"status": "cancelled"}),
        ((*diary.kept, *diary.cancelled), by_day),
        ((moved,), new_day),
    )
    for own, filters in checked:
        _list_agrees_with_get(lists, reads, target, own, filters)


def _booked_in_turn(desk: BookingDesk, target: Target, players: int, tee_time: OfferedTeeTime) -> Booked:
    """A booking made at once or, for every second party size, from a hold."""
    body = desk.body(tee_time, players)
    return book(desk, body, tee_time) if players % 2 else book_from_hold(desk, body, tee_time, target)


def _ways_to_see(play_date: date) -> tuple[dict[str, object], ...]:
    """Filters whose lists show the confirmed bookings of that day, none at all being one of them."""
    return ({}, {"startDate": play_date, "endDate": play_date}, {"status": "confirmed"})


def _until_listed(lists: OwnLists, target: Target, ids: set[str], **filters: object) -> dict[str, Any]:
    """The items of the list by id, as soon as they include *ids* or the visibility budget has run out."""
    return within_budget(
        lambda: {str(item.get("id")): item for item in lists.now(**filters)},
        lambda items: not lists.missing(ids, items.values(), **filters),
        seconds=target.budgets.visibility_seconds,
    )


def _of_the_diary(lists: OwnLists, target: Target, ids: set[str], **filters: object) -> dict[str, Any]:
    """As `_until_listed`, read once for all checks here as soon as it shows *ids*: the diary does not change."""
    return within_budget(
        lambda: {str(item.get("id")): item for item in lists.kept(ids, **filters)},
        lambda items: not lists.missing(ids, items.values(), **filters),
        seconds=target.budgets.visibility_seconds,
    )


def _shows_all(lists: OwnLists, target: Target, ids: set[str], **filters: object) -> None:
    missing = lists.missing(ids, _of_the_diary(lists, target, ids, **filters).values(), **filters)
    expected = f"the list of bookings {_shown(filters)} shows all bookings of this run that fit"
    expect(not missing, expected, f"it lacks {counted(missing)}", lists.pages_with(**filters))


def _dates_listed(lists: OwnLists, **filters: object) -> list[str]:
    """The dates of all items listed. Raises `Untested` when nothing is listed, which would prove nothing."""
    dates = [item["date"] for item in lists.kept(**filters) if isinstance(item.get("date"), str)]
    if not dates:
        raise Untested(f"The list {_shown(filters)} shows no dated booking, though bookings were made for those days.")
    return dates


def _shown(filters: Mapping[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in filters.items()) or "without parameters"


def _differing(one: Mapping[str, Any], other: Mapping[str, Any], members: Sequence[str]) -> dict[str, list[Any]]:
    """The *members* on which two answers about a booking disagree; absent, null and empty are the same here."""
    pairs = {name: (one.get(name), other.get(name)) for name in members}
    return {
        name: [left, right]
        for name, (left, right) in pairs.items()
        if (comparable(name, left) or None) != (comparable(name, right) or None)
    }


def _list_agrees_with_get(
    lists: OwnLists, reads: Reads, target: Target, own: Sequence[Booked], filters: Mapping[str, object]
) -> None:
    def disagreements() -> dict[str, Any]:
        items = _of_the_diary(lists, target, {one.id for one in own}, **filters)
        # Whether a cancelled booking can still be read is BKX-03's question.
        answers = {one.id: reads.of(one) for one in own if one.id in items}
        shown = {name: part(answer.body, "data", judge=False) for name, answer in answers.items() if answer.is_success}
        if not answers and not lists.are_long(**filters):
            raise Inconclusive(f"The list {_shown(filters)} shows no booking of this check (BKL-03).")
        found = {name: _differing(items[name], booking, LIST_MEMBERS) for name, booking in shown.items()}
        differing = {name: members for name, members in found.items() if members}
        if differing:
            lists.forget(**filters)
            reads.forget(differing)
        return differing

    left = within_budget(disagreements, lambda found: not found, seconds=target.budgets.visibility_seconds)
    name, differing = next(iter(left.items()), ("", {}))
    words = changes_in_words(differing, "in the list")
    told = f"of {len(left)} bookings they differ, {name} for instance: get shows {words}"
    expect(not left, f"the list of bookings {_shown(filters)} and get agree on every member", told)
