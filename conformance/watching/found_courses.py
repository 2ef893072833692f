"""Whether whole searches, on one page, find every course that matches their filters, whoever asked. Pure.

An operator may add and remove courses. So a course counts as lost when two whole searches with the same filters lack it
soon after one answer listed it and soon before another did.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.watching.histories import is_one_page
from conformance.watching.matching_courses import AROUND, PAGING, SIMPLE, matches, place_of
from conformance.watching.rules.courses import circle_of
from conformance.watching.seen import Breach, JudgedExchange

_ROW = "CRS-07"
# No document says what these mean together, or beside a place.
_AREAS = ("region", "geoArea")
_SOON_SECONDS = 120.0


@dataclass
class _Course:
    """A course as *listed* by the last answer that showed it, the searches since then that lack it, and by the filters
    of earlier ones one that lacked it. *areas* are the regions and areas in which searches found it.
    """

    shown: Mapping[str, Any]
    listed: JudgedExchange
    areas: set[tuple[str, str]] = field(default_factory=set)
    absent: list[JudgedExchange] = field(default_factory=list)
    lost: dict[tuple[str, ...], JudgedExchange] = field(default_factory=dict)


@dataclass
class FoundCourses:
    """The courses that searches have listed, by caller and id."""

    _courses: dict[tuple[str, str], _Course] = field(default_factory=dict)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of every course that searches with the same filters do not find."""
        if seen.operation != "searchCourses" or not (seen.fits and seen.shaped):
            return
        for item in seen.items:
            yield from self._listed(item, seen)
        filters = seen.query.keys() - {*SIMPLE, *PAGING}
        if is_one_page(seen) and (filters <= {*AROUND} or any(filters == {area} for area in _AREAS)):
            self._note_absent(seen)

    def _listed(self, item: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        place = (seen.caller, str(item.get("id")))
        course = self._courses.setdefault(place, _Course(item, seen))
        course.lost.pop(_filters(seen), None)
        if seen.started - course.listed.ended < _SOON_SECONDS:
            for missing in course.absent:
                earlier = course.lost.setdefault(_filters(missing), missing)
                if earlier is not missing:
                    sentence = f"{missing.answer.where} does not list {place[1]}, which matches"
                    yield _ROW, sentence, (course.listed, earlier, missing, seen)
        course.shown, course.listed, course.absent = item, seen, []
        course.areas |= _areas_of(seen.query)

    def _note_absent(self, seen: JudgedExchange) -> None:
        listed = {str(item.get("id")) for item in seen.items}
        circle, areas = circle_of(seen.query), _areas_of(seen.query)
        for (caller, course_id), course in self._courses.items():
            is_missing = caller == seen.caller and course_id not in listed and course.listed.ended < seen.started
            if is_missing and areas <= course.areas:
                is_sure, _ = matches(course.shown, place_of(course.shown), seen.query, circle)
                course.absent += [seen] if is_sure else []


def _areas_of(query: Mapping[str, str]) -> set[tuple[str, str]]:
    return {(name, query[name]) for name in _AREAS if name in query}


def _filters(seen: JudgedExchange) -> tuple[str, ...]:
    return tuple(sorted(seen.query.keys() - {*PAGING}))
