"""Checks of the version segment in the base address."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted
from conformance.catalogue.paths import COURSES
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Untested, expect, or_else, verifies
from conformance.session.session import FIRST_AGENCY, CheckSession
from conformance.target.target import Target

_VERSION = "/v1"


@verifies("VER-01")
def test_the_base_address_ends_with_the_version_segment(agency: Agency, target: Target) -> None:
    served = _served_without_version(agency, target)

    expect(not served, f"the base address ends with {_VERSION}", f"{target.base_url} is the address in use", served)


def _served_without_version(agency: Agency, target: Target) -> Sequence[Answer]:
    """The answer to a request that uses the base address, where this address ends without the segment. Else nothing."""
    path = urlsplit(target.base_url).path.rstrip("/")
    return [] if path.endswith(_VERSION) else [agency.get(COURSES)]


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

    accepted(control, "A list of courses with the version segment")
    # The address may serve a page for humans: only the course list itself would be the interface.
    expected = "nothing is served without the version segment"
    expect(not _lists_courses(attempt), expected, f"GET {attempt.request.url} lists courses", attempt)


def _lists_courses(answer: Answer) -> bool:
    body = or_else(lambda: answer.body, None) if answer.is_success else None
    return isinstance(body, dict) and isinstance(body.get("data"), list)
