"""Recordings show no names, addresses and phone numbers of people, and can still be judged."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator as Validator

from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.recordings.people import People
from openapi.bundler import contract
from openapi.structure import innermost
from tests.conformance.proxy.watched import LEAD, WISH, booking

ADA = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example", "phone": "+46 8 123 456"}


def exchange(sent: Any = None, answer: Any = None, *, status: int = 201, query: str = "") -> Exchange:
    content = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    url = f"http://golf.example/api/v1/travel/bookings{query}"
    request = Request("POST", "/travel/bookings", (), url, (("x-note", "for Lindqvist"),), content)
    response = Response(status, (), json.dumps(answer).encode())
    return Exchange(
        0, "a", None, Role.golden, "", request, response, None, datetime(2026, 11, 20, tzinfo=UTC), elapsed_ms=1.0
    )


def kept(found: Exchange) -> str:
    assert found.response is not None
    return f"{found.request} {found.response}"


def sent_by(found: Exchange) -> Any:
    return json.loads(found.request.content or b"")


@pytest.mark.parametrize("value", ADA.values())
def test_no_personal_value_is_kept(value: str) -> None:
    shown = People().exchange(exchange(WISH | {"leadPlayer": ADA}, {"data": {"leadPlayer": ADA}}))

    assert value not in kept(shown)


def test_a_refusal_that_quotes_its_request_is_masked() -> None:
    shown = People().exchange(exchange(WISH | {"leadPlayer": ADA}, {"detail": "Lindqvist has booked"}, status=409))

    assert "Lindqvist" not in kept(shown)


def test_names_in_a_query_are_masked() -> None:
    shown = People().exchange(exchange(None, query="?lastName=Lindqvist&email=ada%40lindqvist.example"))

    assert "indqvist" not in f"{shown.request.url} {shown.request.query}"


def test_a_body_that_is_no_whole_json_is_masked() -> None:
    shown = People().exchange(exchange(b'{"leadPlayer": {"firstName": "Ad\xe5", "lastName": "Lindq'))

    assert shown.request.content is not None
    assert b"Lindq" not in shown.request.content


def test_bytes_without_personal_values_stay_as_they_are() -> None:
    before = exchange(b'{ "price" : 80.10, "a": 1e2 }')

    assert People().exchange(before).request.content == before.request.content


def test_the_same_value_is_the_same_text_in_every_exchange() -> None:
    people = People()

    first, second = (people.exchange(exchange({"leadPlayer": ADA}, {"data": ADA})) for _ in range(2))

    assert sent_by(first) == sent_by(second)
    assert first.response is not None
    assert json.loads(first.response.content)["data"] == sent_by(first)["leadPlayer"]


@pytest.mark.parametrize("name", ADA)
def test_two_values_are_two_texts(name: str) -> None:
    people = People()

    shown = sent_by(people.exchange(exchange([{name: ADA[name]}, {name: ADA[name].replace("2", "3") + "a"}])))

    assert shown[0] != shown[1]


def test_capitals_are_no_other_value() -> None:
    shown = sent_by(People().exchange(exchange([{"email": "Ada@Example.com"}, {"email": "ada@example.com"}])))

    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("lead", "faults"),
    [
        (ADA, []),
        (ADA | {"email": "no address"}, ["/email"]),
        (ADA | {"phone": "call me"}, ["/phone"]),
        (ADA | {"lastName": "x" * 101}, ["/lastName"]),
        (ADA | {"phone": 46}, ["/phone"]),
        (ADA | {"firstName": None}, ["/firstName"]),
    ],
)
def test_valid_values_stay_valid_and_others_stay_invalid(lead: dict[str, Any], faults: list[str]) -> None:
    schemas = contract()["components"]["schemas"]
    validator = Validator({**schemas["LeadPlayerRequest"], "components": {"schemas": schemas}}, validate_formats=True)

    shown = sent_by(People().exchange(exchange(lead)))

    assert list(innermost(validator.iter_errors(shown))) == faults


def test_a_sentence_about_an_exchange_shows_no_person() -> None:
    people, found = People(), exchange({"leadPlayer": ADA}, {"data": booking(leadPlayer=LEAD)})

    sentence = people.sentence('leadPlayer.email is "ada@lindqvist.example", and Lindqvist is 46', found)

    assert "indqvist" not in sentence
    assert sentence.endswith("is 46")


def test_an_exchange_without_an_answer_is_masked() -> None:
    shown = People().exchange(replace(exchange({"leadPlayer": ADA}), response=None, failure="cut"))

    assert "Lindqvist" not in str(shown.request)
