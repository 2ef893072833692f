"""The documented-only view of the contract: only statements of the specification, without any assumption.

This module derives the view from the marks in the contract. Answers are weakened: an answer that fits the contract also
fits the view. Requests are narrowed: a request that fits the view also fits the contract. It knows the marks and the
notation, but neither a target nor an engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from openapi.bundler import METHODS, PLAIN_VALUE, contract
from openapi.references import dereference

UNSHOWN = "x-request-not-shown"

EditedNode = dict[str, Any]

_MARKS = ("x-assumption", "x-extensible-enum", PLAIN_VALUE)
_REMARKS = frozenset({"description", "summary", "example", "examples", "default"})
_BODY = "application/json"
_WITH_BODY = ("post", "put", "patch")

# No mark can express this: the answer to these parameters is not shown (A-15), and without them others are required.
ANSWER_NOT_SHOWN: Mapping[str, str] = {"checkAvailability": "date"}
_REQUIRED_THEN: Mapping[str, frozenset[str]] = {"checkAvailability": frozenset({"startDate", "endDate"})}
# The contract lists the event kinds of groups and hooks together with the three documented kinds (A-52).
_VALUES_SHOWN: Mapping[str, Sequence[str]] = {
    "EventKind": ("booking.confirmed", "booking.cancelled", "booking.modified")
}


@cache
def documented_contract() -> EditedNode:
    """The documented-only view of the contract of this distribution. Not to be changed by callers."""
    return documented_view(contract())


def documented_view(document: EditedNode) -> EditedNode:
    """The view of *document*, a bundled contract, as OpenAPI 3.1. *document* stays as it is.

    An operation whose request the specification does not show has `x-request-not-shown` with the ids of the
    assumptions: nothing can be generated for it. Of an assumed answer, the view keeps the class of its status, never
    `default`.
    """
    return _View(document).document()


def assumptions_of(node: Any) -> tuple[str, ...]:
    """The ids in the mark of a node that is an assumption as a whole. Empty when the node is stated."""
    return _ids(node.get("x-assumption", ())) if isinstance(node, Mapping) else ()


def _ids(mark: str | Sequence[str]) -> tuple[str, ...]:
    return (mark,) if isinstance(mark, str) else tuple(mark)


class _View:
    def __init__(self, source: EditedNode) -> None:
        self._source = source
        self._schemas: EditedNode = {}

    def document(self) -> EditedNode:
        source = self._source
        paths = {path: self._path_item(item) for path, item in source["paths"].items()}
        return {
            **{name: source[name] for name in ("openapi", "servers", "tags") if name in source},
            "info": {name: source["info"][name] for name in ("title", "version")},
            "security": self._security(source.get("security", [])),
            "paths": paths,
            "components": {"schemas": dict(sorted(self._schemas.items())), "securitySchemes": self._schemes()},
        }

    def _schemes(self) -> EditedNode:
        schemes = self._source.get("components", {}).get("securitySchemes", {})
        return {name: _unmarked(scheme) for name, scheme in schemes.items() if not assumptions_of(scheme)}

    def _security(self, choices: Sequence[EditedNode]) -> list[EditedNode]:
        stated = self._schemes()
        return [choice for choice in choices if choice.keys() <= stated.keys()]

    def _path_item(self, item: EditedNode) -> EditedNode:
        shared = item.get("parameters", [])
        return {name: self._operation(name, item[name], shared) for name in METHODS if name in item}

    def _operation(self, method: str, operation: EditedNode, shared: Sequence[EditedNode]) -> EditedNode:
        viewed: EditedNode = {name: operation[name] for name in ("operationId", "tags") if name in operation}
        unshown = self._not_shown(method, operation)
        if unshown:
            viewed[UNSHOWN] = list(unshown)
        elif "requestBody" in operation:
            viewed["requestBody"] = self._request_body(dereference(self._source, operation["requestBody"]))
        if "security" in operation:
            viewed["security"] = self._security(operation["security"])
        parameters = [*shared, *operation.get("parameters", [])]
        viewed["parameters"] = list(self._parameters(operation.get("operationId", ""), parameters))
        viewed["responses"] = self._responses(operation["responses"])
        return viewed

    def _not_shown(self, method: str, operation: EditedNode) -> tuple[str, ...]:
        """The assumptions behind a request that is not shown: its body is assumed, or it has no body."""
        body = dereference(self._source, operation.get("requestBody"))
        if body is not None:
            return assumptions_of(body)
        return _ids(operation.get("x-assumption-behaviour", ())) if method in _WITH_BODY else ()

    def _parameters(self, operation_id: str, parameters: Sequence[EditedNode]) -> Iterator[EditedNode]:
        for item in parameters:
            parameter = dereference(self._source, item)
            if assumptions_of(parameter) or parameter["name"] == ANSWER_NOT_SHOWN.get(operation_id):
                continue
            viewed = {name: value for name, value in parameter.items() if name not in _REMARKS | {"schema"}}
            if parameter["name"] in _REQUIRED_THEN.get(operation_id, ()):
                viewed["required"] = True
            yield {**_unmarked(viewed), "schema": self._sent(parameter.get("schema", {}))}

    def _request_body(self, body: EditedNode) -> EditedNode:
        media = body["content"].get(_BODY, {})
        if "schema" not in media:
            return {"required": body.get("required", False), "content": {}}
        viewed: EditedNode = {"schema": self._sent(media["schema"])}
        for example in list(media.get("examples", {}).values())[:1]:
            viewed["example"] = self._stated_part(media["schema"], dereference(self._source, example)["value"])
        return {"required": body.get("required", False), "content": {_BODY: viewed}}

    def _stated_part(self, schema: EditedNode, value: Any) -> Any:
        """An example of *schema* without the members that are assumed."""
        members = dereference(self._source, schema).get("properties", {})
        if not isinstance(value, dict):
            return value
        stated = {name: item for name, item in value.items() if not self._is_assumed(members[name])}
        return {name: self._stated_part(members[name], item) for name, item in stated.items()}

    def _responses(self, responses: EditedNode) -> EditedNode:
        viewed: EditedNode = {}
        for code, item in responses.items():
            response = dereference(self._source, item)
            assumed = bool(assumptions_of(response))
            status = f"{code[0]}XX" if assumed or "x-assumption-status" in response else code
            shown = viewed.setdefault(status, {"description": "What the specification states about this answer."})
            # A link without parameters describes a body only in words, so no program can follow it.
            links = {name: link for name, link in response.get("links", {}).items() if "parameters" in link}
            if links:
                shown["links"] = {**shown.get("links", {}), **links}
            if not assumed and "content" in response:
                shown["content"] = self._content(response["content"])
        return viewed

    def _content(self, content: EditedNode) -> EditedNode:
        return {
            media_type: {"schema": self._answered(media["schema"])} if "schema" in media else {}
            for media_type, media in content.items()
        }

    def _answered(self, schema: Any) -> Any:
        """*schema* for answers: without every assumption, with every statement."""
        if not isinstance(schema, dict):
            return schema
        if self._is_assumed(schema):
            return {}
        viewed: EditedNode = {}
        dropped = set(schema.get("x-assumption-keywords", ()))
        for name, value in schema.items():
            if name in _REMARKS or name in dropped or name.startswith(_MARKS) or name == "additionalProperties":
                continue
            # Weakened branches may overlap.
            viewed["anyOf" if name == "oneOf" else name] = self._answered_member(schema, name, value)
        return {name: value for name, value in viewed.items() if value != [] or name != "required"}

    def _answered_member(self, schema: EditedNode, name: str, value: Any) -> Any:
        if name == "$ref":
            return self._hoisted(value, "Answered")
        if name == "properties":
            present = set(self._answered_member(schema, "required", schema.get("required", [])))
            stated = {member: self._answered(item) for member, item in value.items() if not self._is_assumed(item)}
            return {member: item if member in present else _or_null(item) for member, item in stated.items()}
        if name == "required":
            optional = set(schema.get("x-assumption-required", ())) | self._assumed_members(schema)
            return [member for member in value if member not in optional]
        if name in ("allOf", "anyOf", "oneOf"):
            return [self._answered(item) for item in value]
        return self._answered(value) if name == "items" else value

    def _sent(self, schema: Any) -> Any:
        """*schema* for requests: without assumed members, and without any unknown member; all else is kept."""
        if not isinstance(schema, dict):
            return schema
        viewed: EditedNode = {}
        for name, value in schema.items():
            if name not in _REMARKS and not name.startswith(_MARKS):
                viewed[name] = self._sent_member(schema, name, value)
        if "x-extensible-enum" in schema:
            viewed["enum"] = list(_VALUES_SHOWN.get(schema.get(PLAIN_VALUE, ""), schema["x-extensible-enum"]))
        if "properties" in viewed:
            viewed["additionalProperties"] = False
        return viewed

    def _sent_member(self, schema: EditedNode, name: str, value: Any) -> Any:
        if name == "$ref":
            return self._hoisted(value, "Sent")
        if name == "properties":
            return {member: self._sent(item) for member, item in value.items() if not self._is_assumed(item)}
        if name == "required":
            return [member for member in value if member not in self._assumed_members(schema)]
        if name in ("allOf", "anyOf", "oneOf"):
            return [self._sent(item) for item in value]
        return self._sent(value) if name == "items" else value

    def _assumed_members(self, schema: EditedNode) -> set[str]:
        return {name for name, item in schema.get("properties", {}).items() if self._is_assumed(item)}

    def _is_assumed(self, schema: Any) -> bool:
        """Whether the schema, or the schema to which it refers, is an assumption as a whole."""
        return bool(assumptions_of(schema) or assumptions_of(dereference(self._source, schema)))

    def _hoisted(self, reference: str, side: str) -> str:
        """The reference to the view of a component, for requests or for answers. A schema may contain itself."""
        name = reference.rpartition("/")[2]
        viewed = f"{name}{side}"
        if viewed not in self._schemas:
            self._schemas[viewed] = {}
            schema = self._source["components"]["schemas"][name]
            self._schemas[viewed] |= self._answered(schema) if side == "Answered" else self._sent(schema)
        return f"#/components/schemas/{viewed}"


def _or_null(schema: EditedNode) -> EditedNode:
    """No document says whether a member without a value is null or absent."""
    return {"anyOf": [schema, {"type": "null"}]}


def _unmarked(node: EditedNode) -> EditedNode:
    return {name: value for name, value in node.items() if not name.startswith(_MARKS)}
