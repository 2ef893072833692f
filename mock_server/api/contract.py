"""The contract, prepared for use: one plan per operation, with validators that are compiled once at start-up.

Connexion reads OpenAPI 3.0 only and validates loosely, so it gets a routing skeleton of the contract, and the
plans here validate against the 3.1 document itself (JSON Schema 2020-12, formats asserted).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from openapi.bundler import METHODS, dereference, escape

SERVER_METHODS = ("get", "put", "post", "delete", "patch")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a request: its place, its JSON type, and the validator of its schema."""

    name: str
    place: str
    json_type: str
    required: bool
    default: Any
    validator: jsonschema_rs.Validator


@dataclass(frozen=True, slots=True)
class ResponsePlan:
    """What an answer with one status may contain: schemas and validators by media type, and the required headers."""

    bodies: Mapping[str, jsonschema_rs.Validator]
    schemas: Mapping[str, Any]
    examples: Mapping[str, Any]
    required_headers: frozenset[str]
    examples_of_headers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OperationPlan:
    """One operation of the contract.

    *body* maps media types to validators and is None without a request body. *takes_token* says whether the caller can
    send a token beside the key, *needs_token* whether the caller must.
    """

    operation_id: str
    method: str
    path: str
    parameters: tuple[Parameter, ...]
    body: Mapping[str, jsonschema_rs.Validator] | None
    body_required: bool
    responses: Mapping[str, ResponsePlan]
    takes_token: bool
    needs_token: bool


class Contract:
    """A bundled OpenAPI 3.1 document and the plans of its operations."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Compiles every validator. Raises ValueError if a schema of the document cannot be compiled."""
        self.document = document
        self._registry = jsonschema_rs.Registry([("urn:contract", document)], draft=jsonschema_rs.Draft202012)
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        self.base_path: str = document["servers"][0]["url"]
        self.operations = {plan.operation_id: plan for plan in self._plans()}

    def validator(self, pointer: str) -> jsonschema_rs.Validator:
        """The validator of the schema at a JSON pointer into the document."""
        if pointer not in self._validators:
            reference = {"$ref": "urn:contract#" + quote(pointer, safe="/~")}
            self._validators[pointer] = jsonschema_rs.Draft202012Validator(
                reference, registry=self._registry, validate_formats=True
            )
        return self._validators[pointer]

    def skeleton(self) -> dict[str, Any]:
        """The routing view for Connexion: OpenAPI 3.0, paths, operation ids and the API key; no schemas."""
        paths: dict[str, dict[str, Any]] = {}
        for path, method, operation, _ in self._operations():
            paths.setdefault(path, {})[method] = {
                "operationId": operation["operationId"],
                "security": [] if operation.get("security") == [] else [{"ApiKey": []}],
                "parameters": [
                    {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                    for name in (part[1:-1] for part in path.split("/") if part.startswith("{"))
                ],
                "responses": {"200": {"description": "See the contract."}},
            }
        return {
            "openapi": "3.0.3",
            "info": {"title": self.document["info"]["title"], "version": self.document["info"]["version"]},
            "servers": [{"url": self.base_path}],
            "paths": paths,
            "components": {"securitySchemes": {"ApiKey": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}}},
        }

    def _operations(self) -> list[tuple[str, str, dict[str, Any], str]]:
        return [
            (path, method, item[method], f"/paths/{escape(path)}")
            for path, item in self.document["paths"].items()
            for method in METHODS
            if method in SERVER_METHODS and method in item
        ]

    def _plans(self) -> list[OperationPlan]:
        return [self._plan(path, method, operation, pointer) for path, method, operation, pointer in self._operations()]

    def _plan(self, path: str, method: str, operation: dict[str, Any], pointer: str) -> OperationPlan:
        security = operation.get("security", self.document["security"])
        shared = self.document["paths"][path].get("parameters", [])
        own = operation.get("parameters", [])
        parameters = [self._parameter(node, f"{pointer}/parameters/{i}") for i, node in enumerate(shared)]
        parameters += [self._parameter(node, f"{pointer}/{method}/parameters/{i}") for i, node in enumerate(own)]
        body, body_pointer = self._follow(operation.get("requestBody"), f"{pointer}/{method}/requestBody")
        return OperationPlan(
            operation_id=operation["operationId"],
            method=method.upper(),
            path=path,
            parameters=tuple({(p.place, p.name): p for p in parameters}.values()),
            body=None if body is None else self._bodies(body, body_pointer),
            body_required=bool(body and body.get("required", False)),
            responses={
                status: self._response(node, f"{pointer}/{method}/responses/{status}")
                for status, node in operation["responses"].items()
            },
            takes_token=any("BearerToken" in requirement for requirement in security),
            needs_token=bool(security) and all("BearerToken" in requirement for requirement in security),
        )

    def _follow(self, node: Any, pointer: str) -> tuple[Any, str]:
        """A node with its own pointer, after following references."""
        while isinstance(node, dict) and "$ref" in node:
            pointer = node["$ref"][1:]
            node = dereference(self.document, {"$ref": node["$ref"]})
        return node, pointer

    def _parameter(self, node: Any, pointer: str) -> Parameter:
        parameter, pointer = self._follow(node, pointer)
        schema, _ = self._follow(parameter["schema"], pointer)
        return Parameter(
            name=parameter["name"],
            place=parameter["in"],
            json_type=schema.get("type", "string"),
            required=parameter.get("required", False),
            default=schema.get("default"),
            validator=self.validator(f"{pointer}/schema"),
        )

    def _bodies(self, node: dict[str, Any], pointer: str) -> dict[str, jsonschema_rs.Validator]:
        return {
            media_type: self.validator(f"{pointer}/content/{escape(media_type)}/schema")
            for media_type in node.get("content", {})
        }

    def _response(self, node: Any, pointer: str) -> ResponsePlan:
        response, pointer = self._follow(node, pointer)
        headers = {name: dereference(self.document, header) for name, header in response.get("headers", {}).items()}
        return ResponsePlan(
            bodies=self._bodies(response, pointer),
            schemas={media_type: media["schema"] for media_type, media in response.get("content", {}).items()},
            examples={
                media_type: self._first_example(media) for media_type, media in response.get("content", {}).items()
            },
            required_headers=frozenset(name for name, header in headers.items() if header.get("required")),
            examples_of_headers={name: header["example"] for name, header in headers.items() if "example" in header},
        )

    def _first_example(self, media: dict[str, Any]) -> Any:
        for example in media.get("examples", {}).values():
            return dereference(self.document, example)["value"]
        return media.get("example")
