"""The documents load as they are written, in many files, and each as one document."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from openapi_core import OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.exceptions import OpenAPIError
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.datastructures import Headers

from openapi import bundler
from openapi.__main__ import DIST, published
from openapi.bundler import CONTRACT_FILE, CONTROL_FILE, DOCUMENTS, bundle, contract, control, sources_digest
from openapi.lint.documents import Document
from openapi.places import ContractError, load_yaml


class Delivery:
    """A delivery as openapi-core wants to see it."""

    def __init__(self, name: str, headers: Mapping[str, str], body: bytes) -> None:
        self.name = name
        self.method = "post"
        self.content_type = "application/json"
        self.body = body
        self.parameters = RequestParameters(header=Headers(dict(headers)))


SIGNED = {"webhook-id": "msg_7d3f9k2m5q8t", "webhook-timestamp": "1803982600", "webhook-signature": "v1,c2lnbmVk"}


def example_delivery() -> dict[str, Any]:
    """The delivery that tells of the first booking."""
    examples = load_yaml(CONTRACT_FILE.parent / "examples" / "deliveries.yaml")
    delivery: dict[str, Any] = examples["bookingConfirmedDelivery"]["value"]
    return delivery


@pytest.fixture(scope="module")
def contract_in_openapi_core() -> OpenAPI:
    return OpenAPI.from_file_path(str(CONTRACT_FILE))


@pytest.mark.parametrize("root", DOCUMENTS.values(), ids=DOCUMENTS)
def test_openapi_spec_validator_accepts_the_files_as_they_are(root: Path) -> None:
    validator = OpenAPIV31SpecValidator(load_yaml(root), base_uri=root.as_uri())

    assert [error.message for error in validator.iter_errors()] == []


def test_openapi_spec_validator_accepts_the_bundled_document(any_document: dict[str, Any]) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(any_document).iter_errors()] == []


def test_openapi_core_reads_a_delivery_through_the_files(contract_in_openapi_core: OpenAPI) -> None:
    delivery = Delivery("bookingConfirmed", SIGNED, json.dumps(example_delivery()).encode())

    assert list(contract_in_openapi_core.iter_webhook_request_errors(delivery)) == []


def test_openapi_core_refuses_a_delivery_of_another_kind(contract_in_openapi_core: OpenAPI) -> None:
    body = json.dumps(example_delivery() | {"type": "booking.paid"}).encode()

    with pytest.raises(OpenAPIError):
        contract_in_openapi_core.validate_webhook_request(Delivery("bookingConfirmed", SIGNED, body))


def test_openapi_core_refuses_a_delivery_without_a_signature(contract_in_openapi_core: OpenAPI) -> None:
    body = json.dumps(example_delivery()).encode()

    with pytest.raises(OpenAPIError):
        contract_in_openapi_core.validate_webhook_request(Delivery("bookingConfirmed", {}, body))


@pytest.mark.parametrize("root", DOCUMENTS.values(), ids=DOCUMENTS)
def test_schemathesis_reads_every_operation_through_the_files(root: Path) -> None:
    schema = schemathesis.openapi.from_path(root)

    loaded = {result.ok().definition.raw["operationId"] for result in schema.get_all_operations()}

    assert loaded == {operation.node["operationId"] for operation in Document(bundle(root)).operations}


def test_schemathesis_reads_every_operation_of_the_bundled_document(any_document: dict[str, Any]) -> None:
    schema = schemathesis.openapi.from_dict(any_document)

    loaded = {result.ok().definition.raw["operationId"] for result in schema.get_all_operations()}

    assert loaded == {operation.node["operationId"] for operation in Document(any_document).operations}


def test_every_reference_of_the_bundled_document_leads_into_itself(any_document: dict[str, Any]) -> None:
    text = json.dumps(any_document)

    assert text.count('"$ref": "#/components/') == text.count('"$ref"')


@pytest.mark.parametrize("name", ["openapi.json", "openapi-3.0.json", "control.json", "changes.atom"])
def test_the_published_file_is_up_to_date(name: str) -> None:
    """To mend: python -m openapi."""
    assert (DIST / name).read_text("utf-8") == published()[name]


def test_two_parts_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    root = tmp_path / "root.yaml"
    schemas = "[{$ref: caddies.yaml#/Fee}, {$ref: range_balls.yaml#/Fee}]"
    root.write_text(f"openapi: 3.1.0\ncomponents:\n  schemas:\n    Fees: {{oneOf: {schemas}}}\n", "utf-8")
    (tmp_path / "caddies.yaml").write_text("Fee: {type: object}\n", "utf-8")
    (tmp_path / "range_balls.yaml").write_text("Fee: {minProperties: 1}\n", "utf-8")

    bundled = bundle(root)["components"]["schemas"]

    assert {name: schema.get("type") for name, schema in bundled.items()} == {
        "Fees": None,
        "Fee": "object",
        "RangeBallsFee": None,
    }


def test_a_schema_may_contain_itself(tmp_path: Path) -> None:
    root = tmp_path / "root.yaml"
    root.write_text("openapi: 3.1.0\ncomponents:\n  schemas:\n    Tree: {$ref: tree.yaml#/Node}\n", "utf-8")
    (tmp_path / "tree.yaml").write_text("Node: {properties: {child: {$ref: '#/Node'}}}\n", "utf-8")

    bundled = bundle(root)["components"]["schemas"]

    assert bundled["Node"]["properties"]["child"] == {"$ref": "#/components/schemas/Node"}


def test_what_stands_beside_a_reference_is_kept(tmp_path: Path) -> None:
    root = tmp_path / "root.yaml"
    schema = "{$ref: fees.yaml#/Money, description: Caddie fee.}"
    root.write_text(f"openapi: 3.1.0\ncomponents:\n  schemas:\n    Fee: {schema}\n", "utf-8")
    (tmp_path / "fees.yaml").write_text("Money: {type: object}\n", "utf-8")

    bundled = bundle(root)["components"]["schemas"]

    assert bundled["Fee"] == {"$ref": "#/components/schemas/Money", "description": "Caddie fee."}


def _bundled_fee(tmp_path: Path, reference: str, target: str) -> Any:
    """What a member that is *reference* becomes in a document whose file fees.yaml is *target*."""
    root = tmp_path / "root.yaml"
    properties = f"{{fee: {reference}}}"
    root.write_text(f"openapi: 3.1.0\ncomponents:\n  schemas:\n    Round: {{properties: {properties}}}\n", "utf-8")
    (tmp_path / "fees.yaml").write_text(target, "utf-8")
    schemas = bundle(root)["components"]["schemas"]
    assert set(schemas) == {"Round"}
    return schemas["Round"]["properties"]["fee"]


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("{type: number, minimum: 0}", {"type": "number", "minimum": 0}),
        ("{type: [string, 'null']}", {"type": ["string", "null"]}),
        ("{type: array, items: {type: string}}", {"type": "array", "items": {"type": "string"}}),
    ],
    ids=["a number", "a text or null", "a list"],
)
def test_a_plain_value_stands_where_it_is_used_and_keeps_its_name(
    tmp_path: Path, value: str, schema: dict[str, Any]
) -> None:
    fee = _bundled_fee(tmp_path, "{$ref: fees.yaml#/Fee}", f"Fee: {value}\n")

    assert fee == {**schema, "x-plain-value": "Fee"}


def test_an_alias_gives_way_to_what_it_renames(tmp_path: Path) -> None:
    fee = _bundled_fee(
        tmp_path,
        "{$ref: fees.yaml#/GreenFee, x-assumption-behaviour: A-2}",
        "GreenFee: {$ref: '#/Money', description: Green fee.}\n"
        "Money: {type: number, description: Any., x-assumption-behaviour: A-1, x-assumption-keywords: {type: A-1}}\n",
    )

    assert fee == {
        "type": "number",
        "description": "Green fee.",
        "x-plain-value": "Money",
        "x-assumption-behaviour": ["A-1", "A-2"],
        "x-assumption-keywords": {"type": "A-1"},
    }


def test_a_keyword_on_both_sides_of_a_reference_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match=r"root\.yaml:4: minimum is beside a reference, and its target has it too"):
        _bundled_fee(tmp_path, "{$ref: fees.yaml#/Fee, minimum: 5}", "Fee: {type: number, minimum: 0}\n")


READERS = [(contract, CONTRACT_FILE), (control, CONTROL_FILE)]
each_reader = pytest.mark.parametrize(("reader", "root"), READERS, ids=DOCUMENTS)


@each_reader
def test_the_published_document_is_what_the_files_say(reader: Callable[[], dict[str, Any]], root: Path) -> None:
    assert reader() == bundle(root)


@each_reader
def test_an_edited_document_is_bundled_anew(
    reader: Any, root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stale = tmp_path / "sources.digest"
    stale.write_text("of another state", "utf-8")
    monkeypatch.setattr(bundler, "SOURCES_FILE", stale)
    monkeypatch.setattr(bundler, "PUBLISHED_FILE", tmp_path / "is-not-read.json")
    monkeypatch.setattr(bundler, "PUBLISHED_CONTROL_FILE", tmp_path / "is-not-read.json")

    assert reader.__wrapped__() == bundle(root)


def test_the_digest_follows_the_files_of_both_documents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "openapi"
    shutil.copytree(CONTRACT_FILE.parent, folder, ignore=shutil.ignore_patterns("dist"))
    monkeypatch.setattr(bundler, "CONTRACT_FILE", folder / "openapi.yaml")
    states = [sources_digest()]
    for edited in [folder / "paths" / "bookings.yaml", folder / "control.yaml", *(folder / "control").glob("*.yaml")]:
        edited.write_text(edited.read_text("utf-8") + "# Another state.\n", "utf-8")
        states.append(sources_digest())

    assert len(set(states)) == len(states) > 3
