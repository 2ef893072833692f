"""Mutants of what should hold: the suite warns under these requirements, and fails nobody."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.page_swaps import page_number
from tests.mutants.tools.registry import json_answer, mutant, request_change
from tests.mutants.tools.substitutes import a_refusal, in_turn

_LISTS = "searchCourses listBookings"


def _swapped(first: str, second: str, at: str) -> Edit:
    """Exchanges two members of every object at *at*."""
    return alter(at, lambda one: one | {first: one.get(second), second: one.get(first)})


def _repeated(at: str) -> Edit:
    """Shows the first item of the list at *at* twice."""
    return alter(at, lambda items: [*items[:1], *items])


def _asks(name: str) -> Any:
    return lambda call: name in call.query


# Conventions and pages.


@mutant("ENV-03", "Details are labelled text/plain.", "getCourse")
async def _plain_text(call: Call) -> Answer:
    return (await call.forward()).with_header("content-type", "text/plain")


@mutant("ENV-14", "A booking whose last brace is missing is made nevertheless.", "createBooking")
async def _completed(call: Call) -> Answer:
    completed = replace(call, body=call.body + b"}")
    return await (completed if call.json() is None and completed.json() is not None else call).forward()


@mutant("ENV-15", "Malformed parameters of a tee sheet are a server error.", "listTeeTimes")
async def _server_error(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(500) if answer.status == 400 else answer


@mutant("ENV-15.page", "A page that is no number is a server error.", _LISTS)
async def _server_error_on_a_page(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(500) if answer.status == 400 and page_number(call) == 0 else answer


def _names_a_charset(call: Call) -> bool:
    return any(name.lower() == "content-type" and "charset" in value for name, value in call.headers)


def _read_as_latin(text: str) -> str:
    return text.encode().decode("latin-1")


_names_read_as_latin = in_turn(
    alter("leadPlayer.firstName", _read_as_latin), alter("leadPlayer.lastName", _read_as_latin)
)
request_change(
    "ENV-17",
    "Where the charset is named, names are read as Latin-1.",
    "createBooking",
    lambda call: call.with_json(_names_read_as_latin(call.json())),
    when=_names_a_charset,
)


@mutant("ENV-17.refused", "A content type with a charset is refused.", "createBooking")
async def _no_charset(call: Call) -> Answer:
    if _names_a_charset(call):
        return await a_refusal(call, 415, "unsupported_media_type", "Send application/json.")
    return await call.forward()


json_answer("CNV-07", "The last course is in a country by its name.", "searchCourses", put("data[-1].country", "Spain"))
json_answer("CNV-08", "Thumbnails are relative.", "searchCourses", put("data[-1].thumbnailUrl", "/thumbnail.jpg"))
json_answer(
    "CNV-09",
    "The last green fee of a day is below zero.",
    "listTeeTimes",
    alter("availableTimes[-1].pricing.greenFee", lambda price: -price),
)
json_answer("PAG-06", "meta says pageSize 20.", _LISTS, put("meta.pagination.pageSize", 20))
json_answer("PAG-10", "meta says page 1.", _LISTS, put("meta.pagination.page", 1))
json_answer(
    "PAG-11",
    "totalPages forgets the last page when it is not full.",
    _LISTS,
    alter(
        "meta.pagination",
        lambda shown: shown | {"totalPages": shown["totalItems"] // max(int(shown["pageSize"]), 1)},
    ),
)
json_answer(
    "PAG-13",
    "totalItems counts the page.",
    _LISTS,
    lambda body: put("meta.pagination.totalItems", len(body["data"]))(body),
)

# Courses.

json_answer("CRS-02", "The last course of a page has no latitude.", "searchCourses", drop("data[-1].latitude"))
request_change(
    "CRS-08",
    "holes is forgotten beside country.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=_asks("country"),
)
request_change("CRS-09", "region is ignored.", "searchCourses", lambda call: call.without("region"))
request_change("CRS-16", "geoArea is ignored.", "searchCourses", lambda call: call.without("geoArea"))
json_answer("CRS-20", "The first course of a page stands there twice.", "searchCourses", _repeated("data"))
json_answer("CRD-05", "Details have no thumbnail.", "getCourse", drop("data.thumbnailUrl"))
json_answer("CRD-09", "Latitudes are ten times too large.", "getCourse", put("data.latitude", Decimal("485.52")))

# Pricing and terms.

json_answer("PRC-08", "meta says that all holes were asked for.", "getCoursePricing", put("meta.holeCount", "all"))
json_answer("PRC-11", "meta never includes extras.", "getCoursePricing", put("meta.includeExtraProducts", False))
json_answer(
    "PRC-16",
    "meta shows the period the wrong way round.",
    "getCoursePricing",
    _swapped("startDate", "endDate", "meta.requestedPeriod"),
)


@mutant("PRC-17", "Every period has the seasons of a whole year.", "getCoursePricing")
async def _all_seasons(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    everything = (await call.without("startDate", "endDate").forward()).json()
    period = put("meta.requestedPeriod", answer.json()["meta"]["requestedPeriod"])
    return answer.with_json(period(everything))


json_answer(
    "PRC-18", "Seasons end before they begin.", "getCoursePricing", _swapped("validFrom", "validTo", "data.seasons[*]")
)
json_answer("PRC-19", "totalSeasons is one too many.", "getCoursePricing", alter("meta.totalSeasons", lambda n: n + 1))
json_answer(
    "PRC-22",
    "The last green fee of each season is for other holes than it says.",
    "getCoursePricing",
    alter("data.seasons[*].prices[*].holeCount", lambda holes: {9: 18, 18: 9}.get(holes, holes)),
)
json_answer("PRC-23", "The last season is priced in yen.", "getCoursePricing", put("data.seasons[-1].currency", "JPY"))
json_answer(
    "TRM-07",
    "The last tier refunds 150 percent.",
    "getCourseTerms",
    put("data.cancellationPolicy.tiers[-1].refundPercent", 150),
)

# Availability.

json_answer("AVT-19", "The first tee time of a day is listed twice.", "listTeeTimes", _repeated("availableTimes"))
json_answer(
    "AVT-20", "firstAvailable is when the course opens.", "listTeeTimes", put("timeSlots.firstAvailable", "00:10")
)
json_answer(
    "AVT-22",
    "The green fee is that of all players.",
    "listTeeTimes",
    alter("availableTimes[*].pricing", lambda one: one | {"greenFee": one["totalAmount"]}),
)
json_answer("AVO-07", "The message of an offline course is empty.", "listTeeTimes", put("bookingMessage", ""))
json_answer(
    "AVM-07",
    "Days without tee times have availability.",
    "checkAvailability",
    put("availabilityResults[*].hasAvailability", True),
)
json_answer(
    "AVM-08",
    "The first time of a day is its last.",
    "checkAvailability",
    _swapped("firstAvailableTime", "lastAvailableTime", "availabilityResults[*]"),
)
request_change("AVM-10", "timeRange is ignored.", "checkAvailability", lambda call: call.without("timeRange"))


@mutant("INV-08", "Who asks whether a single day has availability holds its last tee time.", "checkAvailability")
async def _held_by_asking(call: Call) -> Answer:
    answer = await call.forward()
    days = answer.json()["availabilityResults"] if answer.ok else []
    for day in days if len(days) == 1 and "startDate" in call.query else []:
        wanted = {"date": day["date"], "time": day["lastAvailableTime"], "players": int(call.query.get("players", "4"))}
        await call.upstream("POST", f"/travel/courses/{call.path_params['courseId']}/hold-tee-time", json=wanted)
    return answer


json_answer("AVM-19", "The first day stands there twice.", "checkAvailability", _repeated("availabilityResults"))

# Holds and bookings.

json_answer(
    "HLD-11",
    "A hold costs ten percent more than its tee time.",
    "holdTeeTime",
    alter("pricing.greenFee", lambda price: price * Decimal("1.1")),
)
json_answer("HLD-14", "All holds have one id.", "holdTeeTime", put("holdId", "hld_000000000000"))
json_answer("BKC-32", "All bookings have one reference.", "createBooking", put("data.bookingReference", "TS-000000"))
json_answer("BKC-33", "createdAt is a day late.", "createBooking", put("data.createdAt", "2020-01-01T00:00:00Z"))


@mutant("BST-02", "A booking turns pending when the agency makes the next one.", BOOKING_OPERATIONS)
async def _pending_again(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    if "newest" in call.memory:
        no_longer_confirmed = where(lambda booking: booking["status"] == "confirmed", put("status", "pending"))
        disguise(call, call.memory["newest"], no_longer_confirmed)
    call.memory["newest"] = answer.json()["data"]["id"]
    return answer


@mutant("BST-02.joined", "A booking turns pending when another one joins its tee time.", BOOKING_OPERATIONS)
async def _pending_when_joined(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    tee_time = (booking["course"]["id"], booking["date"], booking["teeTime"])
    first = call.memory.setdefault(tee_time, booking["id"])
    if first != booking["id"]:
        disguise(call, first, where(lambda one: one["status"] == "confirmed", put("status", "pending")))
    return answer


json_answer(
    "BKX-05",
    "cancellationDate is when the booking was made.",
    "cancelBooking",
    put("data.cancellationDate", "2020-01-01T00:00:00Z"),
)
json_answer(
    "INV-07",
    "Details call a course by another name.",
    "getCourse",
    alter("data.name", lambda name: f"{name} Golf Resort"),
)
json_answer(
    "BKL-13",
    "The unfiltered list counts one booking too few.",
    "listBookings",
    alter("meta.pagination.totalItems", lambda count: max(count - 1, 0)),
    when=lambda call: "status" not in call.query,
)
