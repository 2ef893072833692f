"""Faults of the filters of the booking list (BKL-04 to 11)."""

from __future__ import annotations

from datetime import date

from tests.mutants.parts.asking import has_all
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.disguises import asked_for, relisted
from tests.mutants.parts.mending import is_date, passed_over
from tests.mutants.parts.page_swaps import from_page, other_items
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_LIST = "listBookings"


def _ignored(
    name: str, parameter: str, *, beside: str | None = None, value: str | None = None, hidden: str | None = None
) -> None:
    """*parameter* is ignored: always, or only *beside* another parameter, or only with this *value*."""

    def chosen(call: Call) -> bool:
        return (beside is None or beside in call.query) and value in (None, call.query.get(parameter))

    where = f" beside {beside}" if beside else f" if its value is {value}" if value else ""
    request_change(
        name, f"{parameter} is ignored{where}.", _LIST, lambda call: call.without(parameter), when=chosen, hidden=hidden
    )


_ignored("BKL-04", "status")
_ignored("BKL-04.cancelled", "status", value="cancelled")
_ignored("BKL-04.pending", "status", value="pending")
_ignored("BKL-04.dates", "status", beside="startDate", hidden="a combination of parameters")
_ignored("BKL-05", "startDate")
_ignored("BKL-05.status", "startDate", beside="status", hidden="a combination of parameters")
_ignored("BKL-05.end", "startDate", beside="endDate", hidden="a combination of parameters")
_ignored("BKL-07", "endDate")
_ignored("BKL-07.status", "endDate", beside="status", hidden="a combination of parameters")
_ignored("BKL-07.start", "endDate", beside="startDate", hidden="a combination of parameters")


def _exclusive(name: str, parameter: str, days: int, *, beside: str | None = None, hidden: str | None = None) -> None:
    """*parameter* excludes its own day: always, or only *beside* another parameter."""

    def chosen(call: Call) -> bool:
        return _is_day(call.query.get(parameter, "")) and (beside is None or beside in call.query)

    def narrowed(call: Call) -> Call:
        return call.asking(**{parameter: days_after(call.query[parameter], days)})

    where = f" beside {beside}" if beside else ""
    request_change(name, f"{parameter} excludes its own day{where}.", _LIST, narrowed, when=chosen, hidden=hidden)


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


_exclusive("BKL-06", "startDate", 1)
_exclusive("BKL-06.status", "startDate", 1, beside="status", hidden="a combination of parameters")
_exclusive("BKL-08", "endDate", -1)
_exclusive("BKL-08.status", "endDate", -1, beside="status", hidden="a combination of parameters")

_BOOKINGS = "listBookings"

request_change(
    "BKL-09.three",
    "startDate is ignored beside status and endDate.",
    _BOOKINGS,
    lambda call: call.without("startDate"),
    when=lambda call: has_all(call, "status", "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)


def _without_day(name: str, parameter: str, beside: str) -> None:
    relisted(
        name,
        f"{parameter} excludes its own day beside {beside}.",
        lambda call, every: [
            booking for booking in every if asked_for(call, booking) and booking["date"] != call.query[parameter]
        ],
        when=lambda call: has_all(call, parameter, beside),
        hidden="a combination of parameters",
        origin=Origin.hidden,
    )


_without_day("BKL-06.end", "startDate", "endDate")
_without_day("BKL-08.start", "endDate", "startDate")

other_items(
    "BKL-04.page-3",
    "status is ignored from the third page on.",
    _BOOKINGS,
    lambda call: call.without("status"),
    when=lambda call: "status" in call.query and from_page(3)(call),
    hidden="a later page",
    origin=Origin.hidden,
)
other_items(
    "BKL-07.page-2",
    "endDate is ignored after the first page.",
    _BOOKINGS,
    lambda call: call.without("endDate"),
    when=lambda call: "endDate" in call.query and from_page(2)(call),
    hidden="a later page",
    origin=Origin.hidden,
)


@mutant(
    "BKL-04.blind-first-status",
    "The status filter compares the first status of a booking until the booking is cancelled.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_status(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and data_of(answer)["status"] == "pending":
        call.memory[data_of(answer)["id"]] = "pending"
    asked = call.query.get("status")
    if call.operation == "createBooking" or not answer.ok or asked not in ("pending", "confirmed"):
        return answer
    every = await all_bookings(call, **filters_of(call, "status"))
    kept = [
        item
        for item in every
        if (item["status"] if item["status"] == "cancelled" else call.memory.get(item["id"], "confirmed")) == asked
    ]
    return paged(answer, kept)


@mutant(
    "BKL-06.blind-with-status",
    "startDate excludes its own day beside a status.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _start_exclusive(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"status", "startDate"} <= set(call.query):
        return answer
    return paged(
        answer, [i for i in await all_bookings(call, **filters_of(call)) if i["date"] > call.query["startDate"]]
    )


@mutant(
    "BKL-07.blind-page-two",
    "From the second page on, endDate is ignored.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _end_forgotten(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" not in call.query or answer.json()["meta"]["pagination"]["page"] < 2:
        return answer
    return paged(answer, await all_bookings(call, **filters_of(call, "endDate")))


@mutant(
    "BKL-08.blind-with-start",
    "endDate excludes its own day beside startDate.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _end_exclusive(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"startDate", "endDate"} <= set(call.query):
        return answer
    return paged(answer, [i for i in await all_bookings(call, **filters_of(call)) if i["date"] < call.query["endDate"]])


relisted(
    "BKL-04.blind-confirmed",
    "The list under status=confirmed has the pending bookings as well.",
    lambda call, bookings: [
        booking
        for booking in bookings
        if asked_for(call.without("status"), booking) and booking["status"] in ("confirmed", "pending")
    ],
    when=lambda call: call.query.get("status") == "confirmed",
    hidden="some values",
    origin=Origin.blind,
)

passed_over("BKL-11", "A malformed first day is ignored.", "listBookings", "startDate", is_date)
passed_over(
    "BKL-10",
    "An unknown status is ignored.",
    "listBookings",
    "status",
    {"pending", "confirmed", "cancelled"}.__contains__,
)

request_change(
    "BKL-05.reversed",
    "A period that ends before it begins is turned round.",
    _LIST,
    lambda call: call.asking(startDate=call.query["endDate"], endDate=call.query["startDate"]),
    when=lambda call: has_all(call, "startDate", "endDate") and call.query["startDate"] > call.query["endDate"],
    hidden="some values",
    origin=Origin.hidden,
)
