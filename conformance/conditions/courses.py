"""The conditions of courses: online or offline, holes, terms, and how they can be named. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.conditions.model import Case

ONLINE, OFFLINE = COURSE = ("online", "offline")
# The condition that a course is online, for the questions that only online courses answer.
ONLINE_COURSE: Case = {"course": ONLINE}
HOLES = ("9", "18")
TERMS = ("terms of the platform", "terms of its own", "low maximum of players")
ADDRESS = ("id", "booking code")

_USUAL_MAXIMUM = 4


def listed_case(item: Mapping[str, Any]) -> dict[str, str]:
    """The conditions that a list item or the details of a course show."""
    case: dict[str, str] = {}
    if isinstance(item.get("isOnline"), bool):
        case["course"] = COURSE[not item["isOnline"]]
    if str(item.get("holes")) in HOLES:
        case["holes"] = str(item["holes"])
    if isinstance(item.get("country"), str):
        case["country"] = item["country"]
    return case


def terms_case(terms: Mapping[str, Any]) -> dict[str, str]:
    """The condition `terms` that the terms of a course show, none where they are not as documented."""
    try:
        most, source = terms["bookingTerms"]["maxPlayersPerBooking"], terms["cancellationPolicy"]["source"]
        if most < _USUAL_MAXIMUM:
            return {"terms": TERMS[2]}
        return {"terms": TERMS[source != "platform"]}
    except (KeyError, TypeError):
        return {}


@dataclass
class KnownCourses:
    """The conditions of courses by id, as far as answers showed them. *coded* are courses that answered to a code."""

    cases: dict[str, dict[str, str]] = field(default_factory=dict)
    coded: set[str] = field(default_factory=set)

    def learn(self, course_id: object, case: Mapping[str, str]) -> None:
        """Notes what an answer shows of a course."""
        if isinstance(course_id, str):
            self.cases.setdefault(course_id, {}).update(case)

    def case(self, course_id: str, names: Iterable[str]) -> dict[str, str]:
        """The conditions *names* of the course, as far as they are known."""
        known = self.cases.get(course_id, {})
        return {name: known[name] for name in names if name in known}

    def values(self, fixed: Case) -> Mapping[str, Sequence[str]]:
        """The values of each condition that the courses with the *fixed* values have, in the order of the courses."""
        found: dict[str, dict[str, None]] = {"address": dict.fromkeys(ADDRESS[: 1 + bool(self.coded)])}
        for case in self.cases.values():
            if fixed.items() <= case.items():
                for name, value in case.items():
                    found.setdefault(name, {})[value] = None
        return {name: tuple(values) for name, values in found.items()}

    def table(self, names: Iterable[str], fixed: Case) -> Sequence[Case]:
        """Each combination of the conditions *names* that a known course with the *fixed* values has.

        A course counts when all these conditions are known of it.
        """
        wanted = tuple(names)
        lines = [
            {**case, "address": address}
            for course_id, case in self.cases.items()
            if fixed.items() <= case.items()
            for address in ADDRESS[: 1 + (course_id in self.coded)]
        ]
        whole = [{name: line[name] for name in wanted} for line in lines if all(name in line for name in wanted)]
        return list({tuple(line.items()): line for line in whole}.values()) if wanted else []
