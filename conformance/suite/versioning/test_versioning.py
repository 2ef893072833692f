"""Checks of the version segment in the base address."""

from urllib.parse import urlsplit

import pytest

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Untested, Violation, verifies
from conformance.session.session import FIRST_AGENCY, CheckSession
from conformance.target.target import Target

_VERSION = "/v1"


@verifies("VER-01")
def test_the_base_address_ends_with_the_version_segment(agency: Agency, target: Target) -> None:
    _require_version_segment(agency, target)


def _require_version_segment(agency: Agency, target: Target) -> None:
    """Raises `Violation` when the base address ends without the segment. A request proves that the address is used."""
    path = urlsplit(target.base_url).path.rstrip("/")
    if not path.endswith(_VERSION):
        served = agency.get(COURSES)
        raise Violation(f"the base address ends with {_VERSION}", f"GET {served.request.url} is served", served)


@pytest.fixture
def unversioned(check_session: CheckSession) -> Agency:
    """The first agency at the base address without its version segment."""
    target = check_session.target
    base_url = target.base_url.rstrip("/")
    if not base_url.endswith(_VERSION):
        raise Untested(f"The base address does not end with {_VERSION}, so there is no segment to omit.")
    outer = base_url.removesuffix(_VERSION)
    return Agency(FIRST_AGENCY, target.api_key, outer, check_session.transport, check_session.recording, read_only=True)


@verifies("VER-02")
def test_nothing_is_served_without_the_version_segment(agency: Agency, unversioned: Agency) -> None:
    control = agency.get(COURSES)
    attempt = unversioned.send("GET", COURSES, role=Role.attempt)

    _require_no_course_list(attempt, control)


def _require_no_course_list(attempt: Answer, control: Answer) -> None:
    """Raises `Violation` when *attempt* lists courses, `Inconclusive` when *control* is refused."""
    if not control.is_success:
        raise Inconclusive(f"{control.where} was refused with the version segment too.")
    # The address may serve a page for humans: only the course list itself would be the interface.
    if attempt.is_success and _lists_courses(attempt):
        raise Violation(
            "nothing is served without the version segment", f"GET {attempt.request.url} lists courses", attempt
        )


def _lists_courses(answer: Answer) -> bool:
    try:
        body = answer.body
    except Inconclusive:
        return False
    return isinstance(body, dict) and isinstance(body.get("data"), list)
