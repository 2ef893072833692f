"""Checks of what must agree between operations, and of reading, which must change nothing."""

import pytest

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.play_days import some_online
from conformance.suite.invariants.agreeing_courses import (
    require_online_or_offline_everywhere,
    require_same_name_everywhere,
    require_same_names_in_bookings,
    sample,
)
from conformance.suite.invariants.days_read_twice import (
    changed_by_reading,
    days_in_words,
    read_days_twice,
)


@verifies("INV-01")
def test_a_course_is_online_or_offline_everywhere(agency: Agency, courses: CourseFinder, run: Run) -> None:
    online, offline = sample(courses, run, is_online=True), sample(courses, run, is_online=False)

    require_online_or_offline_everywhere(agency, run, online)
    require_online_or_offline_everywhere(agency, run, offline)


@verifies("INV-07")
def test_a_course_has_one_name_everywhere(agency: Agency, courses: CourseFinder, run: Run) -> None:
    online = some_online(courses, 3)

    require_same_name_everywhere(agency, courses, run, online)
    require_same_names_in_bookings(agency, courses)


@verifies("INV-08")
@pytest.mark.needs_quiet
def test_reading_changes_nothing(agency: Agency, courses: CourseFinder, run: Run) -> None:
    read_twice = read_days_twice(agency, courses, run)
    changed = changed_by_reading(
        [day for day in read_twice if day.changes],
        read_twice,
        lambda name: read_days_twice(agency, courses, run, name),
    )

    actual = f"these changed: {days_in_words(changed)}"
    expect(not changed, "reading everything again shows the same", actual)
