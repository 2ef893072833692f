"""The documented-only view for the engine, with the values that this run found and the declared payloads.

The values only narrow the view. Pure: a view and material in, a document out.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.contracts.documented import UNSHOWN, EditedNode
from conformance.generated.material import Material
from conformance.generated.search_values import Values
from openapi.bundler import METHODS
from openapi.references import dereference

_BODY = "application/json"
# A range of few numbers counts as an enumeration of them.
_MOST_NUMBERS = 8


def unshown_operations(view: EditedNode) -> Sequence[str]:
    """Ids of the operations whose request no document shows."""
    return [operation["operationId"] for _, _, operation in _operations(view) if UNSHOWN in operation]


def documented_choices(view: EditedNode) -> Mapping[str, Mapping[str, Values]]:
    """By operation, the parameters and members of bodies for which a document shows few values, and these values."""
    return {operation["operationId"]: dict(_choices_of(view, operation)) for _, _, operation in _operations(view)}


def _choices_of(view: EditedNode, operation: EditedNode) -> Iterator[tuple[str, Values]]:
    schemas = {parameter["name"]: parameter["schema"] for parameter in operation.get("parameters", [])}
    if UNSHOWN not in operation and "requestBody" in operation:
        body = dereference(view, operation["requestBody"]["content"][_BODY]["schema"])
        schemas |= body.get("properties", {})
    for name, schema in schemas.items():
        if len(found := _choices(dereference(view, schema))) > 1:
            yield name, found


def _choices(schema: EditedNode) -> Values:
    if "enum" in schema:
        return tuple(schema["enum"])
    if schema.get("type") == "boolean":
        return (True, False)
    if {"minimum", "maximum"} <= schema.keys() and schema.get("type") == "integer":
        numbers = range(schema["minimum"], schema["maximum"] + 1)
        return tuple(numbers) if len(numbers) <= _MOST_NUMBERS else ()
    return ()


def fed_document(view: EditedNode, material: Material) -> EditedNode:
    """*view* without the operations that are left out. Members with found values take only these values."""
    document = copy.deepcopy(view)
    document["servers"] = [{"url": "/"}]
    for path, method, operation in list(_operations(document)):
        if operation["operationId"] in material.left_out:
            del document["paths"][path][method]
        else:
            _feed(document, operation, material)
    document["paths"] = {path: item for path, item in document["paths"].items() if item}
    _keep_links_to(document, {operation["operationId"] for _, _, operation in _operations(document)})
    return document


def _operations(document: EditedNode) -> Iterator[tuple[str, str, EditedNode]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def _feed(document: EditedNode, operation: EditedNode, material: Material) -> None:
    name = operation["operationId"]
    values = material.values.get(name, {})
    for parameter in operation.get("parameters", []):
        found = values.get(parameter["name"])
        if found:
            parameter["schema"] = _one_of(found)
            parameter["example"] = found[0]
    if operation.pop(UNSHOWN, None):
        declared = material.declared.bodies.get(name)
        if declared:
            operation["requestBody"] = _declared_body(declared)
    elif "requestBody" in operation:
        _feed_body(document, operation["requestBody"]["content"][_BODY], values)


def _declared_body(payloads: Values) -> EditedNode:
    media = {"schema": _one_of(payloads), "example": payloads[0]}
    return {"required": True, "content": {_BODY: media}}


def _feed_body(document: EditedNode, media: EditedNode, values: Mapping[str, Values]) -> None:
    media["schema"] = _fed_schema(document, media["schema"], values)
    if "example" in media:
        media["example"] = _fed_example(media["example"], values)


def _fed_schema(document: EditedNode, schema: EditedNode, values: Mapping[str, Values]) -> EditedNode:
    """A copy of an object schema in which the members named in *values* take these values only."""
    fed: EditedNode = copy.deepcopy(dereference(document, schema))
    for place, found in values.items():
        member, _, inner = place.partition(".")
        if not found or member not in fed.get("properties", {}):
            continue
        old = fed["properties"][member]
        fed["properties"][member] = _fed_schema(document, old, {inner: found}) if inner else _one_of(found)
    return fed


def _fed_example(example: EditedNode, values: Mapping[str, Values]) -> EditedNode:
    fed = copy.deepcopy(example)
    for place, found in values.items():
        *parents, last = place.split(".")
        node: Any = fed
        for parent in parents:
            node = node.get(parent, {})
        if found and last in node:
            node[last] = found[0]
    return fed


def _one_of(values: Values) -> EditedNode:
    return {"enum": list(values)}


def _keep_links_to(document: EditedNode, operations: set[str]) -> None:
    for _, _, operation in _operations(document):
        for response in operation["responses"].values():
            links = response.get("links", {})
            kept = {name: link for name, link in links.items() if link.get("operationId") in operations}
            response.pop("links", None)
            if kept:
                response["links"] = kept
