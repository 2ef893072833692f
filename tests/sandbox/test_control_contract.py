"""The contract that is served, and its assumptions with the choices of a world."""

import pytest

from mock_server.domain.world_settings import ALTERNATIVES
from openapi.bundler import ASSUMPTIONS_FILE, contract
from openapi.lint.documents import Document
from openapi.places import load_yaml
from tests.sandbox.agencies import CONTROL, Agency


def test_the_contract_is_named_with_its_operations(alpha: Agency) -> None:
    named = alpha.control("GET", "/contract").json()["data"]
    server = alpha.control("GET", "/info").json()["data"]

    assert (named["sha256"], named["basePath"]) == (server["contract"]["sha256"], "/api/v1")
    assert len(named["operations"]) == len(Document(contract()).operations)


@pytest.mark.parametrize("path", ["/contract", "/contract/assumptions", "/contract/assumptions/A-01"])
def test_the_contract_needs_no_key(alpha: Agency, path: str) -> None:
    assert alpha.http.get(f"{alpha.address}{CONTROL}{path}").status_code == 200


def test_every_assumption_is_listed(alpha: Agency) -> None:
    listed = alpha.control("GET", "/contract/assumptions").json()["data"]

    assert [item["id"] for item in listed] == sorted(load_yaml(ASSUMPTIONS_FILE))


def test_every_alternative_belongs_to_an_assumption(alpha: Agency) -> None:
    listed = alpha.control("GET", "/contract/assumptions").json()["data"]

    selectable = {item["name"] for row in listed for item in row["selectable"]}

    assert selectable == set(ALTERNATIVES)


def test_an_assumption_shows_what_the_world_has_chosen(alpha: Agency) -> None:
    alpha.control("PATCH", "/settings", {"alternatives": {"pageSize": "clamp"}})

    selectable = alpha.control("GET", "/contract/assumptions/A-13").json()["data"]["selectable"]

    assert selectable == [{"name": "pageSize", "choices": ["refuse", "clamp"], "chosen": "clamp"}]


def test_without_a_key_nothing_is_chosen(alpha: Agency) -> None:
    answer = alpha.http.get(f"{alpha.address}{CONTROL}/contract/assumptions/A-13")

    assert answer.json()["data"]["selectable"] == [{"name": "pageSize", "choices": ["refuse", "clamp"]}]


@pytest.mark.parametrize(("name", "status"), [("A-99", 404), ("a-13", 400), ("13", 400)])
def test_an_unknown_assumption_is_refused(alpha: Agency, name: str, status: int) -> None:
    assert alpha.control("GET", f"/contract/assumptions/{name}").status_code == status
