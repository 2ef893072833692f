"""Faults of the booking list without its filters: its items, and the bookings that it lacks (BKL)."""

from __future__ import annotations

from collections.abc import Callable

from tests.mutants.parts.aging import ages
from tests.mutants.parts.asking import has_dates, has_status
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page, relisted
from tests.mutants.parts.pretending import Json, all_bookings, filters_of, paged, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, rename
from tests.mutants.tools.registry import Condition, Origin, json_answer, mutant

# Items of the list.
_LIST = "listBookings"

json_answer("BKL-01", "List items have no createdAt.", _LIST, drop("data[*].createdAt"))
json_answer("BKL-01.last", "The last item of a page has no course name.", _LIST, drop("data[-1].course.name"))
json_answer(
    "BKL-01.dates", "With dates, items spell players as text.", _LIST, alter("data[*].players", str), when=has_dates
)
json_answer(
    "BKL-01.reference", "List items lose the agency's reference.", _LIST, drop("data[*].agencyBookingReference")
)
json_answer(
    "BKL-01.page-2",
    "From page 2 on, list items call teeTime time.",
    _LIST,
    rename("data[*].teeTime", "time"),
    when=lambda call: call.query.get("page", "1") != "1",
    hidden="a later page",
)


async def _with_lead_player(call: Call, item: Booking) -> None:
    whole = await call.upstream("GET", f"/travel/bookings/{item['id']}")
    item["leadPlayer"] = whole.json()["data"]["leadPlayer"]


def _personal(
    name: str, breaks: str, chosen: slice, *, when: Condition | None = None, hidden: str | None = None
) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if not answer.ok or not (when is None or when(call)):
            return answer
        body = answer.json()
        for item in body["data"][chosen]:
            await _with_lead_player(call, item)
        return answer.with_json(body)

    mutant(name, breaks, _LIST, hidden=hidden)(handle)


_personal("BKL-02", "The list shows lead players.", slice(None))
_personal("BKL-02.last", "The last item of a page shows its lead player.", slice(-1, None))
_personal(
    "BKL-02.dates",
    "A list by dates shows lead players.",
    slice(None),
    when=has_dates,
    hidden="a combination of parameters",
)


# New bookings in the list.
def _unlisted(
    name: str,
    breaks: str,
    *,
    created: Callable[[Booking], bool] = lambda _: True,
    listed: Condition = lambda _: True,
    hidden: str | None = None,
) -> None:
    """New bookings whose request meets *created* are missing from lists whose call meets *listed*."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        missing: set[str] = call.memory.setdefault("missing", set())
        if answer.ok and call.operation == "createBooking" and created(sent(call)):
            missing.add(answer.json()["data"]["id"])
        if not answer.ok or call.operation != _LIST or not listed(call):
            return answer
        found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
        return one_page(call, answer, [booking for booking in found if booking["id"] not in missing])

    mutant(name, breaks, f"createBooking {_LIST}", hidden=hidden)(handle)


_unlisted("BKL-03", "New bookings do not appear in the list.")
_unlisted(
    "BKL-03.four",
    "New bookings of four do not appear in the list.",
    created=lambda asked: asked["players"] == 4,
    hidden="some values",
)
_unlisted("BKL-03.status", "New bookings do not appear in a list by status.", listed=has_status)


@mutant("BKL-03.cached", "A cache answers a list after its first request.", _LIST, hidden="after a while")
async def _cached(call: Call) -> Answer:
    if call.query_string not in call.memory:
        call.memory[call.query_string] = await call.forward()
    cached: Answer = call.memory[call.query_string]
    return cached


json_answer(
    "BKL-13",
    "The unfiltered list counts one booking too few.",
    "listBookings",
    alter("meta.pagination.totalItems", lambda count: max(count - 1, 0)),
    when=lambda call: "status" not in call.query,
)

ages(
    "BKL-03.later",
    "The lists omit a booking from the tenth request after its creation.",
    lambda booking, ago: None if ago >= 10 else booking,
    reads="listBookings",
    since="createBooking",
)


@mutant(
    "BKL-03.changed",
    "The lists omit a booking after a change of its players.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _lost_from_the_list(call: Call) -> Answer:
    answer = await call.forward()
    lost: set[str] = call.memory.setdefault("lost", set())
    if call.operation == "updateBooking":
        lost |= {call.path_params["id"]} if answer.ok and "players" in sent(call) else set()
        return answer
    if not answer.ok or not lost:
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking) and booking["id"] not in lost]
    return one_page(call, answer, found)


@mutant(
    "BKL-03.held",
    "The lists omit bookings that completed a hold.",
    "createBooking listBookings",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _held_and_unlisted(call: Call) -> Answer:
    answer = await call.forward()
    missing: set[str] = call.memory.setdefault("missing", set())
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        missing.add(answer.json()["data"]["id"])
    if call.operation == "createBooking" or not answer.ok or not missing:
        return answer
    found = [
        booking for booking in await every_booking(call) if asked_for(call, booking) and booking["id"] not in missing
    ]
    return one_page(call, answer, found)


@mutant(
    "BKL-02.blind-only-one",
    "A list with one booking shows it in full.",
    "listBookings",
    hidden="some values",
    origin=Origin.blind,
)
async def _only_one(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or len(answer.json()["data"]) != 1:
        return answer
    body = answer.json()
    body["data"] = [await true_booking(call, body["data"][0]["id"])]
    return answer.with_json(body)


@mutant(
    "BKL-03.blind-one-a-day",
    "The list has only the first booking of a course and day.",
    "listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_a_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    first: dict[tuple[str, str], Json] = {}
    for item in reversed(await all_bookings(call, **filters_of(call))):
        first.setdefault((item["course"]["id"], item["date"]), item)
    return paged(answer, list(reversed(first.values())))


relisted(
    "BKL-03.blind-pending",
    "Pending bookings are missing from the list without a status.",
    lambda call, found: [booking for booking in found if asked_for(call, booking) and booking["status"] != "pending"],
    when=lambda call: "status" not in call.query,
    hidden="some values",
    origin=Origin.blind,
)
