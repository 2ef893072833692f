"""Which courses match the filters of a search, as far as list items show. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from conformance.suite.arranged.geography import Location, distance_km, tolerance_km

SIMPLE = ("country", "holes")
AROUND = ("latitude", "longitude", "distance")
PAGING = ("page", "pageSize")

Circle = tuple[Location, float]


def place_of(course: Mapping[str, Any]) -> Location | None:
    """Where a list item says that the course lies, None where it does not say it."""
    latitude, longitude = course.get("latitude"), course.get("longitude")
    is_shown = isinstance(latitude, int | Decimal) and isinstance(longitude, int | Decimal)
    return Location(latitude, longitude) if is_shown else None


def matches(
    course: Mapping[str, Any], place: Location | None, query: Mapping[str, str], circle: Circle | None
) -> tuple[bool, bool]:
    """Whether the course at *place* surely has the country and the holes of *query* and lies in its *circle*, and
    whether it possibly does.
    """
    asked = [name for name in SIMPLE if name in query]
    if any(str(course[name]) != query[name] for name in asked if name in course):
        return False, False
    is_sure = all(name in course for name in asked)
    if not {*AROUND} & query.keys():
        return is_sure, True
    if circle is None or place is None:
        return False, True
    middle, asked_km = circle
    beyond_km = distance_km(middle, place) - asked_km
    return is_sure and beyond_km <= -tolerance_km(asked_km), beyond_km <= tolerance_km(asked_km)
