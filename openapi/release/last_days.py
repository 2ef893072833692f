"""The last days that contracts announce: the mark `x-sunset` of an operation, a parameter or a member.

The mark means the first moment of its day, as in the header `Sunset` (A-54). So the last day is the day before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from openapi.concerns.marks import nodes_of
from openapi.diff.model import Difference
from openapi.places import ContractError, Place, Placed
from openapi.versions import Version

MARK = "x-sunset"


@dataclass(frozen=True)
class LastDays:
    """Last days by operation, and by the place of the node that carries the mark."""

    by_operation: Mapping[str, date]
    by_place: Mapping[Place, date]

    def of(self, difference: Difference) -> date | None:
        """The last day of what a difference is about, or None where no mark names a day.

        A mark of the part itself comes before a mark of its operation.
        """
        for place in (difference.new, difference.old):
            if place is not None and place in self.by_place:
                return self.by_place[place]
        return self.by_operation.get(difference.subject)


def last_days(*versions: Version) -> LastDays:
    """The last days that the marks of versions announce. A later version counts.

    Raises ContractError for a mark that is not a day.
    """
    by_operation: dict[str, date] = {}
    by_place: dict[Place, date] = {}
    for version in versions:
        for pointer, node in nodes_of(version.document):
            if MARK in node:
                day = _day(version, f"{pointer}/{MARK}", node[MARK])
                if isinstance(node, Placed):
                    by_place[node.place] = day
                if "operationId" in node:
                    by_operation[node["operationId"]] = day
    return LastDays(by_operation, by_place)


def _day(version: Version, pointer: str, value: object) -> date:
    try:
        return date.fromisoformat(str(value)) - timedelta(days=1)
    except (ValueError, OverflowError):
        place = version.place(pointer)
        raise ContractError(f"{place}: {MARK} is {value!r}. Write a day such as 2027-12-31.") from None
