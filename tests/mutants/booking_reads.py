"""Mutants of reading one booking (BKG) and of the list of bookings (BKL)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from tests.mutants.tools.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.tools.edits import alter, drop, rename
from tests.mutants.tools.registry import Condition, json_answer, mutant, request_change
from tests.mutants.tools.substitutes import sent

# Reading one booking.
json_answer("BKG-01", "Get shows no teeTime.", "getBooking", drop("data.teeTime"))
json_answer("BKG-01.course", "Get gives only the id of the course.", "getBooking", drop("data.course.name"))
json_answer("BKG-01.requests", "Get shows no special requests.", "getBooking", drop("data.specialRequests"))
json_answer(
    "BKG-01.four",
    "Get shows four players as three.",
    "getBooking",
    alter("data.players", lambda players: 3 if players == 4 else players),
)
json_answer("BKG-02", "Get shows no leadPlayer.", "getBooking", drop("data.leadPlayer"))
json_answer("BKG-02.email", "Get shows no e-mail.", "getBooking", drop("data.leadPlayer.email"))
json_answer(
    "BKG-02.initial",
    "Get shows the initial of the first name.",
    "getBooking",
    alter("data.leadPlayer.firstName", lambda name: f"{name[:1]}."),
)

# Items of the list.
_LIST = "listBookings"


def _has_dates(call: Call) -> bool:
    return "startDate" in call.query or "endDate" in call.query


def _has_status(call: Call) -> bool:
    return "status" in call.query


json_answer("BKL-01", "List items have no createdAt.", _LIST, drop("data[*].createdAt"))
json_answer("BKL-01.last", "The last item of a page has no course name.", _LIST, drop("data[-1].course.name"))
json_answer(
    "BKL-01.dates", "With dates, items spell players as text.", _LIST, alter("data[*].players", str), when=_has_dates
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
)


async def _with_lead_player(call: Call, item: Booking) -> None:
    whole = await call.upstream("GET", f"/travel/bookings/{item['id']}")
    item["leadPlayer"] = whole.json()["data"]["leadPlayer"]


def _personal(name: str, breaks: str, chosen: slice, *, when: Condition | None = None) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if not answer.ok or not (when is None or when(call)):
            return answer
        body = answer.json()
        for item in body["data"][chosen]:
            await _with_lead_player(call, item)
        return answer.with_json(body)

    mutant(name, breaks, _LIST)(handle)


_personal("BKL-02", "The list shows lead players.", slice(None))
_personal("BKL-02.last", "The last item of a page shows its lead player.", slice(-1, None))
_personal("BKL-02.dates", "A list by dates shows lead players.", slice(None), when=_has_dates)


# New bookings in the list.
def _unlisted(
    name: str,
    breaks: str,
    *,
    made: Callable[[Booking], bool] = lambda _: True,
    listed: Condition = lambda _: True,
) -> None:
    """New bookings whose request meets *made* are missing from lists whose call meets *listed*."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        missing: set[str] = call.memory.setdefault("missing", set())
        if answer.ok and call.operation == "createBooking" and made(sent(call)):
            missing.add(answer.json()["data"]["id"])
        if not answer.ok or call.operation != _LIST or not listed(call):
            return answer
        found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
        return one_page(call, answer, [booking for booking in found if booking["id"] not in missing])

    mutant(name, breaks, f"createBooking {_LIST}")(handle)


_unlisted("BKL-03", "New bookings do not appear in the list.")
_unlisted("BKL-03.four", "New bookings of four do not appear in the list.", made=lambda asked: asked["players"] == 4)
_unlisted("BKL-03.status", "New bookings do not appear in a list by status.", listed=_has_status)


@mutant("BKL-03.cached", "A list is answered from a cache after the first time.", _LIST)
async def _cached(call: Call) -> Answer:
    if call.query_string not in call.memory:
        call.memory[call.query_string] = await call.forward()
    cached: Answer = call.memory[call.query_string]
    return cached


# Filters.
def _ignored(name: str, parameter: str, *, beside: str | None = None, value: str | None = None) -> None:
    """*parameter* is ignored: always, or only *beside* another parameter, or only when it has this *value*."""

    def chosen(call: Call) -> bool:
        return (beside is None or beside in call.query) and value in (None, call.query.get(parameter))

    where = f" beside {beside}" if beside else f" when it is {value}" if value else ""
    request_change(name, f"{parameter} is ignored{where}.", _LIST, lambda call: call.without(parameter), when=chosen)


_ignored("BKL-04", "status")
_ignored("BKL-04.cancelled", "status", value="cancelled")
_ignored("BKL-04.pending", "status", value="pending")
_ignored("BKL-04.dates", "status", beside="startDate")
_ignored("BKL-05", "startDate")
_ignored("BKL-05.status", "startDate", beside="status")
_ignored("BKL-05.end", "startDate", beside="endDate")
_ignored("BKL-07", "endDate")
_ignored("BKL-07.status", "endDate", beside="status")
_ignored("BKL-07.start", "endDate", beside="startDate")


def _exclusive(name: str, parameter: str, days: int, *, beside: str | None = None) -> None:
    """*parameter* leaves its own day out: always, or only *beside* another parameter."""

    def chosen(call: Call) -> bool:
        return _is_day(call.query.get(parameter, "")) and (beside is None or beside in call.query)

    def narrowed(call: Call) -> Call:
        return call.asking(**{parameter: days_after(call.query[parameter], days)})

    where = f" beside {beside}" if beside else ""
    request_change(name, f"{parameter} leaves its own day out{where}.", _LIST, narrowed, when=chosen)


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


_exclusive("BKL-06", "startDate", 1)
_exclusive("BKL-06.status", "startDate", 1, beside="status")
_exclusive("BKL-08", "endDate", -1)
_exclusive("BKL-08.status", "endDate", -1, beside="status")


# The list and a single booking.
def _stale(status: str) -> str:
    return "confirmed" if status == "cancelled" else status


json_answer(
    "BKL-12",
    "The list without filters shows cancelled bookings as confirmed.",
    _LIST,
    alter("data[*].status", _stale),
    when=lambda call: not _has_status(call),
)
json_answer(
    "BKL-12.name",
    "The list cuts the names of courses to eight characters.",
    _LIST,
    alter("data[*].course.name", lambda name: name[:8]),
)
json_answer(
    "BKL-12.created",
    "The list by dates shows bookings as made a day earlier.",
    _LIST,
    alter("data[*].createdAt", lambda moment: f"{days_after(moment[:10], -1)}{moment[10:]}"),
    when=_has_dates,
)


@mutant("BKL-12.players", "The list shows the players of the time of booking.", f"createBooking {_LIST}")
async def _players_of_the_time_of_booking(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "createBooking":
        call.memory[body["data"]["id"]] = body["data"]["players"]
        return answer
    for item in body["data"]:
        item["players"] = call.memory.get(item["id"], item["players"])
    return answer.with_json(body)
