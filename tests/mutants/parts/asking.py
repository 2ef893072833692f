"""What a call asks for, and the courses that it would find."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Call

_COURSES = "/travel/courses"


def asks(call: Call, *names: str) -> bool:
    """Whether the call has a value for every one of these query parameters."""
    return all(call.query.get(name) for name in names)


def is_geographic(call: Call) -> bool:
    """Whether the call searches around a point."""
    return asks(call, "latitude", "longitude")


def number_in(call: Call, name: str, default: float) -> float:
    """The number in a query parameter, *default* when it is missing or is no number."""
    try:
        return float(call.query.get(name, default))
    except ValueError:
        return default


def by_booking_code(call: Call) -> bool:
    """Whether the call names a course by its booking code."""
    return not call.path_params.get("id", "crs_").startswith("crs_")


def day_in(call: Call, name: str) -> date | None:
    """The date in a query parameter, None when it is missing or is no date."""
    try:
        return date.fromisoformat(call.query.get(name, ""))
    except ValueError:
        return None


async def all_courses(call: Call, *without: str) -> list[dict[str, Any]]:
    """Every course the search of *call* finds when these parameters, and its paging, are left out."""
    found: list[dict[str, Any]] = []
    kept = {k: v for k, v in call.query.items() if k not in {*without, "page", "pageSize", "maxResults"}}
    page, pages = 1, 1
    while page <= pages:
        body = (await call.upstream("GET", _COURSES, query={**kept, "pageSize": 100, "page": page})).json()
        found += body["data"]
        page, pages = page + 1, body["meta"]["pagination"]["totalPages"]
    return found


def page_of_courses(items: list[dict[str, Any]], page: int, size: int) -> dict[str, Any]:
    """The body of one page of *items*."""
    totals = {"totalItems": len(items), "totalPages": -(-len(items) // size)}
    pagination = {"page": page, "pageSize": size, **totals}
    return {"data": items[(page - 1) * size : page * size], "meta": {"pagination": pagination}}


def has_dates(call: Call) -> bool:
    """Whether the call filters by date."""
    return "startDate" in call.query or "endDate" in call.query


def has_status(call: Call) -> bool:
    """Whether the call filters by status."""
    return "status" in call.query


def is_large_group(call: Call) -> bool:
    """Whether the group has more than eight players."""
    return int(sent(call)["totalPlayers"]) > 8


def is_smallest_group(call: Call) -> bool:
    """Whether the group has five players."""
    return int(sent(call)["totalPlayers"]) == 5


def has_all(call: Call, *names: str) -> bool:
    """Whether the call sends all of these query parameters, with or without a value."""
    return all(name in call.query for name in names)
