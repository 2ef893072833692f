"""Describes this sandbox to the conformance suite: the target file that its operator would write by hand.

It has only facts that an operator knows. The suite finds out everything else by requests.
"""

from collections.abc import Callable
from importlib.metadata import version
from itertools import takewhile

from fixtures.courses import Course
from mock_server.storage.courses import CourseBook

_CHANNELS = """\
[budgets]
visibility_seconds = 1
delivery_seconds = 5
quiet_seconds = 0.5

[tokens]
access_token = "data.accessToken"
refresh_token = "data.refreshToken"
refresh_request = {refreshToken = "{refresh_token}"}
presented = "Bearer {access_token}"
"""

_PAYLOADS = """\
[hooks]
id = "data.id"
expires_at = "data.expiresAt"

[hooks.body]
courseId = "{course_id}"
date = "{date}"
teeTime = "{time}"
players = "{players}"
leadPlayer = {firstName = "Teesheet", lastName = "Conformance", email = "conformance@example.com"}
agencyBookingReference = "{reference}"

[groups]
players = {players = [{firstName = "Ada", lastName = "Lindqvist", handicap = 14.2}]}
"""


def target_file(book: CourseBook, base_url: str, control: str, world: str) -> str:
    """A TOML document for `teesheet check --target`."""
    return "\n".join((_access(base_url, world), _courses(book), _CHANNELS, _levers(control), _PAYLOADS))


def _access(base_url: str, world: str) -> str:
    return f"""\
# How the conformance suite reaches this sandbox, and what only its operator knows.
base_url = "{base_url}"

[about]
name = "teesheet sandbox"
version = "{version("teesheet")}"

[keys]
api_key = "sbx_{world}_alpha"
second_api_key = "sbx_{world}_bravo"

[declares]
hold_id = "body:holdId"
webhook_id = "data.id"
may_send_bad_keys = true
"""


def _courses(book: CourseBook) -> str:
    online = [course for course in book.courses if course.is_online and course.trait is None]
    ordinary = _first(online, lambda course: course.terms.source == "platform" and course.holes == 18)
    others = [course for course in book.courses if not course.is_online and course.trait is None]
    other = max(others, key=lambda course: _same_at_the_head(course.booking_code, ordinary.booking_code))
    small = min(others, key=lambda course: (course.holes != 9, course.name.isascii()))
    abroad = min(online, key=lambda course: (course.holes != 9, course.country == ordinary.country))
    shortest = min(online, key=lambda course: course.terms.max_days_in_advance)
    return f"""\
[courses]
booking_code = {{code = "{ordinary.booking_code}", id = "{ordinary.id}"}}
other_booking_code = {{code = "{other.booking_code}", id = "{other.id}"}}
further_booking_codes = {{{small.booking_code} = "{small.id}", {abroad.booking_code} = "{abroad.id}"}}
region_id = "{ordinary.region_id}"
geo_area = "{ordinary.geo_areas[0]}"
default_terms = "{ordinary.id}"
override_terms = "{_by_trait(book, "override-terms").id}"
low_maximum = "{_by_trait(book, "three-players").id}"
no_modification = "{_by_trait(book, "no-changes").id}"
short_horizon = "{shortest.id}"
offline = "{_by_trait(book, "offline-silent").id}"
"""


def _levers(control: str) -> str:
    return f"""\
# In levers and payloads, a name in braces stands for a value of the moment.
[levers.clock_read]
url = "{control}/clock"
headers = {{X-Api-Key = "{{api_key}}"}}
moment = "data.now"

[levers.clock_advance]
url = "{control}/clock/advance"
headers = {{X-Api-Key = "{{api_key}}"}}
json = {{by = "PT{{seconds}}S"}}

[levers.course_confirm]
url = "{control}/desk/{{id}}/confirm"
headers = {{X-Api-Key = "{{api_key}}"}}

[levers.course_decline]
url = "{control}/desk/{{id}}/decline"
headers = {{X-Api-Key = "{{api_key}}"}}

[levers.group_cancel]
url = "{control}/desk/{{id}}/cancel"
headers = {{X-Api-Key = "{{api_key}}"}}
"""


def _by_trait(book: CourseBook, trait: str) -> Course:
    return _first(book.courses, lambda course: course.trait == trait)


def _same_at_the_head(code: str, other: str) -> int:
    """How many characters two codes share before they differ."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(code, other, strict=False))))


def _first(courses: list[Course] | tuple[Course, ...], fits: Callable[[Course], bool]) -> Course:
    return next(course for course in courses if fits(course))
