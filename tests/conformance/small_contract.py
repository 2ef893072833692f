"""A small contract with each kind of mark."""

from conformance.contracts.documented import EditedNode

SMALL: EditedNode = {
    "openapi": "3.1.0",
    "info": {"title": "Small", "version": "1"},
    "paths": {
        "/things": {
            "get": {
                "operationId": "listThings",
                "responses": {
                    "200": {
                        "description": "Things.",
                        "x-assumption-status": "A-01",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}},
                    },
                    "500": {"description": "A fault.", "x-assumption": "A-01"},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "additionalProperties": False,
                "required": ["kind", "size", "next", "secret"],
                "x-assumption-required": {"size": "A-01"},
                "properties": {
                    "kind": {
                        "type": "string",
                        "x-extensible-enum": ["a"],
                        "maxLength": 3,
                        "x-assumption-keywords": {"maxLength": "A-01", "x-extensible-enum": "A-01"},
                    },
                    "size": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
                    "next": {"$ref": "#/components/schemas/Thing"},
                    "secret": {"$ref": "#/components/schemas/Secret"},
                },
            },
            "Secret": {"type": "string", "x-assumption": "A-01"},
        }
    },
}
