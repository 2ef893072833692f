"""A small contract with two operations, and changes of it, for tests of what a change breaks."""

import copy
import json
from pathlib import Path
from typing import Any

PLAYERS: dict[str, Any] = {"type": "integer", "minimum": 1}
BOOKING = {
    "type": "object",
    "required": ["id", "players"],
    "properties": {"id": {"type": "string"}, "players": {"$ref": "#/components/schemas/Players"}},
}
WISH = {
    "type": "object",
    "additionalProperties": False,
    "required": ["players"],
    "properties": {
        "players": {"$ref": "#/components/schemas/Players"},
        "lead": {"type": "object", "properties": {"lastName": {"type": "string", "enum": ["Lindqvist", "Berg"]}}},
        "kind": {"type": "string", "enum": ["plain", "hold"]},
    },
}
SMALL: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Small", "version": "1.0.0"},
    "servers": [{"url": "/api/v1"}],
    "security": [{"Key": []}],
    "paths": {
        "/bookings": {
            "post": {
                "operationId": "book",
                "requestBody": {"required": True, "content": {"application/json": {"schema": WISH}}},
                "responses": {
                    "201": {"description": "Done.", "content": {"application/json": {"schema": BOOKING}}},
                    "4XX": {"description": "Refused."},
                },
            },
        },
        "/bookings/{id}": {
            "get": {
                "operationId": "read",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "page", "in": "query", "schema": {"type": "integer"}},
                ],
                "responses": {"200": {"description": "It.", "content": {"application/json": {"schema": BOOKING}}}},
            },
        },
    },
    "components": {
        "securitySchemes": {"Key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}},
        "schemas": {"Players": PLAYERS},
    },
}
BOOK = ("paths", "/bookings", "post")
READ = ("paths", "/bookings/{id}", "get")
WISHED = (*BOOK, "requestBody", "content", "application/json", "schema")
ANSWERED = (*BOOK, "responses", "201", "content", "application/json", "schema")


def written(file: Path, *changes: tuple[tuple[str, ...], Any]) -> Path:
    """The small contract in *file*, with these values at these places. None removes the member."""
    document = copy.deepcopy(SMALL)
    for (*parents, last), value in changes:
        node = document
        for name in parents:
            node = node[name]
        node.pop(last, None)
        node |= {} if value is None else {last: copy.deepcopy(value)}
    file.write_text(json.dumps(document), encoding="utf-8")
    return file
