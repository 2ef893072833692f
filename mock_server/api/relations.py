"""Rules between parameters of one request, which no schema can express. Every finding is collected."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from mock_server.api.problems import Finding


@dataclass(frozen=True, slots=True)
class Asked:
    """The query of a caller: the valid parameters with their *values*, the names of all parameters that the caller
    *sent*, and the *defaults* of the operation.
    """

    values: Mapping[str, Any]
    sent: Collection[str]
    defaults: Mapping[str, Any]

    def chooses(self, name: str) -> bool:
        """Whether a value other than the default was sent. Generated clients send every default."""
        return name in self.values and self.values[name] != self.defaults.get(name)


Relation = Callable[[Asked], list[Finding]]


def _together(asked: Asked) -> list[Finding]:
    """Spec: GET /courses: latitude requires longitude, and longitude requires latitude. Assumptions A-22 and A-66."""
    missing = {"latitude", "longitude"}.difference(asked.sent)
    if len(missing) == 1 or (missing and asked.chooses("distance")):
        return [
            Finding(f"/query/{name}", "required", "Send latitude and longitude together.") for name in sorted(missing)
        ]
    return []


def _one_page_size(asked: Asked) -> list[Finding]:
    """Assumptions A-14 and A-66."""
    values = asked.values
    if "maxResults" in values and asked.chooses("pageSize") and values["pageSize"] != values["maxResults"]:
        return [
            Finding("/query/maxResults", "combination", "maxResults is another name of pageSize. Send one of them.")
        ]
    return []


def _in_order(first: str, last: str, *, strict: bool = False) -> Relation:
    """The rule for two days, or with *strict* for two times: a period of one day has one day twice."""
    way_out = f"a time after {first}" if strict else f"{first} or a later day"

    def check(asked: Asked) -> list[Finding]:
        begin, end = asked.values.get(first), asked.values.get(last)
        if begin is None or end is None or begin < end or (begin == end and not strict):
            return []
        detail = f"{last} is {end}, and {first} is {begin}. Send {way_out} as {last}."
        return [Finding(f"/query/{last}", "combination", detail)]

    return check


def _one_form(asked: Asked) -> list[Finding]:
    """Spec: GET /courses/{courseId}/availability; assumption A-15."""
    ends = {"startDate", "endDate"}.intersection(asked.sent)
    if "date" in asked.sent:
        return [
            Finding(f"/query/{name}", "combination", "Send either date, or startDate and endDate.")
            for name in sorted(ends)
        ]
    return [
        Finding(f"/query/{name}", "required", f"The query parameter {name} is required. Add it.")
        for name in sorted({"startDate", "endDate"} - ends)
    ]


RELATIONS: Mapping[str, tuple[Relation, ...]] = {
    "searchCourses": (_together, _one_page_size),
    "getCoursePricing": (_in_order("startDate", "endDate"),),
    "listTeeTimes": (_in_order("earliestTime", "latestTime", strict=True),),
    "checkAvailability": (_one_form, _in_order("startDate", "endDate")),
    "listBookings": (_in_order("startDate", "endDate"),),
}
