"""The list of stated names agrees with the suite, which asks every service for what is stated."""

import pytest

from conformance.catalogue.operations import OPERATIONS
from conformance.contracts.documented import documented_contract
from openapi.lint.documents import Document
from tests.contract.caddies import REMOVED, broken_rules, caddies


def test_the_suite_knows_every_stated_operation(read_documents: dict[str, Document]) -> None:
    stated = read_documents["interface"].stated["operations"]

    assert {f"{operation.method} {operation.path}" for operation in OPERATIONS} == stated.keys()


def test_the_documented_part_of_the_contract_has_only_stated_parameters(read_documents: dict[str, Document]) -> None:
    stated = read_documents["interface"].stated["operations"]
    documented = Document(documented_contract())

    shown = {
        (Document.signature(item), name) for item in documented.operations for name in documented.parameter_names(item)
    }

    assert shown - {(call, name) for call, row in stated.items() for name in row.get("parameters", [])} == set()


@pytest.mark.parametrize(
    "edits",
    [
        {"openapi/components/schemas/Caddy/properties/name/x-assumption": "A-02"},
        {"openapi/components/schemas/Caddy/properties/name": REMOVED},
        {"openapi/paths/~1caddies/get/responses/200/x-assumption-status": "A-02"},
        {"openapi/paths/~1caddies/get/parameters/0/x-assumption": "A-02"},
        {"openapi/paths/~1caddies~1{id}/get/x-assumption": "A-02"},
        {"openapi/components/securitySchemes/ApiKey/x-assumption": "A-02"},
        {"openapi/webhooks/caddyBooked/post/x-assumption": "A-02"},
        {"stated/operations/GET ~1porters": {"heading": "Porters"}},
        {"stated/deliveries/caddy.lost": {"heading": "Events"}},
    ],
    ids=[
        "a member is marked",
        "a member is missing",
        "a status is marked",
        "a parameter is marked",
        "an operation is marked",
        "a scheme is marked",
        "a delivery is marked",
        "an operation is missing",
        "a delivery is missing",
    ],
)
def test_a_stated_name_is_in_the_contract_without_a_mark(edits: dict[str, object]) -> None:
    assert "stated-thing-exists" in broken_rules(caddies(edits))
