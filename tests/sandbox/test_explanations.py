"""Why a request was refused: names and units of the contract, and for every invalid request what would be accepted."""

import json
import re
from dataclasses import fields
from typing import Any

import pytest

from mock_server.api.explanations import fact_name
from mock_server.api.problems import REFUSALS
from mock_server.domain.refusals import Refusal
from tests.sandbox.agencies import Agency
from tests.sandbox.test_journal import why
from tests.sandbox.trade import ORDINARY, TeeTime, booked, booking

FACTS = [
    pytest.param(kind, field.name, field.type, id=f"{kind.__name__}.{field.name}")
    for kind in REFUSALS
    for field in fields(kind)
]


# These numbers are names: nobody counts or measures with them.
NUMBERS_WITHOUT_A_UNIT = {"format", "known_format", "courses_seed", "own_courses_seed"}


@pytest.mark.parametrize(("kind", "name", "annotation"), FACTS)
def test_every_fact_has_a_camel_case_name_with_its_unit(kind: type[Refusal], name: str, annotation: Any) -> None:
    outside = fact_name(kind, name)

    assert re.fullmatch(r"[a-z]+(?:[A-Z][a-z]*)*", outside)
    if name not in NUMBERS_WITHOUT_A_UNIT and any(number in str(annotation) for number in ("int", "timedelta")):
        assert re.search(r"(?i)(hours|minutes|days|bytes|players|places|^max|^min)", outside), outside


def _has_null(value: Any) -> bool:
    return "null" in json.dumps(value)


INVALID: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("GET", {"pageSize": 101}, {"pageSize": {"atMost": 100}}),
    ("GET", {"pageSize": 0}, {"pageSize": {"atLeast": 1}}),
    ("GET", {"pageSize": "many"}, {"pageSize": {"type": "integer"}}),
    ("GET", {"status": "open"}, {"status": {"oneOf": ["confirmed", "pending", "cancelled"]}}),
    ("GET", {"size": 1}, {"size": {"names": ["endDate", "page", "pageSize", "startDate", "status"]}}),
    ("POST", {"players": 5}, {"players": {"atMost": 4}}),
    ("POST", {"players": "2"}, {"players": {"type": "integer"}}),
    ("POST", {"leadPlayer": {"firstName": "Ada", "lastName": "L"}}, {"leadPlayer.email": {"required": True}}),
]


@pytest.mark.parametrize(("method", "wrong", "accepted"), INVALID, ids=str)
def test_an_invalid_request_is_explained_with_member_and_bound(
    alpha: Agency, tee_time: TeeTime, method: str, wrong: dict[str, Any], accepted: dict[str, Any]
) -> None:
    if method == "GET":
        alpha.get("/travel/bookings", **wrong)
    else:
        alpha.post("/travel/bookings", {**booking(tee_time), **wrong})

    shown = why(alpha, status=400)

    assert (shown["accepted"], _has_null(shown)) == (accepted, False)
    assert [item["member"] for item in shown["facts"]["wrong"]] == list(accepted)
    assert [item["in"] for item in shown["facts"]["wrong"]] == ["query" if method == "GET" else "body"]


def test_several_bounds_of_one_member_are_explained_together(alpha: Agency) -> None:
    alpha.get("/travel/bookings", startDate="tomorrow")

    shown = why(alpha, status=400)["accepted"]["startDate"]

    assert (shown.keys(), shown["format"]) == ({"pattern", "format"}, "date")


def test_an_unknown_member_is_answered_with_the_known_members(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post("/travel/bookings", {**booking(tee_time), "player": 2})

    names = why(alpha, status=400)["accepted"]["player"]["names"]

    assert {"players", "leadPlayer", "holdId"} <= set(names)


@pytest.mark.parametrize(
    ("body", "code"), [(b"{", "malformed_json"), (b"", "invalid_request"), (b"[]", "invalid_request")]
)
def test_a_body_that_is_none_is_explained_without_nulls(alpha: Agency, body: bytes, code: str) -> None:
    alpha.send("POST", "/travel/bookings", content=body, headers={"Content-Type": "application/json"})

    shown = why(alpha, status=400)

    assert (shown["code"], "body" in shown["accepted"], _has_null(shown)) == (code, True, False)


def test_a_reserved_name_that_is_none_is_answered_with_the_others(alpha: Agency, tee_time: TeeTime) -> None:
    lead = {"firstName": "Ada", "lastName": "Sandbox-Nonsense", "email": "ada@example.com"}
    alpha.post("/travel/bookings", booking(tee_time, leadPlayer=lead))

    shown = why(alpha, status=400)

    assert "Sandbox-Unavailable" in shown["accepted"]["leadPlayer.lastName"]["oneOf"]


def test_the_time_before_the_tee_time_is_shown_in_minutes(alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    alpha.advance(to="2040-05-12T03:00:00Z")
    alpha.delete(f"/travel/bookings/{made['id']}")

    facts = why(alpha, status=409)["facts"]

    assert facts.keys() == {"selfServiceCancellationCutoffHours", "timeLeftMinutes"}
    assert 0 < facts["timeLeftMinutes"] < 60 * facts["selfServiceCancellationCutoffHours"]


def test_a_booking_code_is_answered_with_the_document_id(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.post("/travel/bookings", booking(tee_time, courseId=ORDINARY.booking_code))

    shown = why(alpha, status=404)

    assert (shown["facts"], shown["accepted"]) == (
        {"courseId": ORDINARY.booking_code, "documentId": ORDINARY.id},
        {"courseId": ORDINARY.id},
    )
