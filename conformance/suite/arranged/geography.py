"""Where courses lie, how far apart, and which of them suit a geographic search best."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import asin, cos, floor, inf, radians, sin, sqrt
from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Untested
from conformance.scope.run import Run
from conformance.suite.arranged.list_pages import page_of

_EARTH_RADIUS_KM = 6371.0088
_MOST_CANDIDATES = 25
_MOST_MIRRORED = 200
_MOST_DETAILS_READ = 12
_NEARBY_KM = 5
# The sides of the map, in the order in which seeds take them, and which part of all places lies on a side.
_SIDES: Sequence[Callable[["Location"], Any]] = (
    lambda place: -place.latitude,
    lambda place: -place.longitude,
    lambda place: place.latitude,
    lambda place: place.longitude,
)
_PART_ON_A_SIDE = 10

# Around a point: farther than the first, not farther than the second, in km.
Ring = tuple[float, float]


@dataclass(frozen=True)
class Location:
    """Latitude and longitude in degrees, exactly as the target writes them, so that they can be sent back."""

    latitude: Any
    longitude: Any

    @cached_property
    def angles(self) -> tuple[float, float]:
        """Latitude and longitude in radians."""
        return radians(self.latitude), radians(self.longitude)

    @property
    def query(self) -> dict[str, Any]:
        """The two parameters of a search around this place."""
        return {"latitude": self.latitude, "longitude": self.longitude}


def distance_km(place: Location, other: Location) -> float:
    """The great-circle distance on a sphere; an ellipsoid differs by less than one percent."""
    (north, east), (other_north, other_east) = place.angles, other.angles
    half = sin((other_north - north) / 2) ** 2 + cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
    return 2 * _EARTH_RADIUS_KM * asin(min(1.0, sqrt(half)))


def tolerance_km(km: float) -> float:
    """By how much a distance of *km* may differ: the specification names no model of the earth."""
    return km * 0.01 + 0.5


class CourseMap:
    """The places of the courses, from the list, or from details where list items carry no coordinates."""

    def __init__(self, courses: CourseFinder, run: Run) -> None:
        self._courses = courses
        self._run = run

    @cached_property
    def places(self) -> list[Location]:
        """The places of the listed courses. Raises `Untested` when none shows coordinates."""
        places = [place for _, place in self.located(self._courses.all_courses())]
        if not places:
            raise Untested("No course shows its latitude and longitude.")
        return places

    def located(self, items: Iterable[Any]) -> Iterator[tuple[Any, Location]]:
        """Each of *items* whose place is known; the details of up to twelve are read where the list is silent."""
        silent = []
        for item in items:
            if place := _place(item):
                yield item, place
            else:
                silent.append(item)
        self._run.random("details for coordinates").shuffle(silent)
        for item in silent[:_MOST_DETAILS_READ]:
            if place := _place(self._courses.details(item["id"])):
                yield item, place

    def telling_place(
        self, needed: Sequence[Ring], wished: Sequence[Ring] = (), country: str = "", *, on_a_side: bool = False
    ) -> Location:
        """The place of a course with courses in every *needed* ring around it, and if possible in every *wished* ring
        and in *country*, or *on_a_side* of the map: the north, the east, the south or the west, as the seed says.

        Raises `Untested` when no course has such neighbours.
        """
        source = self._run.random("places to search around")
        candidates = source.sample(self.places, min(_MOST_CANDIDATES, len(self.places)))
        there = self._places_on_a_side() if on_a_side else self._places_in(country)
        if there and any(self._score(place, needed, wished)[0] for place in there):
            candidates = there
        scored = [(*self._score(place, needed, wished), place) for place in candidates]
        suits, _, best = max(scored, key=lambda candidate: candidate[:2])
        if not suits:
            raise Untested(
                f"No course has other courses at a distance of {_shown(needed)}, so a search proves nothing."
            )
        return best

    def in_the_same_square(self, place: Location, km: float) -> Location | None:
        """The nearest place that rounds to the same degrees as *place*, more than *km* away, or None. A place whose
        degrees are the same without their decimals, too, comes first.
        """

        def degrees(other: Location) -> tuple[int, int]:
            return round(other.latitude), round(other.longitude)

        def is_in_another_tile(other: Location) -> bool:
            return (floor(other.latitude), floor(other.longitude)) != (floor(place.latitude), floor(place.longitude))

        away = ((distance_km(place, other), other) for other in self.places if degrees(other) == degrees(place))
        ranked = [(is_in_another_tile(other), far, other) for far, other in away if far > km]
        return min(ranked, key=lambda found: found[:2], default=(False, 0.0, None))[2]

    def _places_in(self, country: str) -> list[Location]:
        """Some places in *country*, drawn by the seed."""
        items = [item for item in self._courses.all_courses() if item.get("country") == country]
        drawn = self._run.random(f"places in {country}").sample(items, min(_MOST_CANDIDATES, len(items)))
        return list(filter(None, map(_place, drawn)))

    def _places_on_a_side(self) -> list[Location]:
        """Some places on the side of the map that the seed says."""
        outermost = sorted(self.places, key=_SIDES[self._run.seed % len(_SIDES)])
        side = outermost[: max(_MOST_CANDIDATES, len(outermost) // _PART_ON_A_SIDE)]
        return self._run.random("places on a side").sample(side, min(_MOST_CANDIDATES, len(side)))

    def mirrored_place(self, km: float) -> Location | None:
        """A place whose mirror image across the prime meridian has courses within *km*, far from the place itself.

        A search around it without the sign of the longitude finds courses far away. None when there is no such place.
        """
        drawn = self._run.random("places to mirror").sample(self.places, len(self.places))
        # West first: there a longitude has a sign.
        for place in sorted(drawn, key=lambda place: bool(place.longitude > 0))[:_MOST_MIRRORED]:
            image = Location(place.latitude, -place.longitude)
            if distance_km(place, image) > 3 * km and any(distance_km(image, other) <= km for other in self.places):
                return place
        return None

    def beside_greenwich(self, km: int) -> Location | None:
        """A point between 1 degree west and the prime meridian whose mirror image is the place of a course, more than
        *km* away. None when no course lies so: the sign of such a longitude stands before a zero.
        """
        images = [Location(place.latitude, -place.longitude) for place in self.places if 0 < place.longitude < 1]
        far = [point for point in images if distance_km(point, Location(point.latitude, -point.longitude)) > 2 * km]
        return self._run.random("a point beside Greenwich").choice(far) if far else None

    def _score(self, place: Location, needed: Sequence[Ring], wished: Sequence[Ring]) -> tuple[bool, int]:
        """Whether no needed ring is empty, and how many courses the emptiest of the wished rings holds."""
        distances = [distance_km(place, other) for other in self.places]
        needs, wishes = (
            [sum(inner < km <= outer for km in distances) for inner, outer in rings] for rings in (needed, wished)
        )
        return min(needs, default=1) > 0, min(wishes, default=0)


def listed_nearby(agency: Agency, course: Any) -> dict[str, Any]:
    """The list item of *course* in a search around its own place; empty where it shows no place or is not found."""
    place = _place(course)
    answer = agency.get(COURSES, **place.query, distance=_NEARBY_KM, pageSize=100) if place else None
    items = page_of(answer).items if answer and answer.is_success else []
    return next((item for item in items if isinstance(item, dict) and item.get("id") == course.get("id")), {})


def _place(item: Any) -> Location | None:
    latitude, longitude = item.get("latitude"), item.get("longitude")
    try:
        in_range = abs(latitude) <= 90 and abs(longitude) <= 180
    except TypeError:
        return None
    return Location(latitude, longitude) if in_range else None


def _shown(rings: Sequence[Ring]) -> str:
    return " and ".join(
        f"more than {inner:g} km" if outer == inf else f"{inner:g} to {outer:g} km" for inner, outer in rings
    )
