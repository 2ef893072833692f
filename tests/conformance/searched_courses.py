"""A made-up course search, for checks of filters beside each other."""

import json
from datetime import UTC, date, datetime
from typing import Any

from conformance.asking.client import Agency
from conformance.evidence.exchanges import Request, Response
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from tests.conformance.made_up import BASE_URL

RUN = new_run(1, datetime(2026, 11, 25, tzinfo=UTC), date(2026, 11, 25), read_only=True)
COURSES = [
    {"id": f"crs_{number}", "isOnline": True, "country": "ES", "holes": 9 if number % 4 == 0 else 18}
    | {"latitude": 40 + number / 100, "longitude": -3}
    for number in range(120)
]


class SearchedCourses:
    """A transport that finds the first *count* courses by country and holes. Beside coordinates it knows the *nearest*
    courses alone, in the order of their latitude, or refuses (0). If it *remembers*, a search of a country without
    holes has those of the last one. With maxResults, its second page begins *late* courses too late, or too early (-1).
    """

    def __init__(self, nearest: int = 120, *, count: int = 120, remembers: bool = False, late: int = 0) -> None:
        self._nearest = nearest
        self._courses = COURSES[:count]
        self._remembers = remembers
        self._late = late
        self._last_holes: dict[str, str] = {}

    def exchange(self, request: Request) -> Response:
        query = dict(request.query)
        if "latitude" in query and not self._nearest:
            return Response(422, (), b"{}")
        if self._remembers and "country" in query:
            self._last_holes = {"holes": query["holes"]} if "holes" in query else self._last_holes
            query = self._last_holes | query
        near = sorted(self._courses, key=lambda course: abs(course["latitude"] - float(query.get("latitude", 40))))  # type: ignore[operator] # a number
        known = near[: self._nearest] if "latitude" in query else self._courses
        found = [
            course
            for course in known
            if all(str(course[name]) == query[name] for name in ("country", "holes") if name in query)
        ]
        return Response(200, (), json.dumps(_page(found, query, self._late)).encode())


def _page(found: list[dict[str, Any]], query: dict[str, str], late: int) -> dict[str, Any]:
    number, size = int(query.get("page", 1)), int(query.get("maxResults", query.get("pageSize", 20)))
    begin = (number - 1) * size + (late if number > 1 and "maxResults" in query else 0)
    pagination = {"page": number, "pageSize": size, "totalItems": len(found), "totalPages": -(-len(found) // size)}
    return {"data": found[begin : number * size], "meta": {"pagination": pagination}}


def agency_of(searched: SearchedCourses) -> Agency:
    """The agency whose requests *searched* answers."""
    return Agency("first agency", "key", BASE_URL, searched, Recording({}), read_only=True)
