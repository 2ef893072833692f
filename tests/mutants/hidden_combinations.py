"""Hidden faults that show for a combination of parameters only."""

from __future__ import annotations

from collections.abc import Iterable

from tests.mutants.tools.call import Call
from tests.mutants.tools.disguises import Booking, asked_for, relisted
from tests.mutants.tools.edits import put
from tests.mutants.tools.page_swaps import other_items
from tests.mutants.tools.registry import request_change

_KIND = "a combination of parameters"
_COURSES, _BOOKINGS, _TEE_TIMES, _PRICES = "searchCourses", "listBookings", "listTeeTimes", "getCoursePricing"


def _has(call: Call, *names: str) -> bool:
    return all(name in call.query for name in names)


def _ignored(name: str, operation: str, parameter: str, *beside: str) -> None:
    """*parameter* is ignored beside others. It shows in the items alone."""
    other_items(
        name,
        f"{parameter} is ignored beside {' and '.join(beside)}.",
        operation,
        lambda call: call.without(parameter),
        when=lambda call: _has(call, parameter, *beside),
        hidden=_KIND,
    )


_ignored("CRS-05.holes", _COURSES, "country", "holes")
_ignored("CRS-06.country", _COURSES, "holes", "country")
request_change(
    "BKL-09.three",
    "startDate is ignored beside status and endDate.",
    _BOOKINGS,
    lambda call: call.without("startDate"),
    when=lambda call: _has(call, "status", "startDate", "endDate"),
    hidden=_KIND,
)
request_change(
    "CRS-10.country",
    "Beside a country the point of a search is ignored.",
    _COURSES,
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: _has(call, "country", "latitude", "longitude"),
    hidden=_KIND,
)
request_change(
    "PRC-06.extras",
    "holeCount=18 filters nothing beside includeExtraProducts=true.",
    _PRICES,
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "18" and call.query.get("includeExtraProducts") == "true",
    then=lambda _: put("meta.holeCount", 18),
    hidden=_KIND,
)
request_change(
    "PRC-09.holes",
    "extraProducts are always present beside holeCount.",
    _PRICES,
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: _has(call, "holeCount") and call.query.get("includeExtraProducts") != "true",
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden=_KIND,
)
request_change(
    "AVT-09.latest",
    "earliestTime is ignored beside latestTime.",
    _TEE_TIMES,
    lambda call: call.without("earliestTime"),
    when=lambda call: _has(call, "earliestTime", "latestTime"),
    hidden=_KIND,
)
request_change(
    "AVT-10.earliest",
    "latestTime is ignored beside earliestTime.",
    _TEE_TIMES,
    lambda call: call.without("latestTime"),
    when=lambda call: _has(call, "earliestTime", "latestTime"),
    hidden=_KIND,
)
request_change(
    "AVT-06.earliest",
    "players defaults to 1 beside earliestTime.",
    _TEE_TIMES,
    lambda call: call.asking(players=1),
    when=lambda call: _has(call, "earliestTime") and not _has(call, "players"),
    hidden=_KIND,
)


def _sized(name: str, operation: str, beside: str) -> None:
    """Beside a filter a page holds twenty items, whatever pageSize says, and reports the size asked for."""
    other_items(
        name,
        f"pageSize is ignored beside {beside}.",
        operation,
        lambda call: call.without("pageSize"),
        when=lambda call: _has(call, "pageSize", beside),
        hidden=_KIND,
    )


_sized("PAG-05.country", _COURSES, "country")


def _exclusive(name: str, parameter: str, beside: str) -> None:
    relisted(
        name,
        f"{parameter} leaves its own day out beside {beside}.",
        lambda call, every: [one for one in every if asked_for(call, one) and one["date"] != call.query[parameter]],
        when=lambda call: _has(call, parameter, beside),
        hidden=_KIND,
    )


_exclusive("BKL-06.end", "startDate", "endDate")
_exclusive("BKL-08.start", "endDate", "startDate")


def _still_confirmed(call: Call, every: Iterable[Booking]) -> Iterable[Booking]:
    shown = (one | {"status": "confirmed"} if one["status"] == "cancelled" else one for one in every)
    return [one for one in shown if asked_for(call, one)]


relisted(
    "BKX-04.period",
    "Cancelled bookings stay in the list under status=confirmed when it has dates.",
    _still_confirmed,
    when=lambda call: call.query.get("status") == "confirmed" and _has(call, "startDate"),
    hidden=_KIND,
)
