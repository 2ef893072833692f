"""OpenAPI 3.0 is read in the notation of 3.1, with the meaning that 3.0 gives to its keywords."""

from typing import Any

import pytest

from openapi.older import document_as_31, schema_as_31
from openapi.references import resolve


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"maximum": 4, "exclusiveMaximum": False}, {"maximum": 4}),
        ({"exclusiveMinimum": True}, {}),
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        ({"type": "string", "enum": [None], "nullable": True}, {"type": "null", "enum": [None]}),
        ({"allOf": [], "nullable": True}, {"allOf": []}),
        ({"$ref": "#/a", "minLength": 2}, {"$ref": "#/a"}),
    ],
)
def test_a_schema_of_30_keeps_its_meaning(older: dict[str, Any], newer: dict[str, Any]) -> None:
    assert schema_as_31(older) == newer


NULLABLE = {"type": "string", "nullable": True}
PLACES = [
    "/components/schemas/Booking/properties/note",
    "/components/schemas/Booking/allOf/0/items",
    "/components/parameters/Page/schema",
    "/paths/~1bookings/get/responses/200/content/application~1json/schema",
]
DOCUMENT = {
    "openapi": "3.0.3",
    "paths": {"/bookings": {"get": {"responses": {"200": {"content": {"application/json": {"schema": NULLABLE}}}}}}},
    "components": {
        "schemas": {"Booking": {"properties": {"note": NULLABLE}, "allOf": [{"items": NULLABLE}]}},
        "parameters": {"Page": {"schema": NULLABLE, "example": NULLABLE}},
    },
}


@pytest.mark.parametrize("pointer", PLACES)
def test_every_schema_of_a_document_is_read_so(pointer: str) -> None:
    assert resolve(document_as_31(DOCUMENT), pointer) == {"type": ["string", "null"]}


def test_a_value_that_looks_like_a_schema_stays_as_it_is() -> None:
    assert resolve(document_as_31(DOCUMENT), "/components/parameters/Page/example") == NULLABLE


def test_a_document_of_31_stays_as_it_is() -> None:
    newer = {**DOCUMENT, "openapi": "3.1.0"}

    assert document_as_31(newer) == newer
