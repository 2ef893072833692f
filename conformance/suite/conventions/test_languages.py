"""A step of the tour that reads everything with texts for people as a caller whose language is not English.

No document says in which language texts are. So the shapes of the answers are the same in each language.
"""

from collections.abc import Iterator
from datetime import timedelta

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import exercises, or_else
from conformance.scope.run import Run
from conformance.suite.arranged.play_days import some_offline

# Far enough for any time zone, near enough for any horizon of a course.
_DAYS_AHEAD = 8
_FINNISH = "fi"


@exercises(
    "getCourse",
    "getCourseTerms",
    "getCoursePricing",
    "listTeeTimes",
    "checkAvailability",
)
def test_texts_are_read_in_another_language(agency: Agency, courses: CourseFinder, run: Run) -> None:
    for answer in _read_in(_FINNISH, agency, courses, run):
        accepted(answer, "A documented read in another language")


def _read_in(language: str, agency: Agency, courses: CourseFinder, run: Run) -> Iterator[Answer]:
    """The answers about an online course, and about an offline course if there is any."""
    day = (run.today + timedelta(days=_DAYS_AHEAD)).isoformat()
    online = f"{COURSES}/{segment(courses.online()[0]['id'])}"
    offline = [f"{COURSES}/{segment(course_id)}" for course_id in or_else(lambda: some_offline(courses, 1), [])]
    asked: list[tuple[str, dict[str, object]]] = [
        (online, {}),
        (f"{online}/terms", {}),
        (f"{online}/pricing", {"startDate": day, "endDate": day}),
        (f"{online}/availability", {"startDate": day, "endDate": day, "players": 2}),
        *((f"{course}/tee-times", {"date": day, "players": 2}) for course in (online, *offline)),
    ]
    for path, query in asked:
        yield agency.send("GET", path, query=query, headers={"Accept-Language": language})
