"""Values for generated searches and lists. They fit together: whatever filters requests combine by chance, most find
something, and the rules for all answers have something to judge.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial
from random import Random
from typing import Any

from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import or_else
from conformance.scope.run import Run

Values = Sequence[Any]

_DRAWN, _NEAR_DEGREES, _FAR_PART, _MOST_COUNTRIES = 12, Decimal("0.8"), 10, 3
_COORDINATES = ("latitude", "longitude")
# The first of the values is the one that requests have most often.
_KILOMETRES = (30, 120, 5, 480)
# Pages that many lists have, and a page far behind the last.
PAGES: Mapping[str, Values] = {"page": (1, 2, 3, 999_999_999), "pageSize": (25, 3, 1, 50, 100)}
_MOST_RESULTS = (5, 1, 12)


def search_values(courses: CourseFinder, run: Run) -> Mapping[str, Values]:
    """Values of the parameters of a search, by their names. The seed draws a course that has neighbours, in the country
    of the declared region or area, and others: west of Greenwich, and far in the north or the south. The first latitude
    and the first longitude are those of the first course, and so on. The first country is that of the first course.
    Without a course, the values that depend on it are absent.
    """
    everywhere = or_else(courses.all_courses, [])
    inside = [item for area in courses.areas for item in or_else(partial(courses.within, area), [])]
    values: dict[str, Values] = {area: (value,) for area, value in courses.areas.items()}
    values |= {"distance": _KILOMETRES, "maxResults": _MOST_RESULTS, **PAGES}
    source = run.random("generated searches")
    countries = [item["country"] for item in inside or everywhere if isinstance(item.get("country"), str)]
    country = source.choice(countries) if countries else None
    if country is not None:
        others = sorted({str(item.get("country")) for item in everywhere} - {country, "None"})
        values["country"] = (country, *source.sample(others, min(_MOST_COUNTRIES - 1, len(others))))
    located = [item for item in everywhere if _is_located(item)]
    if located:
        around = [item for item in located if item.get("country") == country] or located
        home = _with_neighbours(source, around, located)
        far = sorted(located, key=lambda item: abs(item["latitude"] - home["latitude"]))[-len(located) // _FAR_PART :]
        west = [item for item in located if item["longitude"] < 0]
        longitudes = {float(home["latitude"]): float(home["longitude"])}
        for centre in (_with_neighbours(source, items, located) for items in (west, far) if items):
            longitudes.setdefault(float(centre["latitude"]), float(centre["longitude"]))
        values |= {"latitude": tuple(longitudes), "longitude": tuple(longitudes.values())}
    return values


def _with_neighbours(source: Random, items: Sequence[Any], everywhere: Sequence[Any]) -> Any:
    """One of a few of *items* that has the most courses around it."""
    drawn = source.sample(items, min(_DRAWN, len(items)))
    return max(drawn, key=lambda item: sum(_are_near(item, other) for other in everywhere))


def _is_located(item: Mapping[str, Any]) -> bool:
    return all(isinstance(item.get(name), int | Decimal) for name in _COORDINATES)


def _are_near(item: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(abs(item[name] - other[name]) < _NEAR_DEGREES for name in _COORDINATES)


def fitting_together(
    query: Mapping[str, Any], longitudes: Mapping[float, float], other_countries: Values = ()
) -> dict[str, Any]:
    """*query* without a coordinate or distance that means nothing alone. Of parameters that no document shows together
    (a place, a region or an area; pages or `maxResults`) it keeps one. The earlier day of a period is its start.

    The *longitudes* of courses, by latitude, make a latitude a place. Only the first is in the first country of the
    values, and nothing else is in the *other_countries*.
    """
    unwanted: set[str] = set()
    if query.get("country") in other_countries:
        unwanted |= {*_COORDINATES, "distance", "region", "geoArea"}
    elif set(_COORDINATES) <= query.keys():
        is_elsewhere = query["latitude"] in list(longitudes)[1:]
        query = {**query, "longitude": longitudes.get(query["latitude"], query["longitude"])}
        unwanted |= {"region", "geoArea", *({"country"} if is_elsewhere else ())}
    else:
        # A request with both keeps the area beside a number of holes, and the region otherwise.
        left_out = "region" if "holes" in query else "geoArea"
        unwanted |= {*_COORDINATES, "distance", *({left_out} if {"region", "geoArea"} <= query.keys() else ())}
    if "maxResults" in query:
        unwanted |= PAGES.keys() if query.get("page", 1) == 1 else {"maxResults"}
    kept = {name: value for name, value in query.items() if name not in unwanted}
    if {"startDate", "endDate"} <= kept.keys():
        kept["startDate"], kept["endDate"] = sorted([kept["startDate"], kept["endDate"]])
    return kept
