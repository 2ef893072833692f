"""The target file that the sandbox writes for the conformance suite: TOML, and every fact in it true."""

import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from conformance.asking.levers import CourseDecisions, LeverCaller, TargetClock
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.trade import SATURDAY, TeeTime, booked, grouped, read_group


@pytest.fixture
def target(alpha: Agency) -> dict[str, Any]:
    """The target file for the world of an agency, parsed."""
    return tomllib.loads(alpha.control("GET", "/target").text)


def _terms(agency: Agency, course_id: str) -> dict[str, Any]:
    terms: dict[str, Any] = agency.get(f"/travel/courses/{course_id}/terms").json()["data"]
    return terms


def test_a_target_file_says_that_it_is_toml(alpha: Agency) -> None:
    assert alpha.control("GET", "/target").headers["content-type"] == "application/toml"


def test_its_address_answers_its_keys(alpha: Agency, target: dict[str, Any]) -> None:
    answers = [
        alpha.http.get(f"{target['base_url']}/travel/courses", headers={"X-Api-Key": key})
        for key in target["keys"].values()
    ]

    assert [answer.status_code for answer in answers] == [200, 200]


def test_its_keys_are_two_agencies_of_the_callers_world(alpha: Agency, target: dict[str, Any]) -> None:
    assert set(target["keys"].values()) == {f"sbx_{alpha.world}_alpha", f"sbx_{alpha.world}_bravo"}


def test_without_a_key_it_is_about_the_world_demo(alpha: Agency) -> None:
    text = alpha.http.get(f"{alpha.address}{CONTROL}/target").text

    assert tomllib.loads(text)["keys"] == {"api_key": "sbx_demo_alpha", "second_api_key": "sbx_demo_bravo"}


def test_an_unknown_key_gets_no_target_file(alpha: Agency) -> None:
    answer = alpha.http.get(f"{alpha.address}{CONTROL}/target", headers={"X-Api-Key": "nonsense"})

    assert answer.status_code == 401


@pytest.mark.parametrize("code", ["booking_code", "other_booking_code"])
def test_its_booking_codes_are_those_of_their_courses(alpha: Agency, target: dict[str, Any], code: str) -> None:
    named = target["courses"][code]

    assert alpha.get(f"/travel/courses/{named['code']}").json()["data"]["id"] == named["id"]


def test_its_further_booking_codes_are_those_of_courses_of_other_kinds(alpha: Agency, target: dict[str, Any]) -> None:
    further = target["courses"]["further_booking_codes"]
    courses = {code: alpha.get(f"/travel/courses/{code}").json()["data"] for code in further}

    assert {code: course["id"] for code, course in courses.items()} == further
    assert {(course["isOnline"], course["holes"]) for course in courses.values()} == {(False, 9), (True, 9)}


@pytest.mark.parametrize(("fact", "parameter"), [("region_id", "region"), ("geo_area", "geoArea")])
def test_its_areas_have_courses(alpha: Agency, target: dict[str, Any], fact: str, parameter: str) -> None:
    body = alpha.get("/travel/courses", **{parameter: target["courses"][fact]}).json()

    assert body["meta"]["pagination"]["totalItems"] > 0


@pytest.mark.parametrize(("fact", "platform"), [("default_terms", True), ("override_terms", False)])
def test_its_courses_have_the_terms_it_says(alpha: Agency, target: dict[str, Any], fact: str, platform: bool) -> None:
    source = _terms(alpha, target["courses"][fact])["cancellationPolicy"]["source"]

    assert (source == "platform") is platform


def test_its_low_maximum_is_low(alpha: Agency, target: dict[str, Any]) -> None:
    terms = _terms(alpha, target["courses"]["low_maximum"])

    assert terms["bookingTerms"]["maxPlayersPerBooking"] < 4


def test_its_course_without_changes_allows_none(alpha: Agency, target: dict[str, Any]) -> None:
    terms = _terms(alpha, target["courses"]["no_modification"])

    assert terms["bookingTerms"]["modificationAllowed"] is False


def test_its_short_horizon_is_shorter_than_that_of_the_platform(alpha: Agency, target: dict[str, Any]) -> None:
    short, usual = (_terms(alpha, target["courses"][fact]) for fact in ("short_horizon", "default_terms"))

    assert short["bookingTerms"]["maxDaysInAdvance"] < usual["bookingTerms"]["maxDaysInAdvance"]


def test_its_offline_course_is_offline(alpha: Agency, target: dict[str, Any]) -> None:
    details = alpha.get(f"/travel/courses/{target['courses']['offline']}").json()["data"]

    assert details["isOnline"] is False


def test_a_bad_key_may_be_sent_as_it_declares(alpha: Agency, target: dict[str, Any]) -> None:
    answer = httpx.get(f"{target['base_url']}/travel/bookings", headers={"X-Api-Key": "nonsense"})

    assert (target["declares"]["may_send_bad_keys"], answer.status_code) == (True, 401)


@pytest.fixture
def described(target: dict[str, Any]) -> Target:
    """The target file as the suite reads it, which refuses what it does not know."""
    return describe_target(None, None, None, target)


@pytest.fixture
def caller(described: Target) -> Iterator[LeverCaller]:
    """Pulls the levers with the key of the file."""
    transport = HttpTransport(10)
    yield LeverCaller(transport, described.api_key)
    transport.close()


def test_its_levers_read_and_move_the_clock_of_the_callers_world(described: Target, caller: LeverCaller) -> None:
    clock = TargetClock(described.levers, caller)
    before = clock.now(datetime.now(UTC))

    clock.move(timedelta(minutes=16), before)

    assert timedelta(minutes=16) <= clock.now(datetime.now(UTC)) - before < timedelta(minutes=17)


def test_its_lever_confirms_a_booking_for_the_course(alpha: Agency, described: Target, caller: LeverCaller) -> None:
    booking = booked(alpha, TeeTime(described.courses.offline or "", SATURDAY, "10:00", 4, 0))

    CourseDecisions(described.levers, caller).confirm(booking["id"])

    assert alpha.get(f"/travel/bookings/{booking['id']}").json()["data"]["status"] == "confirmed"


def test_its_lever_cancels_a_group_for_the_course(alpha: Agency, described: Target, caller: LeverCaller) -> None:
    group_id = grouped(alpha)["id"]
    alpha.advance(by="PT20S")

    CourseDecisions(described.levers, caller).cancel_group(group_id)

    assert read_group(alpha, group_id)["status"] == "cancelled"
