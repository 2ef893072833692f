"""Courses of the target: the list, online and offline courses, details, terms, and the operator's declarations."""

import copy
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted
from conformance.catalogue.paths import COURSES
from conformance.discovery.pages import MOST_PAGES, Walk
from conformance.evidence.exchanges import Answer
from conformance.evidence.json_values import member_at
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.recordings.parts import found_for_all
from conformance.scope.run import Run
from conformance.target.target import BookingCode, CourseFacts

_LENGTH_BEYOND_GUESSING = 8
_FACTS = "facts about courses"
_NO_BOOKING_CODE = "The target file does not declare booking_code under [courses]; no answer shows one."


class CourseFinder:
    """Keeps answers for the whole run, for the checks of all lanes. A check that needs a new answer sends its own
    request.
    """

    def __init__(self, agency: Agency, run: Run, facts: CourseFacts) -> None:
        self._agency = agency
        self._run = run
        self._facts = facts
        self._walk = Walk(agency, COURSES, {"pageSize": 100})
        self._answers: dict[str, Answer] = {}
        self._listing = threading.RLock()
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def drawing_for(self, run: Run) -> "CourseFinder":
        """The same answers, from which *run* draws its courses."""
        other = copy.copy(self)
        other._run = run
        return other

    @property
    def listed(self) -> list[Any]:
        """Course list items of up to three pages of 100, in the order of the target."""
        return self._courses_of_pages(3)

    def all_courses(self) -> list[Any]:
        """Course list items of all pages, each page read once in a run."""
        return self._courses_of_pages()

    def _courses_of_pages(self, most_pages: int = MOST_PAGES) -> list[Any]:
        with self._listing, found_for_all(_FACTS):
            return list(filter(_is_course, self._walk.items(most_pages)))

    def online(self, count: int = 1) -> list[Any]:
        """*count* list items of online courses, drawn by the seed.

        Raises `Untested` when the target has fewer.
        """
        return self._drawn(count, is_online=True)

    def offline(self, count: int = 1) -> list[Any]:
        """*count* list items of offline courses, the declared course first.

        Raises `Untested` when the target has fewer.
        """
        drawn = self._drawn(count, is_online=False) if self._facts.offline is None or count > 1 else []
        if self._facts.offline is None:
            return drawn
        others = [item for item in drawn if item["id"] != self._facts.offline]
        return [self.details(self._facts.offline), *others][:count]

    def details(self, course_id: str) -> Any:
        """`data` of GET /travel/courses/{id}, read once in a run. Raises `Inconclusive` when the read is refused."""
        answer = self.opened(course_id)
        return _payload(accepted(answer, "Reading course details"), answer.where)

    def opened(self, course_id: str) -> Answer:
        """The answer to GET /travel/courses/{id}, whatever its status. An accepted answer is kept for the run."""
        return self._kept(f"{COURSES}/{segment(course_id)}")

    def _kept(self, path: str, **query: Any) -> Answer:
        name = f"{path}?{urlencode(query)}"
        with self._listing:
            reading = self._reading[name]
        with reading:
            if name in self._answers:
                return self._answers[name]
            with found_for_all(_FACTS):
                answer = self._agency.get(path, **query)
            if answer.is_success:
                self._answers[name] = answer
            return answer

    def terms(self, course_id: str) -> Any:
        """`data` of GET /travel/courses/{id}/terms, read once. Raises `Inconclusive` when the read is refused."""
        answer = self.terms_answered(course_id)
        return _payload(accepted(answer, "Reading course terms"), answer.where)

    def terms_answered(self, course_id: str) -> Answer:
        """The answer to GET /travel/courses/{id}/terms, whatever its status. An accepted answer is kept for the run."""
        return self._kept(f"{COURSES}/{segment(course_id)}/terms")

    def declared(self, fact: str) -> str:
        """A declared course id or name: region_id, geo_area, default_terms, override_terms, low_maximum,
        no_modification, short_horizon or offline. Raises `Untested` when the target file does not declare it.
        """
        value = getattr(self._facts, fact)
        if value is None:
            raise Untested(f"The target file does not declare {fact} under [courses].")
        return str(value)

    @property
    def areas(self) -> Mapping[str, str]:
        """The declared region and the declared area, by their parameters `region` and `geoArea`."""
        declared = {"region": self._facts.region_id, "geoArea": self._facts.geo_area}
        return {name: value for name, value in declared.items() if value}

    def within(self, area: str) -> list[Any]:
        """The first hundred courses of the declared region or area, by its parameter. Raises `Inconclusive` when the
        target refuses the search.
        """
        answer = self._kept(COURSES, **{area: self.areas[area]}, pageSize=100)
        listed = member_at(accepted(answer, "Searching courses"), "data")
        return list(filter(_is_course, listed if isinstance(listed, list) else ()))

    def booking_code(self) -> BookingCode:
        """The first declared booking code and its document id. Raises `Untested` as `booking_codes` does."""
        return self.booking_codes()[0]

    def booking_codes(self) -> Sequence[BookingCode]:
        """The declared booking codes. Raises `Untested` where the target file declares none."""
        if not self._facts.booking_codes:
            raise Untested(_NO_BOOKING_CODE)
        return self._facts.booking_codes

    def unknown_id(self, shaped_like: str) -> str:
        """An unused id with the shape of *shaped_like*: its letters and digits are drawn again.

        A short id gets more digits. Where ids are counted, another short id could belong to somebody's booking.
        """
        source = self._run.random(f"unknown id {shaped_like}")
        start = shaped_like.rfind("_") + 1
        known = {item["id"] for item in self.listed}
        for _ in range(100):
            redrawn = "".join(_redrawn(item, source.choice) for item in shaped_like[start:])
            drawn = shaped_like[:start] + _beyond_guessing(redrawn)
            if drawn not in known:
                return drawn
        raise Untested("Every id of this shape that was drawn belongs to a course.")

    def unknown_ids(self, known_id: str) -> tuple[str, str, str]:
        """Three unused ids like *known_id*: with a letter more, with a character less, and drawn again.

        Where ids are counted, a number less could be somebody's: then the second id is the first one again. A letter
        makes no number.
        """
        longer = f"{known_id}x"
        is_counted = known_id.rpartition("_")[2].isdecimal() or len(known_id) == 1
        return longer, longer if is_counted else known_id[:-1], self.unknown_id(known_id)

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
    """*drawn*, filled with sevens on the left to nine characters: nine digits still fit a number of 32 bits.

    The sevens are on the left because a target may ignore the leading zeros of a number.
    """
    return drawn if len(drawn) >= _LENGTH_BEYOND_GUESSING else drawn.rjust(_LENGTH_BEYOND_GUESSING + 1, "7")


def _redrawn(character: str, choose: Any) -> str:
    for alphabet in ("0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        if character in alphabet:
            return str(choose(alphabet))
    return character
