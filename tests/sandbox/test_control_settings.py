"""The settings of a world: shown, changed one by one, refused where they do not exist."""

from typing import Any

import pytest

from mock_server.domain.world_settings import ALTERNATIVES
from openapi.bundler import control
from openapi.references import dereference
from tests.sandbox.agencies import Agency

OURS = {name: item.choices[0] for name, item in ALTERNATIVES.items()}
FRESH = {"alternatives": OURS, "rateLimit": None, "signatureClock": "wall", "journal": True}


def _settings(agency: Agency) -> dict[str, Any]:
    settings: dict[str, Any] = agency.control("GET", "/settings").json()["data"]
    return settings


def test_a_fresh_world_answers_as_the_contract_does(alpha: Agency) -> None:
    assert _settings(alpha) == FRESH


@pytest.mark.parametrize(
    ("change", "then"),
    [
        ({"alternatives": {"createdStatus": "200"}}, {"alternatives": {**OURS, "createdStatus": "200"}}),
        ({"rateLimit": {"requests": 1000, "seconds": 60}}, {"rateLimit": {"requests": 1000, "seconds": 60}}),
        ({"signatureClock": "world"}, {"signatureClock": "world"}),
        ({"journal": False}, {"journal": False}),
    ],
    ids=str,
)
def test_what_is_sent_changes_and_the_rest_stays(alpha: Agency, change: dict[str, Any], then: dict[str, Any]) -> None:
    answer = alpha.control("PATCH", "/settings", change)

    assert (answer.status_code, answer.json()["data"], _settings(alpha)) == (200, FRESH | then, FRESH | then)


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_every_alternative_is_chosen_and_given_up_by_name(alpha: Agency, name: str) -> None:
    other = ALTERNATIVES[name].choices[-1]
    alpha.control("PATCH", "/settings", {"alternatives": {name: other}})
    chosen = _settings(alpha)["alternatives"][name]

    alpha.control("PATCH", "/settings", {"alternatives": {name: OURS[name]}})

    assert (chosen, _settings(alpha)) == (other, FRESH)


def test_two_changes_add_up(alpha: Agency) -> None:
    alpha.control("PATCH", "/settings", {"alternatives": {"createdStatus": "200"}})
    alpha.control("PATCH", "/settings", {"alternatives": {"pageSize": "clamp"}, "journal": False})

    chosen = {**OURS, "createdStatus": "200", "pageSize": "clamp"}
    assert _settings(alpha) == FRESH | {"alternatives": chosen, "journal": False}


def test_a_limit_is_lifted_by_null(alpha: Agency) -> None:
    alpha.control("PATCH", "/settings", {"rateLimit": {"requests": 1000, "seconds": 60}})

    alpha.control("PATCH", "/settings", {"rateLimit": None})

    assert _settings(alpha) == FRESH


def test_settings_are_those_of_one_world(alpha: Agency, stranger: Agency) -> None:
    alpha.control("PATCH", "/settings", {"journal": False})

    assert _settings(stranger) == FRESH


def test_a_reset_forgets_the_settings(alpha: Agency) -> None:
    alpha.control("PATCH", "/settings", {"alternatives": {"createdStatus": "200"}, "journal": False})

    alpha.control("POST", "/worlds/self/reset")

    assert _settings(alpha) == FRESH


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({}, "/body"),
        ({"alternatives": {}}, "/body/alternatives"),
        ({"alternatives": {"pageSise": "clamp"}}, "/body/alternatives/pageSise"),
        ({"alternatives": {"pageSize": "ignore"}}, "/body/alternatives/pageSize"),
        ({"alternatives": {"createdStatus": 200}}, "/body/alternatives/createdStatus"),
        ({"rateLimit": {"requests": 0, "seconds": 60}}, "/body/rateLimit/requests"),
        ({"rateLimit": {"requests": 10}}, "/body/rateLimit/seconds"),
        ({"rateLimit": {"requests": 10, "seconds": 60, "burst": 5}}, "/body/rateLimit/burst"),
        ({"signatureClock": "sundial"}, "/body/signatureClock"),
        ({"journal": "off"}, "/body/journal"),
        ({"seed": 7}, "/body/seed"),
    ],
    ids=str,
)
def test_what_cannot_be_set_is_refused(alpha: Agency, change: dict[str, Any], pointer: str) -> None:
    answer = alpha.control("PATCH", "/settings", change)

    assert (answer.status_code, answer.json()["errors"][0]["pointer"], _settings(alpha)) == (400, pointer, FRESH)


def test_a_refused_choice_names_the_allowed_choices(alpha: Agency) -> None:
    answer = alpha.control("PATCH", "/settings", {"alternatives": {"errorBody": "html"}})

    detail = answer.json()["errors"][0]["detail"]
    assert all(choice in detail for choice in ALTERNATIVES["errorBody"].choices)


@pytest.mark.parametrize("schema", ["Alternatives", "AlternativesChange"])
def test_the_document_has_every_alternative_with_its_choices(schema: str) -> None:
    listed = control()["components"]["schemas"][schema]["properties"]

    assert {name: tuple(dereference(control(), item)["enum"]) for name, item in listed.items()} == {
        name: item.choices for name, item in ALTERNATIVES.items()
    }


def test_each_alternative_has_one_definition() -> None:
    schemas = control()["components"]["schemas"]
    shown, changed = schemas["Alternatives"]["properties"], schemas["AlternativesChange"]["properties"]

    assert shown == changed
    assert all(set(member) == {"$ref"} for member in shown.values())
