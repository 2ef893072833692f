"""Rules between parameters of one request, which no schema can express. Every finding is collected."""

from collections.abc import Callable, Mapping
from typing import Any

from mock_server.api.problems import Finding

Query = Mapping[str, Any]
Relation = Callable[[Query, Query], list[Finding]]


def _together(query: Query, defaults: Query) -> list[Finding]:
    """Spec: GET /courses: latitude requires longitude, and longitude requires latitude. Assumptions A-22 and A-66."""
    located = {"latitude", "longitude"} & query.keys()
    missing = {"latitude", "longitude"} - query.keys()
    if len(located) == 1 or (not located and _is_chosen("distance", query, defaults)):
        return [
            Finding(f"/query/{name}", "required", "Send latitude and longitude together.") for name in sorted(missing)
        ]
    return []


def _one_page_size(query: Query, defaults: Query) -> list[Finding]:
    """Assumptions A-14 and A-66."""
    chosen = "maxResults" in query and _is_chosen("pageSize", query, defaults)
    if chosen and query["pageSize"] != query["maxResults"]:
        return [
            Finding("/query/maxResults", "combination", "maxResults is another name of pageSize. Send one of them.")
        ]
    return []


def _is_chosen(name: str, query: Query, defaults: Query) -> bool:
    """Whether a parameter was sent with a value other than its default. Generated clients send every default."""
    return name in query and query[name] != defaults.get(name)


def _in_order(first: str, last: str, *, strict: bool = False) -> Relation:
    def check(query: Query, _: Query) -> list[Finding]:
        if first in query and last in query:
            wrong = query[first] >= query[last] if strict else query[first] > query[last]
            if wrong:
                order = "after" if strict else "on or after"
                detail = (
                    f"{last} is {query[last]}, and {first} is {query[first]}. Send a {last} that is {order} {first}."
                )
                return [Finding(f"/query/{last}", "combination", detail)]
        return []

    return check


def _one_form(query: Query, _: Query) -> list[Finding]:
    """Spec: GET /courses/{courseId}/availability; assumption A-15."""
    ends = {"startDate", "endDate"} & query.keys()
    if "date" in query:
        return [
            Finding(f"/query/{name}", "combination", "Send either date, or startDate and endDate.")
            for name in sorted(ends)
        ]
    return [
        Finding(f"/query/{name}", "required", f"The query parameter {name} is required.")
        for name in sorted({"startDate", "endDate"} - ends)
    ]


# The arguments are the parameters that the caller sent, and the defaults of the operation.
RELATIONS: Mapping[str, tuple[Relation, ...]] = {
    "searchCourses": (_together, _one_page_size),
    "getCoursePricing": (_in_order("startDate", "endDate"),),
    "listTeeTimes": (_in_order("earliestTime", "latestTime", strict=True),),
    "checkAvailability": (_one_form, _in_order("startDate", "endDate")),
    "listBookings": (_in_order("startDate", "endDate"),),
}
