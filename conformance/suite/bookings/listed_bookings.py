"""What reading one booking and the booking list must show, judged for all bookings of a diary under all filters."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from conformance.asking.oracles import accepted, part, same, within_budget
from conformance.discovery import BookingDesk, FreshDay, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import Advisory, Inconclusive, Untested, counted, expect
from conformance.recordings.parts import act_together
from conformance.scope.lanes import read_ahead, run_together
from conformance.suite.arranged.booked import PARTY_SIZES, Booked, Reads, book, change, read, whole_tee_times
from conformance.suite.arranged.booking_values import LIST_MEMBERS, MEMBERS, differing_members, require_lead_player
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.arranged.read_back import changes_in_words
from conformance.suite.bookings.diary import Diary, OwnLists
from conformance.target.target import Target

Filters = Mapping[str, object]


def ways_to_see(play_date: date) -> tuple[Filters, ...]:
    """Filters whose lists show the confirmed bookings of that day: none at all, that day, and the status."""
    return ({}, {"startDate": play_date, "endDate": play_date}, {"status": "confirmed"})


def read_and_list_the_diary(lists: OwnLists, reads: Reads, diary: Diary) -> None:
    """Reads every booking of the diary, and every list that shows the bookings of its first day."""
    run_together(partial(reads.of, booking) for booking in (*diary.kept, *diary.cancelled))
    run_together(partial(lists.kept, **filters) for filters in ways_to_see(diary.days[0]))


def require_read_as_created(reads: Reads, created: Iterable[Booked]) -> None:
    """Raises `Violation` unless reading every booking shows what creating it showed, `Advisory` for other members."""
    for booking in created:
        at_first, again = part(booking.answer.body, "data", judge=False), reads.booking(booking)
        differing = differing_members(at_first, again, MEMBERS)
        actual = f"{reads.of(booking).where} shows {changes_in_words(differing)}"
        seen = (reads.of(booking), booking.answer)
        expect(not differing, "a read of a booking shows the same as the answer to its creation", actual, seen)
        if set(at_first) != set(again):
            raise Advisory(f"Create and get show different members: {sorted(set(at_first) ^ set(again))}.")


def require_read_with_lead_player(reads: Reads, diary: Diary) -> None:
    """Raises `Violation` unless reading every booking of the diary shows the lead player that was sent."""
    # A cancelled booking may be one that cannot be read by itself.
    readable = [booking for booking in diary.cancelled if reads.of(booking).is_success]
    for booking in (*diary.kept, *readable):
        body = accepted(reads.of(booking), "Reading a booking")
        require_lead_player(body, booking.sent, f"booking {booking.id}, when it is read,")


def require_listed_with_reference(lists: OwnLists, target: Target, diary: Diary) -> None:
    """Raises `Violation` unless every list shows the agencyBookingReference of every booking that was sent with one."""
    for filters in ways_to_see(diary.days[0]):
        items = _of_the_diary(lists, target, diary.kept_on(diary.days[:1]), **filters)
        for booking in diary.kept:
            if booking.id in items and "agencyBookingReference" in booking.sent:
                same(
                    items[booking.id].get("agencyBookingReference"),
                    booking.sent["agencyBookingReference"],
                    f"agencyBookingReference of {booking.id} in the list of bookings {_shown(filters)}",
                    lists.pages_with(booking.id, **filters),
                )


def require_no_lead_player(lists: OwnLists, **filters: object) -> None:
    """Raises `Violation` when an item of the list has a leadPlayer, and `Untested` when the list is empty."""
    items = lists.kept(**filters)
    if not items:
        raise Untested(f"The list {_shown(filters)} is empty, which proves nothing.")
    personal = [str(item.get("id")) for item in items if item.get("leadPlayer") is not None]
    actual = f"these items have a leadPlayer: {', '.join(personal)}"
    seen = lists.pages_with(*personal[:1], **filters)
    expect(not personal, f"no item of the list of bookings {_shown(filters)} has a leadPlayer", actual, seen)


def require_no_lead_player_in_any_list(lists: OwnLists, diary: Diary) -> None:
    """Raises `Violation` when an item has a leadPlayer in a list of confirmed or in the list of cancelled bookings."""
    for filters in (*ways_to_see(diary.days[0]), {"status": "cancelled"}):
        require_no_lead_player(lists, **filters)


def read_lists_of(lists: OwnLists, play_date: date) -> None:
    """Reads every list that will show new bookings of that day: a target may answer later reads from a cache."""
    run_together(partial(lists.now, **filters) for filters in ways_to_see(play_date))


def book_one_of_every_size(desk: BookingDesk, target: Target, day: FreshDay) -> list[Booked]:
    """A booking of every party size on *day*, every second one from a hold. With every second seed, the
    first is changed to two players: a target may read its lists anew after a change alone.
    """
    wanted = [
        (desk.body(tee_time, players), tee_time)
        for players, tee_time in zip(PARTY_SIZES, whole_tee_times([day]), strict=False)
    ]
    created = act_together([partial(_book_in_turn, desk, target, *body_and_tee_time) for body_and_tee_time in wanted])
    if desk.turn(2) == 0:
        change(desk, created[0].id, {"players": 2})
    return created


def _book_in_turn(desk: BookingDesk, target: Target, body: Mapping[str, Any], tee_time: OfferedTeeTime) -> Booked:
    """A booking that is sent directly or, for every second party size, completes a hold."""
    return book(desk, body, tee_time) if body["players"] % 2 else book_from_hold(desk, body, tee_time, target)


def require_listed_everywhere(
    lists: OwnLists, desk: BookingDesk, target: Target, created: Sequence[Booked], diary: Diary
) -> None:
    """Raises `Violation` unless every list with bookings of that day shows all that were *created* for it."""
    ids = {booking.id for booking in created}
    on_other_days = {booking.id for booking in diary.kept}
    # What a change does to the status is open.
    changed = created[0].id
    ids_confirmed = ids if read(desk, changed).get("status") == "confirmed" else ids - {changed}

    def wanted_under(filters: Filters) -> set[str]:
        wanted = ids_confirmed if "status" in filters else ids
        return wanted if "startDate" in filters else wanted | on_other_days

    ways = ways_to_see(created[0].tee_time.play_date)
    looks = [partial(_until_listed, lists, target, wanted_under(filters), **filters) for filters in ways]
    for filters, items in zip(ways, act_together(looks), strict=True):
        missing = lists.still_missing(wanted_under(filters), items.values(), **filters)
        expected = f"the list of bookings {_shown(filters)} shows all bookings of this run that fit"
        expect(not missing, expected, f"it lacks {counted(missing)}", lists.pages_with(**filters))


def require_only_that_status(
    lists: OwnLists, target: Target, own: Iterable[Booked], status: str, period: Filters
) -> None:
    """Raises `Violation` unless the list of that *status*, of all days and of the *period*, shows all of that status
    among *own* bookings and no booking of another status.
    """
    ids = {booking.id for booking in own}
    for more in ({}, period):
        items = _of_the_diary(lists, target, ids, status=status, **more)
        _require_no_other_status(lists, items, status, more)
        missing = sorted(lists.still_missing(ids, items.values(), status=status, **more))
        expected = f"the list of bookings status={status} {_shown(more)} shows all bookings of that status"
        expect(not missing, expected, f"it lacks {counted(missing)}", lists.pages_with(status=status, **more))


def _require_no_other_status(lists: OwnLists, items: Mapping[str, Any], status: str, more: Filters) -> None:
    others = {name: item.get("status") for name, item in items.items() if item.get("status") != status}
    name, other = next(iter(others.items()), ("", None))
    expected = f"the list of bookings {_shown({'status': status, **more})} shows only this status"
    actual = f"{len(others)} bookings have another status. Booking {name}, for instance, is {other}"
    expect(not others, expected, actual, lists.pages_with(name, status=status, **more))


def require_nothing_earlier(lists: OwnLists, queries: Iterable[Filters]) -> None:
    """Raises `Violation` when a list with a startDate shows a booking of an earlier day."""
    for query in queries:
        first = query["startDate"]
        earlier = {day for day in _dates_listed(lists, **query) if day < str(first)}
        expected = f"the list of bookings {_shown(query)} shows no earlier booking"
        _require_no_dates(lists, earlier, expected, query)


def require_nothing_later(lists: OwnLists, queries: Iterable[Filters]) -> None:
    """Raises `Violation` when a list with an endDate shows a booking of a later day."""
    for query in queries:
        last = query["endDate"]
        later = {day for day in _dates_listed(lists, **query) if day > str(last)}
        expected = f"the list of bookings {_shown(query)} shows no later booking"
        _require_no_dates(lists, later, expected, query)


def _require_no_dates(lists: OwnLists, unwanted: set[str], expected: str, filters: Filters) -> None:
    actual = f"it shows bookings on {', '.join(sorted(unwanted))}"
    expect(not unwanted, expected, actual, lists.pages_with(**filters))


def require_all_on(lists: OwnLists, target: Target, diary: Diary, bound: str, queries: Iterable[Filters]) -> None:
    """Raises `Violation` unless every list shows all bookings of its status, or all kept ones, on the day of its
    *bound*.
    """
    for query in queries:
        of_status = diary.cancelled if query.get("status") == "cancelled" else diary.kept
        ids = {booking.id for booking in of_status if booking.tee_time.play_date == query[bound]}
        items = _of_the_diary(lists, target, ids, **query)
        missing = lists.still_missing(ids, items.values(), **query)
        expected = f"the list of bookings {_shown(query)} shows all bookings of this run that fit"
        expect(not missing, expected, f"it lacks {counted(missing)}", lists.pages_with(**query))


def from_each_day(diary: Diary, status: str) -> list[Filters]:
    """Filters with a startDate: alone, with the *status*, and as a period of one day and of two days."""
    _, second, last = diary.days
    periods: list[Filters] = [{"startDate": start, "endDate": last} for start in (last, second)]
    return [{"startDate": second}, {"startDate": second, "status": status}, *periods]


def until_each_day(diary: Diary, status: str) -> list[Filters]:
    """Filters with an endDate: alone, with the *status*, and as a period of one day and of two days."""
    first, second, _ = diary.days
    periods: list[Filters] = [{"startDate": first, "endDate": end} for end in (first, second)]
    return [{"endDate": second}, {"endDate": second, "status": status}, *periods]


def own_choice_on(lists: OwnLists, day: date, status: str) -> list[str]:
    """Ids of the bookings of *day* with this *status*, which this check picks from the list of all bookings."""
    items = lists.now()
    if lists.are_long():
        items = lists.now(startDate=day, endDate=day)
    wanted = (status, day.isoformat())
    return sorted({str(item.get("id")) for item in items if (item.get("status"), item.get("date")) == wanted})


def listed_on(lists: OwnLists, day: date, status: str) -> list[str]:
    """Ids of the bookings of *day* with this *status*, which the target picks."""
    return sorted({str(item.get("id")) for item in lists.now(status=status, startDate=day, endDate=day)})


def book_and_change(desk: BookingDesk, tee_times: TeeTimeFinder, lists: OwnLists) -> Booked:
    """A booking for two that was changed to three players, right after its day was listed: a target may remember that
    list. Raises `Inconclusive` when the change is refused.
    """
    tee_time = tee_times.fresh()
    booked = book(desk, desk.body(tee_time, 2), tee_time)
    lists.now(startDate=tee_time.play_date, endDate=tee_time.play_date)
    accepted(change(desk, booked.id, {"players": 3}), "Changing a booking")
    return booked


def require_list_and_get_agree(lists: OwnLists, reads: Reads, target: Target, diary: Diary, changed: Booked) -> None:
    """Raises `Violation` unless every list that shows a booking agrees with what get shows of it."""
    by_day: Filters = {"startDate": diary.days[0], "endDate": diary.days[-1]}
    new_day: Filters = {"startDate": changed.tee_time.play_date, "endDate": changed.tee_time.play_date}
    compared: tuple[tuple[Sequence[Booked], Filters], ...] = (
        ((*diary.kept, *diary.cancelled, changed), {}),
        (diary.kept, {"status": "confirmed"}),
        (diary.cancelled, {"status": "cancelled"}),
        ((*diary.kept, *diary.cancelled), by_day),
        ((changed,), new_day),
    )
    read_ahead(partial(lists.kept, {booking.id for booking in own}, **filters) for own, filters in compared)
    for own, filters in compared:
        _require_agreement(lists, reads, target, own, filters)


def _require_agreement(lists: OwnLists, reads: Reads, target: Target, own: Sequence[Booked], filters: Filters) -> None:
    def disagreements() -> dict[str, Any]:
        items = _of_the_diary(lists, target, {booking.id for booking in own}, **filters)
        # Whether a cancelled booking can still be read is BKX-03's question.
        answers = {booking.id: reads.of(booking) for booking in own if booking.id in items}
        shown = {name: part(answer.body, "data", judge=False) for name, answer in answers.items() if answer.is_success}
        if not answers and not lists.are_long(**filters):
            raise Inconclusive(f"The list {_shown(filters)} shows no booking of this check (BKL-03).")
        found = {name: differing_members(items[name], booking, LIST_MEMBERS) for name, booking in shown.items()}
        differing = {name: members for name, members in found.items() if members}
        if differing:
            lists.forget(**filters)
            reads.forget(differing)
        return differing

    still_differing = within_budget(disagreements, lambda found: not found, seconds=target.budgets.visibility_seconds)
    name, differing = next(iter(still_differing.items()), ("", {}))
    words = changes_in_words(differing, "in the list")
    actual = f"{len(still_differing)} bookings differ. For booking {name}, for instance, get shows {words}"
    expect(not still_differing, f"the list of bookings {_shown(filters)} and get agree on every member", actual)


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


def _dates_listed(lists: OwnLists, **filters: object) -> list[str]:
    """The dates of all items listed. Raises `Untested` when nothing is listed, which would prove nothing."""
    dates = [item["date"] for item in lists.kept(**filters) if isinstance(item.get("date"), str)]
    if not dates:
        raise Untested(f"The list {_shown(filters)} shows no booking with a date, although this run booked these days.")
    return dates


def _shown(filters: Mapping[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in filters.items()) or "without parameters"
