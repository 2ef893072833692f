"""Checks of course terms: the order of the cancellation tiers, and where the terms come from."""

from functools import partial
from itertools import islice, pairwise
from typing import Any

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import golden, part, same
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, expect, or_else, shown, verifies
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import sampled_courses, unknown_courses
from conformance.suite.arranged.many_answers import require_unknown_ids_refused
from conformance.target.target import Target


@pytest.fixture(scope="session")
def course_ids(courses: CourseFinder, run: Run, target: Target) -> list[str]:
    """The courses that the target declares for their terms, and some of every kind."""
    facts = target.courses
    declared = (facts.override_terms, facts.default_terms, facts.low_maximum, facts.no_modification)
    sampled = [item["id"] for item in sampled_courses(courses, run, "terms", 8)]
    return list(dict.fromkeys([*filter(None, declared), *sampled]))


@pytest.fixture(scope="session")
def terms(reader: Agency, course_ids: list[str]) -> dict[str, Answer]:
    """The answers for their terms, by course."""
    answers = run_together(partial(_terms, reader, course_id) for course_id in course_ids)
    return dict(zip(course_ids, answers, strict=True))


@verifies("TRM-01")
def test_terms_name_the_course_asked_for(terms: dict[str, Answer]) -> None:
    misnamed = _terms_of_another_course(terms)

    expect(
        not misnamed,
        "the terms of a course name the course in data.courseId",
        f"data.courseId by the course that was asked for: {shown(misnamed)}",
        [terms[course_id] for course_id in misnamed],
    )


def _terms_of_another_course(terms: dict[str, Answer]) -> dict[str, Any]:
    """The first course whose terms show another courseId, with this courseId. Raises `Violation` for refused terms."""
    named = ((course_id, part(golden(answer), "data.courseId")) for course_id, answer in terms.items())
    return dict(islice(((course_id, name) for course_id, name in named if name != course_id), 1))


@verifies("TRM-06")
def test_tiers_run_from_the_largest_threshold_down_to_zero(terms: dict[str, Answer]) -> None:
    unordered = _tiers_out_of_order(terms)

    expect(
        not unordered,
        "the tiers of a course are in order from the largest hour to 0",
        f"hoursBeforeTeeTime of the tiers by course: {shown(unordered)}",
        [terms[course_id] for course_id in unordered],
    )


def _tiers_out_of_order(terms: dict[str, Answer]) -> dict[str, list[Any]]:
    """The first course whose thresholds do not fall from the largest one to 0, with them.

    Raises `Violation` for refused terms.
    """
    thresholds = ((course_id, _thresholds(golden(answer))) for course_id, answer in terms.items())
    return dict(islice(((course_id, hours) for course_id, hours in thresholds if not _fall_to_zero(hours)), 1))


def _fall_to_zero(hours: list[Any]) -> bool:
    return all(larger > smaller for larger, smaller in pairwise(hours)) and hours[-1:] == [0]


def _thresholds(body: Any) -> list[Any]:
    """hoursBeforeTeeTime of each tier, in the order of the answer. Raises `Inconclusive` when TRM-02 is violated."""
    tiers = part(body, "data.cancellationPolicy.tiers", judge=False)
    try:
        thresholds = [tier["hoursBeforeTeeTime"] for tier in tiers]
    except (KeyError, TypeError) as error:
        raise Inconclusive("The tiers are not readable, which TRM-02 judges.") from error
    if not all(isinstance(hours, int) for hours in thresholds):
        raise Inconclusive("A tier has a threshold that is not an integer, which TRM-02 judges.")
    return thresholds


@verifies("TRM-08")
def test_the_source_of_platform_defaults_is_platform(reader: Agency, courses: CourseFinder) -> None:
    # Terms that differ were read just before. They must not colour these terms.
    or_else(lambda: _terms(reader, courses.declared("override_terms")), None)
    answer = _terms(reader, courses.declared("default_terms"))
    body = golden(answer)

    same(
        part(body, "data.cancellationPolicy.source"),
        "platform",
        f"cancellationPolicy.source of {answer.where}, where the platform's terms apply,",
    )


@verifies("TRM-09")
def test_the_source_flags_an_override(courses: CourseFinder) -> None:
    body = golden(courses.terms_answered(courses.declared("override_terms")))

    source = part(body, "data.cancellationPolicy.source")
    expect(
        source != "platform",
        "cancellationPolicy.source of a course with its own policy is not platform",
        f"it is {shown(source)}",
    )


@verifies("TRM-10")
def test_terms_of_an_unknown_course_are_not_served(reader: Agency, courses: CourseFinder, run: Run) -> None:
    pairs = unknown_courses(courses, run, "unknown course for terms")

    require_unknown_ids_refused(partial(_terms, reader), pairs)


def _terms(reader: Agency, course_id: str) -> Answer:
    return reader.get(f"{COURSES}/{segment(course_id)}/terms")
