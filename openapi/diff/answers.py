"""Compares the answers of one operation in two versions: statuses, bodies, headers and links."""

from collections.abc import Iterator, Mapping
from typing import Any

from openapi.diff import presence
from openapi.diff.bodies import content_finds
from openapi.diff.containment import Relation
from openapi.diff.documents import Operation, place_of_node
from openapi.diff.found import Found
from openapi.diff.messages import answer_line, examples_of_parameter
from openapi.diff.model import Side, Witness
from openapi.diff.operation_pair import ComparedVersion, OperationPair, schema_of
from openapi.diff.presence import Effect
from openapi.diff.remarks import remarks_of_node


def answer_finds(pair: OperationPair) -> Iterator[Found]:
    """Every difference of the answers."""
    before, after = pair.old.document.responses(pair.before), pair.new.document.responses(pair.after)
    for status in dict.fromkeys((*before, *after)):
        old, new = _effective(before, status), _effective(after, status)
        if old is not None and new is not None:
            if (status in before) != (status in after) and (old.get("content") or new.get("content")):
                places: dict[str, Any] = {"old": place_of_node(old), "new": place_of_node(new)}
                yield pair.found("status-described-otherwise", pair.answered, f"status {status}", name=status, **places)
            yield from _answer(pair, status, old, new)
        elif old is None:
            effect = presence.status_added(pair.answered, status)
            facts: dict[str, Any] = {
                "name": status,
                "new": place_of_node(new),
                "proof": _answer_with(pair, status, pair.after),
            }
            facts["codegen"] = "" if not new.get("content") else None
            yield pair.found("status-added", pair.answered, f"status {status}", effect, **facts)
        else:
            yield _status_removed(pair, status, old, after)


def _status_removed(pair: OperationPair, status: str, old: Any, after: Mapping[str, Any]) -> Found:
    side = pair.answered
    is_last = side is Side.ANSWER and status[0] in "2" and not any(code[0] == "2" for code in after)
    effect = Effect(Relation.EXCEEDS, works=True) if is_last else presence.status_removed(side)
    kind = "last-success-removed" if is_last else "status-removed"
    facts: dict[str, Any] = {
        "name": status,
        "old": place_of_node(old),
        "proof": _answer_with(pair, status, pair.before),
    }
    codegen = "" if not old.get("content") else None
    return pair.found(kind, side, f"status {status}", effect, codegen=codegen, **facts)


def _answer_with(pair: OperationPair, status: str, operation: Operation) -> Any:
    right, wrong = ("old", "new") if operation is pair.before else ("new", "old")
    because = f"The {wrong} version names no status {status} here."
    return lambda: Witness(answer_line(operation, status), status, right, wrong, because, confirmed=True)


def _answer(pair: OperationPair, status: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Found]:
    part = f"status {status}"
    places: dict[str, Any] = {"old": place_of_node(old), "new": place_of_node(new)}
    yield from pair.remarks(remarks_of_node(old), remarks_of_node(new), pair.answered, part)
    had, has = bool(old.get("content")), bool(new.get("content"))
    if had != has:
        effect = presence.content_added(pair.answered) if has else presence.content_removed(pair.answered)
        kind = "content-added" if has else "content-removed"
        yield pair.found(kind, pair.answered, part, effect, proof=_bare_answer(pair, status), **places)
    yield from content_finds(pair, old, new, pair.answered, f"{part} body")
    yield from _headers(pair, status, old, new)
    yield from _links(pair, part, old, new)


def _bare_answer(pair: OperationPair, status: str) -> Any:
    because = "One version has a body here, and the other has none."
    return lambda: Witness(answer_line(pair.after, status), None, "new", "old", because, confirmed=True)


def _headers(pair: OperationPair, status: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Found]:
    before, after = _by_lower_name(pair.old, old), _by_lower_name(pair.new, new)
    for key in dict.fromkeys((*before, *after)):
        part = f"status {status} header {key}"
        name, was = before.get(key, ("", None))
        new_name, is_now = after.get(key, (name, None))
        proof = _answer_without(pair, status, new_name)
        if was is None and is_now is not None:
            effect = presence.added(pair.answered, required=bool(is_now.get("required")))
            yield pair.found("header-added", pair.answered, part, effect, name=new_name, new=place_of_node(is_now))
        elif was is not None and is_now is None:
            effect = presence.removed(pair.answered, required=bool(was.get("required")))
            facts: dict[str, Any] = {"name": name, "old": place_of_node(was), "proof": proof}
            yield pair.found("header-removed", pair.answered, part, effect, **facts)
        elif was is not None and is_now is not None:
            yield from _header(pair, name, was, is_now, part, proof)


def _header(
    pair: OperationPair, name: str, old: Mapping[str, Any], new: Mapping[str, Any], part: str, proof: Any
) -> Iterator[Found]:
    was, is_now = bool(old.get("required")), bool(new.get("required"))
    if was != is_now:
        effect = presence.became(pair.answered, required=is_now)
        facts: dict[str, Any] = {"name": name, "old": place_of_node(old), "new": place_of_node(new), "proof": proof}
        yield pair.found("header-required" if is_now else "header-optional", pair.answered, part, effect, **facts)
    yield from pair.remarks(remarks_of_node(old), remarks_of_node(new), pair.answered, part)
    examples = examples_of_parameter(pair.new.document, new)
    yield from pair.values(schema_of(old), schema_of(new), pair.answered, part, examples)


def _answer_without(pair: OperationPair, status: str, header: str) -> Any:
    line = f"{answer_line(pair.after, status)}, without the header {header}"
    because = f"The old version promises the header {header}."
    return lambda: Witness(line, None, "new", "old", because, confirmed=True)


def _links(pair: OperationPair, part: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Found]:
    before, after = pair.old.document.mapped(old, "links"), pair.new.document.mapped(new, "links")
    for name in dict.fromkeys((*before, *after)):
        was, is_now = before.get(name), after.get(name)
        if _link(was) != _link(is_now):
            kind = "link-added" if was is None else "link-removed" if is_now is None else "link-changed"
            places: dict[str, Any] = {"old": place_of_node(was), "new": place_of_node(is_now)}
            yield pair.found(kind, pair.answered, part, name=name, **places)


def _by_lower_name(version: ComparedVersion, node: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
    return {name.lower(): (name, header) for name, header in version.document.mapped(node, "headers").items()}


def _effective(responses: Mapping[str, Any], status: str) -> Any:
    """The response that describes a status: its own response, the response of its class, or the default."""
    for name in (status, f"{status[0]}XX", "default"):
        if name in responses:
            return responses[name]
    return None


def _link(link: Any) -> Any:
    if not isinstance(link, Mapping):
        return None
    return {name: value for name, value in link.items() if name not in ("description",) and not name.startswith("x-")}
