"""The contract, prepared for use: one plan per operation, with validators that are compiled once at start-up.

Connexion reads OpenAPI 3.0 only and validates loosely, so it gets a routing skeleton of the contract, and the
plans here validate against the 3.1 document itself (JSON Schema 2020-12, formats asserted).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

import jsonschema_rs

from mock_server.api.deprecations import deprecation_headers
from mock_server.api.unservable import ContractUnservable
from openapi.bundler import METHODS
from openapi.references import dereference, escape

SERVER_METHODS = ("get", "put", "post", "delete", "patch")
# The validator of a body whose media type has no schema.
_ANYTHING = jsonschema_rs.Draft202012Validator(True)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a request: its place, its JSON type, and the validator of its schema.

    *item_type* is the JSON type of the items of a list. A list that is *repeated* comes as several parameters, another
    list as one parameter with commas. *bounds* are the smallest and the largest number, as the contract writes them.
    *assumptions* are those that decide how the service treats the parameter.
    """

    name: str
    place: str
    json_type: str
    required: bool
    default: Any
    validator: jsonschema_rs.Validator
    item_type: str = "string"
    repeated: bool = False
    bounds: tuple[str | None, str | None] = (None, None)
    assumptions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ResponsePlan:
    """What an answer with one status may contain: schemas, validators and examples by media type, and its headers."""

    bodies: Mapping[str, jsonschema_rs.Validator]
    schemas: Mapping[str, Any]
    examples: Mapping[str, Sequence[Any]]
    required_headers: frozenset[str]
    examples_of_headers: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OperationPlan:
    """One operation of the contract.

    *body* maps media types to validators and is None without a request body. *body_schema* is the schema of its
    first media type. *body_examples* are bodies as the contract shows them. *takes_token* says whether the caller can
    send a token beside the key, *needs_token* whether the caller must.
    *needs_key* says whether the caller must send a key. *deprecation* are the headers of every answer
    that announce the end of the operation, see `deprecations.py`. *document* is the whole contract.
    """

    operation_id: str
    method: str
    path: str
    parameters: tuple[Parameter, ...]
    body: Mapping[str, jsonschema_rs.Validator] | None
    body_required: bool
    body_schema: Any
    body_examples: Sequence[Any]
    responses: Mapping[str, ResponsePlan]
    takes_token: bool
    needs_token: bool
    needs_key: bool
    deprecation: Mapping[str, str]
    document: Mapping[str, Any]

    def response(self, status: int) -> ResponsePlan | None:
        """What the contract says about a status: by its number, by its range such as `2XX`, or as the default."""
        named = (str(status), f"{status // 100}XX", "default")
        return next((self.responses[name] for name in named if name in self.responses), None)


class Contract:
    """A bundled OpenAPI 3.1 document and the plans of its operations."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Compiles every validator. Raises ContractUnservable if this program cannot serve the document."""
        self.document = document
        self._registry = jsonschema_rs.Registry([("urn:contract", document)], draft=jsonschema_rs.Draft202012)
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        self.base_path = _base_path(document)
        self.operations: dict[str, OperationPlan] = {}
        for path, method, operation, pointer in self._operations():
            plan = self._plan(path, method, operation, pointer)
            if plan.operation_id in self.operations:
                repeated = f"the operationId {plan.operation_id!r} appears twice. Give each operation its own."
                raise ContractUnservable(f"{pointer}/{method}/operationId", repeated)
            self.operations[plan.operation_id] = plan

    def validator(self, pointer: str) -> jsonschema_rs.Validator:
        """The validator of the schema at a JSON pointer into the document."""
        if pointer not in self._validators:
            reference = {"$ref": "urn:contract#" + quote(pointer, safe="/~")}
            try:
                self._validators[pointer] = jsonschema_rs.Draft202012Validator(
                    reference, registry=self._registry, validate_formats=True
                )
            except ValueError as error:
                reason = str(error).partition("\n")[0][:200].removesuffix(".")
                raise ContractUnservable(pointer, f"the schema cannot be used: {reason}.") from None
        return self._validators[pointer]

    def skeleton(self) -> dict[str, Any]:
        """The routing view for Connexion: OpenAPI 3.0, paths, operation ids and the API key; no schemas."""
        paths: dict[str, dict[str, Any]] = {}
        for path, method, operation, _ in self._operations():
            paths.setdefault(path, {})[method] = {
                "operationId": _operation_id(path, method, operation),
                "security": [{"ApiKey": []}],
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
            for path, item in self.document.get("paths", {}).items()
            for method in METHODS
            if method in SERVER_METHODS and method in item
        ]

    def _security(self, operation: dict[str, Any]) -> list[dict[str, Any]]:
        required: list[dict[str, Any]] = operation.get("security", self.document.get("security", []))
        return required

    def _plan(self, path: str, method: str, operation: dict[str, Any], pointer: str) -> OperationPlan:
        security = self._security(operation)
        shared = self.document["paths"][path].get("parameters", [])
        own = operation.get("parameters", [])
        parameters = [self._parameter(node, f"{pointer}/parameters/{i}") for i, node in enumerate(shared)]
        parameters += [self._parameter(node, f"{pointer}/{method}/parameters/{i}") for i, node in enumerate(own)]
        _require_routable(path, parameters, pointer)
        body, body_pointer = self._follow(operation.get("requestBody"), f"{pointer}/{method}/requestBody")
        contents: list[dict[str, Any]] = [] if body is None else list(body.get("content", {}).values())
        return OperationPlan(
            operation_id=_operation_id(path, method, operation),
            method=method.upper(),
            path=path,
            parameters=tuple({(p.place, p.name): p for p in parameters}.values()),
            body=None if body is None else self._bodies(body, body_pointer),
            body_required=bool(body and body.get("required", False)),
            body_schema=contents[0].get("schema", {}) if contents else {},
            body_examples=[example for media in contents for example in self._examples(media)],
            responses={
                status: self._response(node, f"{pointer}/{method}/responses/{status}")
                for status, node in operation.get("responses", {}).items()
            },
            takes_token=any("BearerToken" in requirement for requirement in security),
            needs_token=bool(security) and all("BearerToken" in requirement for requirement in security),
            needs_key=bool(security) and {} not in security,
            deprecation=deprecation_headers(operation, f"{pointer}/{method}"),
            document=self.document,
        )

    def _follow(self, node: Any, pointer: str) -> tuple[Any, str]:
        """A node with its own pointer, after following references."""
        while isinstance(node, dict) and "$ref" in node:
            pointer = node["$ref"][1:]
            node = dereference(self.document, {"$ref": node["$ref"]})
        return node, pointer

    def _parameter(self, node: Any, pointer: str) -> Parameter:
        parameter, pointer = self._follow(node, pointer)
        schema, _ = self._follow(parameter.get("schema", {}), pointer)
        items = schema.get("items", {}) if isinstance(schema, dict) else {}
        return Parameter(
            name=parameter["name"],
            place=parameter["in"],
            json_type=_json_type(schema),
            required=parameter.get("required", False),
            default=schema.get("default") if isinstance(schema, dict) else None,
            validator=self.validator(f"{pointer}/schema") if "schema" in parameter else _ANYTHING,
            item_type=_json_type(dereference(self.document, items)),
            repeated=parameter.get("explode", parameter["in"] == "query"),
            bounds=_bounds(schema),
            assumptions=_assumptions(parameter.get("x-assumption-behaviour", ())),
        )

    def _bodies(self, node: dict[str, Any], pointer: str) -> dict[str, jsonschema_rs.Validator]:
        return {
            media_type: self.validator(f"{pointer}/content/{escape(media_type)}/schema")
            if "schema" in media
            else _ANYTHING
            for media_type, media in node.get("content", {}).items()
        }

    def _response(self, node: Any, pointer: str) -> ResponsePlan:
        response, pointer = self._follow(node, pointer)
        headers = {name: dereference(self.document, header) for name, header in response.get("headers", {}).items()}
        return ResponsePlan(
            bodies=self._bodies(response, pointer),
            schemas={media_type: media.get("schema", {}) for media_type, media in response.get("content", {}).items()},
            examples={media_type: self._examples(media) for media_type, media in response.get("content", {}).items()},
            required_headers=frozenset(name for name, header in headers.items() if header.get("required")),
            examples_of_headers={name: header["example"] for name, header in headers.items() if "example" in header},
        )

    def _examples(self, media: dict[str, Any]) -> list[Any]:
        """The examples of a media type in their order, or else those of its schema."""
        named = [dereference(self.document, example) for example in media.get("examples", {}).values()]
        values = [example["value"] for example in named if "value" in example]
        if "example" in media:
            values.append(media["example"])
        schema = dereference(self.document, media.get("schema", {}))
        return values or (list(schema.get("examples", ())) if isinstance(schema, dict) else [])


def _operation_id(path: str, method: str, operation: Mapping[str, Any]) -> str:
    named: str = operation.get("operationId", f"{method.upper()} {path}")
    return named


def _json_type(schema: Any) -> str:
    """The JSON type in which a parameter is read: the first type of its schema that is not null."""
    types = schema.get("type", "string") if isinstance(schema, dict) else "string"
    named = [types] if isinstance(types, str) else [name for name in types if name != "null"]
    return named[0] if named else "string"


def _bounds(schema: Any) -> tuple[str | None, str | None]:
    """The smallest and the largest number that a schema allows, as texts; None without such a bound."""
    written = [schema.get(keyword) if isinstance(schema, dict) else None for keyword in ("minimum", "maximum")]
    least, most = [None if bound is None else str(bound) for bound in written]
    return least, most


def _assumptions(mark: Any) -> frozenset[str]:
    """The ids of a mark: it has one id, or a list of ids."""
    return frozenset([mark] if isinstance(mark, str) else mark)


def _base_path(document: Mapping[str, Any]) -> str:
    """The path of the first server, with the defaults of its variables, without a slash at its end."""
    server: Mapping[str, Any] = next(iter(document.get("servers", ())), {})
    url: str = server.get("url", "")
    for name, variable in server.get("variables", {}).items():
        url = url.replace(f"{{{name}}}", str(variable.get("default", "")))
    path = urlsplit(url).path.rstrip("/")
    if not path.startswith("/"):
        raise ContractUnservable("/servers", "the first server has no path. Give it a base path such as /api/v1.")
    return path


def _require_routable(path: str, parameters: Sequence[Parameter], pointer: str) -> None:
    """Refuses a path with a parameter that is only a part of a segment, or that is not declared, or not there."""
    declared = {parameter.name for parameter in parameters if parameter.place == "path"}
    wrong = declared ^ set(re.findall(r"\{([^}]*)\}", path))
    if wrong:
        reason = "is not both in the path and in its declarations. Write it in both places."
        raise ContractUnservable(pointer, f"the path parameter {min(wrong)!r} {reason}")
    for segment in path.split("/"):
        if ("{" in segment or "}" in segment) and not (segment.startswith("{") and segment.endswith("}")):
            raise ContractUnservable(pointer, f"the segment {segment!r} mixes a parameter with text. Separate them.")
