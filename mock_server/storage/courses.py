"""The courses of one seed, indexed once, and their tee sheets. They come from the fixtures and never change."""

from collections.abc import Mapping
from datetime import date, time
from functools import cached_property, lru_cache
from zoneinfo import ZoneInfo

from fixtures.catalogue import load_courses
from fixtures.courses import Course
from fixtures.tee_sheets import TeeSheet, tee_sheet
from mock_server.domain.courses import Search, distance_km
from mock_server.domain.ledger import Offer
from mock_server.domain.refusals import CourseNotFound
from mock_server.domain.terms import CourseRules


def _rules(course: Course) -> CourseRules:
    terms = course.terms
    return CourseRules(
        is_online=course.is_online,
        zone=ZoneInfo(course.time_zone),
        max_players=terms.max_players_per_booking,
        max_days_in_advance=terms.max_days_in_advance,
        modification_allowed=terms.modification_allowed,
        modification_cutoff_hours=terms.modification_cutoff_hours,
        cancellation_cutoff_hours=terms.self_service_cancellation_cutoff_hours,
    )


def _matches(course: Course, search: Search) -> bool:
    return (
        (search.country is None or course.country == search.country)
        and (search.region is None or course.region_id == search.region)
        and (search.holes is None or course.holes == search.holes)
        and (search.geo_area is None or search.geo_area in course.geo_areas)
        and (
            search.latitude is None
            or search.longitude is None
            or search.distance_km is None
            or distance_km(search.latitude, search.longitude, course.latitude, course.longitude) <= search.distance_km
        )
    )


def _texts(course: Course) -> tuple[str, ...]:
    return (course.name, course.city, course.country, course.booking_code, course.id, course.trait or "")


class CourseBook:
    """Every course of a seed. Safe to share: nothing in it changes after start-up."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.courses = tuple(sorted(load_courses(seed), key=lambda course: course.id))
        self._by_id = {course.id: course for course in self.courses}
        self._by_code = {course.booking_code: course for course in self.courses}
        self.rules = {course.id: _rules(course) for course in self.courses}
        self.search = lru_cache(maxsize=512)(self._search)
        self.sheet = lru_cache(maxsize=256)(self._sheet)
        self.sheet_by_time = lru_cache(maxsize=256)(self._sheet_by_time)

    def by_id(self, course_id: str) -> Course:
        """The course with this document id. Raises CourseNotFound."""
        course = self._by_id.get(course_id)
        if course is None:
            coded = self._by_code.get(course_id.upper())
            raise CourseNotFound(course_id, None if coded is None else coded.id)
        return course

    def by_id_or_code(self, name: str) -> Course:
        """The course with this document id or booking code. Raises CourseNotFound. Spec: GET /courses/{id}."""
        return self._by_code.get(name) or self.by_id(name)

    def with_text(self, text: str) -> list[Course]:
        """The courses with a text in their names and codes, in upper or lower case, in order of id."""
        wanted = text.casefold()
        return [course for course, searched in self._searched if wanted in searched]

    @cached_property
    def _searched(self) -> list[tuple[Course, str]]:
        """Every course with the texts that people search, in lower case."""
        return [(course, "\n".join(_texts(course)).casefold()) for course in self.courses]

    def _search(self, search: Search) -> tuple[Course, ...]:
        """The courses that match every filter, in order of id. Assumption A-12."""
        return tuple(course for course in self.courses if _matches(course, search))

    def _sheet(self, course_id: str, play_date: date) -> tuple[Offer, ...]:
        """The tee times of a day before anything is taken, in order of time."""
        return tuple(
            Offer(line.time, line.places - line.taken, line.green_fee, line.price_type)
            for line in self.tee_sheet(course_id, play_date).tee_times
        )

    def _sheet_by_time(self, course_id: str, play_date: date) -> Mapping[time, Offer]:
        """The same tee times, by time."""
        return {offer.time: offer for offer in self.sheet(course_id, play_date)}

    def tee_sheet(self, course_id: str, play_date: date) -> TeeSheet:
        """The tee sheet that the course writes for a day, before anything is taken."""
        return tee_sheet(self._by_id[course_id], play_date, self.seed)
