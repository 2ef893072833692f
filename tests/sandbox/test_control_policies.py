"""Policies: the caller says how a course answers, and the clock brings the answer."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import ORDINARY, booked, free_tee_times, offline, read

CONFIRMS, DECLINES, SILENT = map(offline, ("offline-confirms", "offline-declines", "offline-silent"))


def _set(agency: Agency, course_id: str, **policy: Any) -> dict[str, Any]:
    answer = agency.control("PUT", f"/policies/{course_id}", policy)
    assert answer.status_code == 200, answer.text
    kept: dict[str, Any] = answer.json()["data"]
    return kept


def _policies(agency: Agency) -> list[dict[str, Any]]:
    policies: list[dict[str, Any]] = agency.control("GET", "/policies").json()["data"]
    return policies


def test_a_fresh_world_has_no_policies(alpha: Agency) -> None:
    assert _policies(alpha) == []


def test_a_policy_is_shown_as_it_was_set(alpha: Agency) -> None:
    policy = _set(alpha, SILENT.course_id, answer="decline", afterMinutes=5, reason="A club championship")

    expected = {
        "courseId": SILENT.course_id,
        "answer": "decline",
        "afterMinutes": 5,
        "reason": "A club championship",
    }
    assert (policy, _policies(alpha)) == (expected, [expected])


def test_a_course_answers_after_half_an_hour_unless_it_is_set_otherwise(alpha: Agency) -> None:
    assert _set(alpha, "*", answer="confirm") == {
        "courseId": "*",
        "answer": "confirm",
        "afterMinutes": 30,
        "reason": None,
    }


@pytest.mark.parametrize(
    ("moment", "status"), [("2040-05-07T08:04:59Z", "pending"), ("2040-05-07T08:05:00Z", "confirmed")]
)
def test_a_course_answers_when_its_policy_says(alpha: Agency, moment: str, status: str) -> None:
    _set(alpha, SILENT.course_id, answer="confirm", afterMinutes=5)
    booking_id = booked(alpha, SILENT)["id"]

    alpha.advance(to=moment)

    assert read(alpha, booking_id)["status"] == status


@pytest.mark.parametrize(
    ("reason", "shown"), [({"reason": "A club championship"}, "A club championship"), ({}, "course_declined")], ids=str
)
def test_a_course_declines_with_the_reason_of_its_policy(alpha: Agency, reason: dict[str, str], shown: str) -> None:
    _set(alpha, CONFIRMS.course_id, answer="decline", **reason)
    booking_id = booked(alpha, CONFIRMS)["id"]

    alpha.advance(by="PT30M")

    declined = read(alpha, booking_id)
    assert (declined["status"], declined["cancellationReason"]) == ("cancelled", shown)


def test_a_silent_course_never_answers(alpha: Agency) -> None:
    _set(alpha, CONFIRMS.course_id, answer="silent")
    booking_id = booked(alpha, CONFIRMS)["id"]

    alpha.advance(by="P1D")

    assert read(alpha, booking_id)["status"] == "pending"


def test_a_policy_for_every_course_leaves_those_with_their_own(alpha: Agency) -> None:
    _set(alpha, "*", answer="decline", afterMinutes=10)
    _set(alpha, SILENT.course_id, answer="confirm", afterMinutes=10)
    own, other = booked(alpha, SILENT)["id"], booked(alpha, CONFIRMS)["id"]

    alpha.advance(by="PT10M")

    assert (read(alpha, own)["status"], read(alpha, other)["status"]) == ("confirmed", "cancelled")


def test_a_question_that_waits_is_answered_by_the_policy_of_its_moment(alpha: Agency) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]
    _set(alpha, CONFIRMS.course_id, answer="decline", afterMinutes=1)

    alpha.advance(by="PT29M59S")
    before = read(alpha, booking_id)["status"]
    alpha.advance(by="PT1S")

    assert (before, read(alpha, booking_id)["status"]) == ("pending", "cancelled")


def test_without_its_policy_a_course_follows_its_nature(alpha: Agency) -> None:
    _set(alpha, DECLINES.course_id, answer="confirm")

    assert alpha.control("DELETE", f"/policies/{DECLINES.course_id}").status_code == 204

    booking_id = booked(alpha, DECLINES)["id"]
    alpha.advance(by="PT30M")
    assert (read(alpha, booking_id)["status"], _policies(alpha)) == ("cancelled", [])


def test_a_policy_that_is_not_there_is_gone_already(alpha: Agency) -> None:
    assert alpha.control("DELETE", "/policies/*").status_code == 204


def test_policies_are_those_of_one_world(alpha: Agency, stranger: Agency) -> None:
    _set(alpha, "*", answer="decline")

    assert _policies(stranger) == []


def test_an_online_course_confirms_at_once_whatever_its_policy(alpha: Agency) -> None:
    _set(alpha, ORDINARY.id, answer="decline", afterMinutes=0)

    assert booked(alpha, free_tee_times(alpha)[0])["status"] == "confirmed"


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_an_unknown_course_has_no_policy(alpha: Agency, method: str) -> None:
    answer = alpha.control(method, "/policies/crs_00000000", {"answer": "confirm"} if method == "PUT" else None)

    assert (answer.status_code, answer.json()["code"]) == (404, "course_not_found")


@pytest.mark.parametrize(
    "policy",
    [
        {},
        {"answer": "maybe"},
        {"answer": "confirm", "afterMinutes": -1},
        {"answer": "confirm", "afterMinutes": 1.5},
        {"answer": "confirm", "afterMinutes": 525601},
        {"answer": "decline", "reason": ""},
        {"answer": "decline", "reason": "r" * 201},
        {"answer": "decline", "why": "rain"},
    ],
    ids=str,
)
def test_a_policy_that_cannot_be_is_refused(alpha: Agency, policy: dict[str, Any]) -> None:
    answer = alpha.control("PUT", "/policies/*", policy)

    assert (answer.status_code, _policies(alpha)) == (400, [])
