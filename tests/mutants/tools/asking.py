"""What a call asks for, and the courses that it would find."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.tools.call import Call

_COURSES = "/travel/courses"


def asks(call: Call, *names: str) -> bool:
    return all(call.query.get(name) for name in names)


def is_geographic(call: Call) -> bool:
    return asks(call, "latitude", "longitude")


def number_in(call: Call, name: str, default: float) -> float:
    try:
        return float(call.query.get(name, default))
    except ValueError:
        return default


def by_booking_code(call: Call) -> bool:
    return not call.path_params.get("id", "crs_").startswith("crs_")


def day_in(call: Call, name: str) -> date | None:
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
    totals = {"totalItems": len(items), "totalPages": -(-len(items) // size)}
    pagination = {"page": page, "pageSize": size, **totals}
    return {"data": items[(page - 1) * size : page * size], "meta": {"pagination": pagination}}
