"""The 3.0.3 rendering says in the older notation what the 3.1 document says, and stock tools read it."""

import copy
from typing import Any

import pytest
from connexion import AsyncApp
from connexion.resolver import Resolver
from openapi_schema_validator import OAS30Validator, oas30_format_checker
from openapi_spec_validator import OpenAPIV30SpecValidator
from starlette.testclient import TestClient

from openapi.bundler import contract
from openapi.lint.documents import Document, Example
from openapi.references import resolve
from openapi.rendering import NOTE, rendering_30


def rendered_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """How *schema* looks in 3.0."""
    document = {"openapi": "3.1.0", "info": {}, "components": {"schemas": {"It": schema}}}
    rendered: dict[str, Any] = rendering_30(document)["components"]["schemas"]["It"]
    return rendered


@pytest.mark.parametrize(
    ("schema", "rendered"),
    [
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}),
        ({"type": ["string", "integer"]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"type": "null"}, {"type": "string", "nullable": True, "enum": [None]}),
        (
            {"anyOf": [{"$ref": "#/Fee"}, {"type": "null"}]},
            {"anyOf": [{"$ref": "#/Fee"}, {"type": "string", "nullable": True, "enum": [None]}]},
        ),
        ({"type": "string", "const": "held"}, {"type": "string", "enum": ["held"]}),
        ({"exclusiveMinimum": 0}, {"minimum": 0, "exclusiveMinimum": True}),
        ({"exclusiveMaximum": 72}, {"maximum": 72, "exclusiveMaximum": True}),
        ({"examples": ["first", "second"]}, {"example": "first"}),
        ({"$ref": "#/Fee"}, {"$ref": "#/Fee"}),
        ({"$ref": "#/Fee", "description": "Fee."}, {"description": "Fee.", "allOf": [{"$ref": "#/Fee"}]}),
        ({"items": {"const": 1}}, {"items": {"enum": [1]}}),
        ({"properties": {"const": {"const": 1}}}, {"properties": {"const": {"enum": [1]}}}),
        ({"oneOf": [{"const": 1}]}, {"oneOf": [{"enum": [1]}]}),
        ({"additionalProperties": False}, {"additionalProperties": False}),
        ({"default": {"const": 1}}, {"default": {"const": 1}}),
    ],
)
def test_a_schema_is_said_in_the_older_notation(schema: dict[str, Any], rendered: dict[str, Any]) -> None:
    assert rendered_schema(schema) == rendered


def test_a_fixed_text_of_a_member_is_a_component_named_after_both() -> None:
    schemas = {"Fee": {"properties": {"currency": {"type": "string", "const": "EUR"}, "paid": {"const": 1}}}}
    document = {"openapi": "3.1.0", "info": {}, "components": {"schemas": schemas}}

    assert rendering_30(document)["components"]["schemas"] == {
        "Fee": {"properties": {"currency": {"$ref": "#/components/schemas/FeeCurrency"}, "paid": {"enum": [1]}}},
        "FeeCurrency": {"type": "string", "enum": ["EUR"]},
    }


def test_a_value_that_looks_like_a_schema_is_left_alone() -> None:
    example = {"value": {"schema": {"const": 1}}}
    document = {"openapi": "3.1.0", "info": {}, "components": {"examples": {"It": example}}}

    assert rendering_30(document)["components"]["examples"]["It"] == example


def test_a_reference_outside_a_schema_gives_way_to_its_target_when_something_stands_beside_it() -> None:
    answers = {
        "Gone": {"description": "Gone."},
        "Lost": {"$ref": "#/components/responses/Gone", "description": "Lost."},
    }
    document = {"openapi": "3.1.0", "info": {}, "components": {"responses": answers}}

    assert rendering_30(document)["components"]["responses"]["Lost"] == {"description": "Lost."}


def test_the_licence_is_named_by_address() -> None:
    licensed = {"license": {"name": "Apache 2.0", "identifier": "Apache-2.0"}}

    rendered = rendering_30({"openapi": "3.1.0", "info": licensed})

    assert rendered["info"]["license"] == {"name": "Apache 2.0", "url": "https://spdx.org/licenses/Apache-2.0.html"}


def test_the_summary_opens_the_description_and_the_note_ends_it() -> None:
    rendered = rendering_30({"openapi": "3.1.0", "info": {"summary": "Tee times.", "description": "All of them."}})

    assert rendered["info"] == {"description": f"Tee times.\n\nAll of them.\n\n{NOTE}"}


def test_the_31_document_stays_as_it_is(document: dict[str, Any]) -> None:
    before = copy.deepcopy(document)

    rendering_30(document)

    assert document == before


def test_the_deliveries_move_to_an_extension(document: dict[str, Any], document_30: dict[str, Any]) -> None:
    assert ("webhooks" in document_30, document_30["x-webhooks"].keys()) == (False, document["webhooks"].keys())


def test_every_operation_and_component_is_kept(document: dict[str, Any], document_30: dict[str, Any]) -> None:
    kinds = ("operation", "parameter", "response", "header", "example", "link", "property", "media_type")
    kept = [(part.kind, part.pointer) for part in Document(document_30).parts(*kinds)]

    assert kept == [
        (part.kind, part.pointer)
        for part in Document(document).parts(*kinds)
        if not part.pointer.startswith("/webhooks")
    ]


def test_openapi_spec_validator_accepts_the_rendering(document_30: dict[str, Any]) -> None:
    assert [error.message for error in OpenAPIV30SpecValidator(document_30).iter_errors()] == []


def _examples() -> list[Any]:
    rendered = rendering_30(contract())
    examples = Document(rendered).examples
    return [pytest.param(rendered, example, id=example.pointer) for example in examples]


@pytest.mark.parametrize(("rendered", "example"), _examples())
def test_an_example_keeps_the_rendering(rendered: dict[str, Any], example: Example) -> None:
    schema = {"allOf": [resolve(rendered, example.schema_pointer)], "components": rendered["components"]}
    validator = OAS30Validator(schema, format_checker=oas30_format_checker)

    assert [error.message for error in validator.iter_errors(example.value)] == []


def any_key(key: str) -> dict[str, str]:
    """What connexion asks about an API key or a token: whose it is."""
    return {"sub": key}


async def any_answer(**arguments: Any) -> tuple[dict[str, str], int, dict[str, str]]:
    """An operation that connexion may call with whatever the contract describes."""
    return {}, 200, {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def stock_connexion(document_30: dict[str, Any]) -> TestClient:
    served = copy.deepcopy(document_30)
    schemes = served["components"]["securitySchemes"]
    schemes["ApiKey"]["x-apikeyInfoFunc"] = f"{__name__}.any_key"
    schemes["BearerToken"]["x-bearerInfoFunc"] = f"{__name__}.any_key"
    app = AsyncApp(__name__)
    app.add_api(served, resolver=Resolver(lambda _: any_answer), pythonic_params=True)
    return TestClient(app, headers={"X-Api-Key": "sbx_demo_alpha"})


def test_stock_connexion_serves_an_operation_of_the_rendering(stock_connexion: TestClient) -> None:
    assert stock_connexion.get("/api/v1/travel/courses?country=ES").status_code == 200


def test_stock_connexion_reads_the_bounds_of_the_rendering(stock_connexion: TestClient) -> None:
    assert stock_connexion.get("/api/v1/travel/courses?pageSize=101").status_code == 400


def test_stock_connexion_reads_the_bodies_of_the_rendering(
    stock_connexion: TestClient, document: dict[str, Any]
) -> None:
    group = document["components"]["examples"]["CreateGroupBooking"]["value"]

    answers = [
        stock_connexion.post("/api/v1/travel/group-bookings", json=body).status_code
        for body in (group, group | {"caddies": 2})
    ]

    assert answers == [200, 400]
