"""Compares the parameters of one operation in two versions."""

from collections.abc import Iterator
from typing import Any

from openapi.diff import presence
from openapi.diff.containment import Relation
from openapi.diff.documents import Operation, Parameter, place_of_node
from openapi.diff.found import Found
from openapi.diff.messages import examples_of_parameter, request_line
from openapi.diff.model import Side, Witness
from openapi.diff.operation_pair import ComparedVersion, OperationPair, schema_of
from openapi.diff.plain import Mode
from openapi.diff.presence import Effect
from openapi.diff.remarks import remarks_of_node

_STYLES = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}


def parameter_finds(pair: OperationPair) -> Iterator[Found]:
    """Every difference of the parameters."""
    for key in dict.fromkeys((*pair.before.parameters, *pair.after.parameters)):
        old, new = pair.before.parameters.get(key), pair.after.parameters.get(key)
        if old is not None and new is not None:
            yield from _parameter(pair, old, new)
        elif new is not None:
            kind = "parameter-added-required" if new.required else "parameter-added"
            effect = presence.added(pair.sent, required=new.required)
            facts: dict[str, Any] = {"new": place_of_node(new.node), "proof": _plain_request(pair, key)}
            yield _parameter_found(pair, kind, new, effect, **facts)
        elif old is not None:
            effect = presence.removed(pair.sent, required=old.required)
            proof = _request_with(old, pair.old, pair.before)
            yield _parameter_found(pair, "parameter-removed", old, effect, old=place_of_node(old.node), proof=proof)


def _parameter_found(pair: OperationPair, kind: str, parameter: Parameter, effect: Effect, **facts: Any) -> Found:
    return pair.found(kind, pair.sent, f"{parameter.where} {parameter.name}", effect, name=parameter.name, **facts)


def _parameter(pair: OperationPair, old: Parameter, new: Parameter) -> Iterator[Found]:
    part = f"{new.where} {new.name}"
    places: dict[str, Any] = {"old": place_of_node(old.node), "new": place_of_node(new.node)}
    if old.name != new.name and new.where == "path":
        yield pair.found("path-parameter-renamed", Side.DOCUMENT, part, before=old.name, after=new.name, **places)
    if old.required != new.required:
        kind = "parameter-required" if new.required else "parameter-optional"
        effect = presence.became(pair.sent, required=new.required)
        yield _parameter_found(pair, kind, new, effect, proof=_plain_request(pair, new.key), **places)
    if _is_written_otherwise(pair, old, new):
        facts: dict[str, Any] = {"before": _serialisation(old), "after": _serialisation(new), **places}
        proof = _request_with(old, pair.old, pair.before)
        yield _parameter_found(
            pair, "parameter-serialised", new, Effect(Relation.EXCEEDS, works=True), proof=proof, **facts
        )
    yield from pair.remarks(remarks_of_node(old.node), remarks_of_node(new.node), pair.sent, part)
    examples = examples_of_parameter(pair.old.document, old.node)
    listed = _as_list(pair, old, new)
    if listed is not schema_of(old.node):
        facts = {"before": "a single value", "after": "a list", **places}
        yield _parameter_found(pair, "type-changed", new, Effect(Relation.INSIDE, works=True), **facts)
    yield from pair.values(listed, schema_of(new.node), pair.sent, part, examples)


def _as_list(pair: OperationPair, old: Parameter, new: Parameter) -> Any:
    """The old schema of a parameter. A single value is written like a list of one, if lists repeat the name."""
    before, after = schema_of(old.node), schema_of(new.node)
    was = _types(pair.old.views.plain(pair.sent, Mode.READ, before))
    is_now = _types(pair.new.views.plain(pair.sent, Mode.READ, after))
    if not was & {"array", "object"} and is_now == {"array"} and _serialisation(new) == "form, exploded":
        wrapped = {"type": "array", "items": before, "minItems": 1, "maxItems": 1}
        return pair.known.setdefault(("list", id(before)), wrapped)
    return before


def _is_written_otherwise(pair: OperationPair, old: Parameter, new: Parameter) -> bool:
    """Whether a value that both versions take is written in different ways. A text is written as itself in each."""
    if _serialisation(old) == _serialisation(new):
        return False
    if "content" in old.node or "content" in new.node:
        return True
    types = _types(pair.new.views.plain(pair.sent, Mode.READ, schema_of(new.node)))
    # The simple style separates the items of a list with commas in any case.
    written_alike = old.where in ("path", "header") and {old.node.get("style"), new.node.get("style")} <= {
        None,
        "simple",
    }
    return "object" in types or ("array" in types and not written_alike)


def _request_with(parameter: Parameter, version: ComparedVersion, operation: Operation) -> Any:
    """The proof of a request that uses a parameter as *version* declares it."""

    def proof() -> Witness | None:
        examples = examples_of_parameter(version.document, parameter.node) or ["1"]
        changed = {f"{parameter.where} {parameter.name}": examples[0]}
        line = request_line(version.document, version.views, operation, changed)
        because = f"The new version does not take the {parameter.where} parameter {parameter.name} in this form."
        return Witness(line, examples[0], "old", "new", because, confirmed=True)

    return proof


def _plain_request(pair: OperationPair, key: tuple[str, str]) -> Any:
    """The proof of a request of the old version without a parameter that the new one needs."""
    because = f"The new version needs the {key[0]} parameter {key[1]}."

    def proof() -> Witness:
        line = request_line(pair.old.document, pair.old.views, pair.before, {})
        return Witness(line, None, "old", "new", because, confirmed=True)

    return proof


def _serialisation(parameter: Parameter) -> str:
    """How a list or an object is written, in words."""
    node = parameter.node
    style = node.get("style", _STYLES.get(parameter.where, "form"))
    explode = node.get("explode", style == "form")
    media = "".join(f" in {name}" for name in node.get("content", {}))
    return f"{style}{', exploded' if explode else ''}{media}"


def _types(schema: Any) -> set[str]:
    """The types that a plain schema names, in itself and in its alternatives."""
    if not isinstance(schema, dict):
        return set()
    named = schema.get("type", ["array"] if "items" in schema else [])
    found = {named} if isinstance(named, str) else set(named)
    branches = (branch for keyword in ("allOf", "anyOf", "oneOf") for branch in schema.get(keyword, ()))
    return found.union(*(_types(branch) for branch in branches))
