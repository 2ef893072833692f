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

# These numbers are names: nobody counts or measures with them.
NUMBERS_WITHOUT_A_UNIT = {"format", "known_format", "courses_seed", "own_courses_seed"}
FACTS = {f"{kind.__name__}.{fact.name}": (kind, fact) for kind in REFUSALS for fact in fields(kind)}
MEASURES = {
    shown: (kind, fact)
    for shown, (kind, fact) in FACTS.items()
    if fact.name not in NUMBERS_WITHOUT_A_UNIT and any(number in str(fact.type) for number in ("int", "timedelta"))
}


@pytest.mark.parametrize(("kind", "name"), [(kind, fact.name) for kind, fact in FACTS.values()], ids=FACTS)
def test_every_fact_has_a_camel_case_name(kind: type[Refusal], name: str) -> None:
    assert re.fullmatch(r"[a-z]+(?:[A-Z][a-z]*)*", fact_name(kind, name))


@pytest.mark.parametrize(("kind", "name"), [(kind, fact.name) for kind, fact in MEASURES.values()], ids=MEASURES)
def test_every_measure_names_its_unit(kind: type[Refusal], name: str) -> None:
    assert re.search(r"(?i)(hours|minutes|days|bytes|players|places|^max|^min)", fact_name(kind, name))


def _has_null(value: Any) -> bool:
    return "null" in json.dumps(value)


Members = dict[str, Any]
INVALID_QUERIES: list[tuple[Members, Members]] = [
    ({"pageSize": 101}, {"pageSize": {"atMost": 100}}),
    ({"pageSize": 0}, {"pageSize": {"atLeast": 1}}),
    ({"pageSize": "many"}, {"pageSize": {"type": "integer"}}),
    ({"status": "open"}, {"status": {"oneOf": ["confirmed", "pending", "cancelled"]}}),
    ({"size": 1}, {"size": {"names": ["endDate", "page", "pageSize", "startDate", "status"]}}),
]
INVALID_BODIES: list[tuple[Members, Members]] = [
    ({"players": 5}, {"players": {"atMost": 4}}),
    ({"players": "2"}, {"players": {"type": "integer"}}),
    ({"leadPlayer": {"firstName": "Ada", "lastName": "L"}}, {"leadPlayer.email": {"required": True}}),
]


def _assert_explained(shown: Members, accepted: Members, place: str) -> None:
    assert (shown["accepted"], _has_null(shown)) == (accepted, False)
    assert [(item["member"], item["in"]) for item in shown["facts"]["wrong"]] == [(name, place) for name in accepted]


@pytest.mark.parametrize(("wrong", "accepted"), INVALID_QUERIES, ids=str)
def test_an_invalid_query_is_explained_with_member_and_bound(alpha: Agency, wrong: Members, accepted: Members) -> None:
    alpha.get("/travel/bookings", **wrong)

    _assert_explained(why(alpha, status=400), accepted, "query")


@pytest.mark.parametrize(("wrong", "accepted"), INVALID_BODIES, ids=str)
def test_an_invalid_body_is_explained_with_member_and_bound(
    alpha: Agency, tee_time: TeeTime, wrong: Members, accepted: Members
) -> None:
    alpha.post("/travel/bookings", {**booking(tee_time), **wrong})

    _assert_explained(why(alpha, status=400), accepted, "body")


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
