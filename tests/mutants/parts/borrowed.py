"""Answers and facts the handlers borrow from the sandbox, so that a fault looks like a service.

Everything here asks the sandbox through the call at hand; nothing knows a course or a date by itself.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.mutants.tools.call import Answer, Call, send

# A world of its own: a mutant that needs no key of the caller reads here.
ANYBODY = "sbx_mutants_anybody"


async def a_refusal_for_an_unknown_id(call: Call) -> Answer:
    """The 404 of the sandbox for a course that does not exist."""
    return await call.upstream("GET", "/travel/courses/crs_00000000")


async def a_refusal_for_a_missing_key(call: Call) -> Answer:
    """The 401 of the sandbox for a call without a key."""
    return await call.upstream("GET", "/travel/courses", headers={"x-api-key": ""})


async def a_refusal_for_a_bad_parameter(call: Call) -> Answer:
    """The 400 of the sandbox for a parameter of the wrong type."""
    return await call.upstream("GET", "/travel/courses", query={"page": "first"})


async def courses(call: Call, **filters: object) -> list[dict[str, Any]]:
    """Up to a hundred courses of the list, in its order, that meet *filters*."""
    answer = await call.upstream("GET", "/travel/courses", query={"pageSize": 100, **filters})
    return list(answer.json()["data"])


async def another_course_id(call: Call, course_id: str) -> str:
    """The id of the first course in the list that is not *course_id*."""
    found = await courses(call, pageSize=2)
    return next(str(course["id"]) for course in found if course["id"] != course_id)


async def an_online_course_id(call: Call) -> str:
    """The id of the first online course in the list."""
    return next(str(course["id"]) for course in await courses(call) if course["isOnline"])


async def today(call: Call) -> date:
    """Today by the clock of the caller's world: the day a price list without dates begins."""
    course_id = await another_course_id(call, "")
    answer = await call.upstream("GET", f"/travel/courses/{course_id}/pricing")
    return date.fromisoformat(answer.json()["meta"]["requestedPeriod"]["startDate"])


async def world_time(call: Call) -> datetime:
    """The time of the caller's world, or that of the machine for a call whose key opens none. The Date header has the
    time of the machine, and the world may be ahead of it.
    """
    answer = await send(call.sandbox, "GET", "/_sandbox/v1/clock", (("x-api-key", call.api_key),), b"")
    return datetime.fromisoformat(answer.json()["data"]["now"]) if answer.ok else datetime.now(UTC)


def days_after(day: str, days: int) -> str:
    """The date *days* after *day*, both as YYYY-MM-DD."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def weekday(day: str) -> str:
    """The English weekday name of a date YYYY-MM-DD."""
    return f"{date.fromisoformat(day):%A}"


async def subscriptions_of(call: Call) -> list[dict[str, Any]]:
    """Every subscription of the caller's key."""
    answer = await call.upstream("GET", "/webhooks", query={"pageSize": 100})
    return list(answer.json()["data"]) if answer.ok else []
