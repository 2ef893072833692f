"""Hidden faults that show for some values only."""

from __future__ import annotations

import unicodedata
from decimal import Decimal

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import booked_as
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.page_swaps import other_items
from tests.mutants.tools.registry import json_answer, mutant, request_change

_KIND = "some values"
_NOON = "12:59"


def twelve_hour(time: str) -> str:
    """HH:MM on a clock of twelve hours: 14:10 is 02:10."""
    return time if time <= _NOON else f"{int(time[:2]) - 12:02}{time[2:]}"


other_items(
    "CRS-05.norway",
    "country=NO is read as no country at all.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: call.query.get("country") == "NO",
    hidden=_KIND,
)


def _next_fifty(distance: str) -> int:
    return -(-int(distance) // 50) * 50


request_change(
    "CRS-10.fifties",
    "A distance is rounded up to the next fifty.",
    "searchCourses",
    lambda call: call.asking(distance=_next_fifty(call.query["distance"])),
    when=lambda call: call.query.get("distance", "").isdigit() and 0 < int(call.query["distance"]) <= 450,
    hidden=_KIND,
)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


json_answer(
    "CRD-07.accents", "Details spell names without accents.", "getCourse", alter("data.name", _plain), hidden=_KIND
)
json_answer(
    "CRD-07.city", "Details spell cities without accents.", "getCourse", alter("data.city", _plain), hidden=_KIND
)
json_answer(
    "BKC-06.apostrophe",
    "A new booking cuts last names at an apostrophe.",
    "createBooking",
    alter("data.leadPlayer.lastName", lambda name: name.partition("'")[0]),
    hidden=_KIND,
)
json_answer(
    "BKG-02.blank",
    "Get shows the first word of a last name.",
    "getBooking",
    alter("data.leadPlayer.lastName", lambda name: name.partition(" ")[0]),
    hidden=_KIND,
)
json_answer(
    "AVT-05.cents",
    "totalAmount loses its cents.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda total: Decimal(int(total))),
    hidden=_KIND,
)


@mutant(
    "PRC-07.currency", "Outside the euro holeCount=9 gives the prices for 18 holes.", "getCoursePricing", hidden=_KIND
)
async def _eighteen_outside_the_euro(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "9" or answer.json()["data"]["currency"] == "EUR":
        return answer
    other = await call.asking(holeCount=18).forward()
    return other.with_json(put("meta.holeCount", 9)(other.json()))


request_change(
    "AVT-09.afternoon",
    "earliestTime is read on a clock of twelve hours.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=twelve_hour(call.query["earliestTime"])),
    when=lambda call: _NOON < call.query.get("earliestTime", "") < "24",
    hidden=_KIND,
)
booked_as(
    "BKC-05.afternoon",
    "Bookings of the afternoon show their tee time on a clock of twelve hours.",
    alter("teeTime", twelve_hour),
    hidden=_KIND,
)
json_answer(
    "HLD-02.afternoon",
    "Holds of the afternoon show their time on a clock of twelve hours.",
    "holdTeeTime",
    alter("time", twelve_hour),
    hidden=_KIND,
)
