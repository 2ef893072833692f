"""Writes what Specmatic needs to reach every operation: a request that will succeed, with an answer of its kind.

The objects that the requests name are made first, in the world of the key; the answers are those of twins.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

_LEAD = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"}
_COURSES = "/travel/courses"
_BOOKINGS = "/travel/bookings"
_HOOKS = f"{_BOOKINGS}/hooks"
_GROUPS = "/travel/group-bookings"


@dataclass(frozen=True)
class _Made:
    """The objects of one set of requests, each made for it alone."""

    course: str
    day: str
    free: list[str]
    booking: str
    cancelled: str
    hook: str
    released: str
    group: str
    webhook: str
    deleted: str
    access_token: str
    refresh_token: str


def write_examples(base: str, key: str, folder: Path) -> None:
    """One file in *folder* for each of the 28 operations, for the world of *key* on the sandbox at *base*."""
    folder.mkdir(parents=True, exist_ok=True)
    headers = {"X-Api-Key": key}
    with httpx.Client(base_url=base, headers=headers, timeout=30.0) as client:
        asked, twins = (list(_requests(_made(client, days))) for days in (60, 61))
        for number, (request, twin) in enumerate(zip(asked, twins, strict=True)):
            example = {
                "name": f"example {number}",
                "http-request": _written(request, headers),
                "http-response": _sent(client, twin),
            }
            (folder / f"{number:02}.json").write_text(json.dumps(example, indent=1), encoding="utf-8")


Request = tuple[str, str, dict[str, Any], Any, dict[str, str]]


def _requests(made: _Made) -> Iterator[Request]:
    """Method, path, query, body and further headers of a request to each operation, those that end something last."""
    place = f"{_COURSES}/{made.course}"
    group = {"courseId": made.course, "date": made.day, "totalPlayers": 12}
    bearer = {"Authorization": f"Bearer {made.access_token}"}
    yield "GET", _COURSES, {"country": "GB"}, None, {}
    yield "GET", place, {}, None, {}
    yield "GET", f"{place}/pricing", {"startDate": made.day, "endDate": made.day}, None, {}
    yield "GET", f"{place}/terms", {}, None, {}
    yield "GET", f"{place}/tee-times", {"date": made.day, "players": 2}, None, {}
    yield "GET", f"{place}/availability", {"startDate": made.day, "endDate": made.day, "players": 2}, None, {}
    yield "POST", f"{place}/hold-tee-time", {}, {"date": made.day, "time": made.free[0], "players": 2}, {}
    yield "POST", _BOOKINGS, {}, _booking(made.course, made.day, made.free[1]), {}
    yield "GET", _BOOKINGS, {"status": "confirmed"}, None, {}
    yield "GET", f"{_BOOKINGS}/{made.booking}", {}, None, {}
    yield "PUT", f"{_BOOKINGS}/{made.booking}", {}, {"players": 3}, {}
    yield "DELETE", f"{_BOOKINGS}/{made.cancelled}", {}, None, {}
    yield "POST", _HOOKS, {}, _booking(made.course, made.day, made.free[2]), {}
    yield "POST", f"{_HOOKS}/{made.hook}/confirm", {}, None, {}
    yield "DELETE", f"{_HOOKS}/{made.released}", {}, None, {}
    yield "POST", _GROUPS, {}, _group(made.course, made.day), {}
    yield "GET", f"{_GROUPS}/{made.group}", {}, None, {}
    yield "PUT", f"{_GROUPS}/{made.group}/players", {}, {"players": [{"firstName": "Ada", "lastName": "Lindqvist"}]}, {}
    yield "POST", f"{_GROUPS}/find-slots", {}, group | {"preferredStartTime": "12:00"}, {}
    yield "POST", f"{_GROUPS}/calculate-price", {}, group, {}
    yield "POST", f"{_GROUPS}/validate", {}, _group(made.course, made.day), {}
    yield "POST", "/webhooks", {}, _webhook(), {}
    yield "GET", "/webhooks", {}, None, {}
    yield "PUT", f"/webhooks/{made.webhook}", {}, {"events": ["booking.cancelled"]}, {}
    yield "DELETE", f"/webhooks/{made.deleted}", {}, None, {}
    yield "POST", "/auth/token", {}, None, {}
    yield "POST", "/auth/refresh", {}, {"refreshToken": made.refresh_token}, {}
    yield "POST", "/auth/logout", {}, None, bearer


def _made(client: httpx.Client, days: int) -> _Made:
    day = (datetime.now(UTC) + timedelta(days=days)).date().isoformat()
    course, free = _free_tee_times(client, day)
    times = iter(free)

    def booked(path: str = _BOOKINGS) -> str:
        return _id(client, path, _booking(course, day, next(times)))

    return _Made(
        course,
        day,
        free[4:],
        booked(),
        booked(),
        booked(_HOOKS),
        booked(_HOOKS),
        _id(client, _GROUPS, _group(course, day)),
        _id(client, "/webhooks", _webhook()),
        _id(client, "/webhooks", _webhook()),
        _session(client)["accessToken"],
        _session(client)["refreshToken"],
    )


def _free_tee_times(client: httpx.Client, day: str) -> tuple[str, list[str]]:
    """A course with enough tee times for four players on *day*, and those tee times."""
    listed = client.get(_COURSES, params={"pageSize": 100}).raise_for_status().json()["data"]
    for course in listed:
        sheet = client.get(f"{_COURSES}/{course['id']}/tee-times", params={"date": day, "players": 4})
        shown = sheet.json() if sheet.is_success else {"isOnline": False}
        free = [tee_time["time"] for tee_time in shown["availableTimes"]] if shown["isOnline"] else []
        if len(free) > 12:
            return str(course["id"]), free
    raise AssertionError(f"No course has a dozen free tee times on {day}.")


def _id(client: httpx.Client, path: str, body: dict[str, Any]) -> str:
    return str(client.post(path, json=body).raise_for_status().json()["data"]["id"])


def _session(client: httpx.Client) -> dict[str, str]:
    session: dict[str, str] = client.post("/auth/token").raise_for_status().json()["data"]
    return session


def _booking(course: str, day: str, time: str) -> dict[str, Any]:
    return {"courseId": course, "date": day, "teeTime": time, "players": 2, "leadPlayer": _LEAD}


def _group(course: str, day: str) -> dict[str, Any]:
    return {"courseId": course, "date": day, "totalPlayers": 8, "preferredTime": "12:00", "leadPlayer": _LEAD}


def _webhook() -> dict[str, Any]:
    return {"url": "http://127.0.0.1:9/deliveries", "events": ["booking.confirmed"]}


def _written(request: Request, headers: dict[str, str]) -> dict[str, Any]:
    method, path, query, body, further = request
    written: dict[str, Any] = {"method": method, "path": path, "headers": headers | further}
    if query:
        written["query"] = {name: str(value) for name, value in query.items()}
    return written if body is None else written | {"body": body}


def _sent(client: httpx.Client, request: Request) -> dict[str, Any]:
    method, path, query, body, further = request
    answer = client.request(method, path, params=query, json=body, headers=further).raise_for_status()
    named = {name: answer.headers[name] for name in ("Location", "Link") if name in answer.headers}
    shown: dict[str, Any] = {"status": answer.status_code, "headers": named}
    return shown | {"body": answer.json()} if answer.content else shown
