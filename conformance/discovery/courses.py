"""Courses of the target: what it lists, which are online, their details and terms, and what the operator
declares.
"""

from functools import cached_property
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted
from conformance.discovery.pages import Walk
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.scope.run import Run
from conformance.target.target import BookingCode, CourseFacts

COURSES = "/travel/courses"
_LENGTH_BEYOND_GUESSING = 8


class CourseFinder:
    """Answers are kept for the whole run; a check that needs a fresh one asks the agency itself."""

    def __init__(self, agency: Agency, run: Run, facts: CourseFacts) -> None:
        self._agency = agency
        self._run = run
        self._facts = facts
        self._walk = Walk(agency, COURSES, {"pageSize": 100})
        self._all: list[Any] | None = None
        self._answers: dict[str, Answer] = {}

    @cached_property
    def listed(self) -> list[Any]:
        """Course list items of up to three pages of 100, as they came."""
        return list(filter(_is_course, self._walk.items(most_pages=3)))

    def all_courses(self) -> list[Any]:
        """Course list items of all pages, each page read once in a run."""
        if self._all is None:
            self._all = list(filter(_is_course, self._walk.items()))
        return self._all

    def online(self, count: int = 1) -> list[Any]:
        """*count* list items of online courses, drawn by the seed.

        Raises `Untested` when there are not so many.
        """
        return self._drawn(count, is_online=True)

    def offline(self, count: int = 1) -> list[Any]:
        """*count* list items of offline courses, the declared one first.

        Raises `Untested` when there are not so many.
        """
        drawn = self._drawn(count, is_online=False) if self._facts.offline is None or count > 1 else []
        if self._facts.offline is None:
            return drawn
        others = [item for item in drawn if item["id"] != self._facts.offline]
        return [self.details(self._facts.offline), *others][:count]

    def details(self, course_id: str) -> Any:
        """`data` of GET /travel/courses/{id}, asked once. Raises `Inconclusive` when it is refused."""
        answer = self.opened(course_id)
        return _payload(accepted(answer, "Reading course details"), answer.where)

    def opened(self, course_id: str) -> Answer:
        """The answer to GET /travel/courses/{id}, whatever it is; an accepted one is kept."""
        return self._kept(f"{COURSES}/{segment(course_id)}")

    def _kept(self, path: str) -> Answer:
        if path in self._answers:
            return self._answers[path]
        answer = self._agency.get(path)
        if answer.is_success:
            self._answers[path] = answer
        return answer

    def terms(self, course_id: str) -> Any:
        """`data` of GET /travel/courses/{id}/terms, asked once. Raises `Inconclusive` when it is refused."""
        answer = self.terms_answered(course_id)
        return _payload(accepted(answer, "Reading course terms"), answer.where)

    def terms_answered(self, course_id: str) -> Answer:
        """The answer to GET /travel/courses/{id}/terms, whatever it is; an accepted one is kept."""
        return self._kept(f"{COURSES}/{segment(course_id)}/terms")

    def declared(self, fact: str) -> str:
        """A declared course id or name: region_id, geo_area, default_terms, override_terms, low_maximum,
        no_modification or offline. Raises `Untested` when the target file does not give it.
        """
        value = getattr(self._facts, fact)
        if value is None:
            raise Untested(f"The target file does not declare {fact} under [courses].")
        return str(value)

    def booking_code(self) -> BookingCode:
        """The declared booking code and its document id.

        Raises `Untested` when the target file does not give it.
        """
        if self._facts.booking_code is None:
            raise Untested("The target file does not declare booking_code under [courses]; no answer shows one.")
        return self._facts.booking_code

    def unknown_id(self, shaped_like: str) -> str:
        """An id of the shape of *shaped_like*, its letters and digits redrawn, that nobody has.

        A short one is made longer: where ids count, another short one may well be somebody's booking.
        """
        source = self._run.random(f"unknown id {shaped_like}")
        start = shaped_like.rfind("_") + 1
        known = {item["id"] for item in self._all or self.listed}
        for _ in range(100):
            redrawn = "".join(_redrawn(item, source.choice) for item in shaped_like[start:])
            drawn = shaped_like[:start] + _beyond_guessing(redrawn)
            if drawn not in known:
                return drawn
        raise Untested("Every id of this shape that was drawn belongs to a course.")

    def _drawn(self, count: int, *, is_online: bool) -> list[Any]:
        kind = "online" if is_online else "offline"
        found = [item for item in self.listed if item.get("isOnline") is is_online]
        if len(found) < count:
            found = [item for item in self.all_courses() if item.get("isOnline") is is_online]
        if len(found) < count:
            raise Untested(f"The target lists {len(found)} {kind} courses; this check needs {count}.")
        self._run.random(f"{kind} courses").shuffle(found)
        return found[:count]


def _is_course(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("id"), str)


def _payload(body: Any, where: str) -> Any:
    if not isinstance(body, dict) or not isinstance(body.get("data"), dict):
        raise Inconclusive(f"{where} did not answer with an object under data.")
    return body["data"]


def _beyond_guessing(drawn: str) -> str:
    """*drawn*, with sevens before it where it is short: nine digits, which are a number of 32 bits.

    They go in front, for a number with a leading zero may be read as the number.
    """
    return drawn if len(drawn) >= _LENGTH_BEYOND_GUESSING else drawn.rjust(_LENGTH_BEYOND_GUESSING + 1, "7")


def _redrawn(character: str, choose: Any) -> str:
    for alphabet in ("0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        if character in alphabet:
            return str(choose(alphabet))
    return character
