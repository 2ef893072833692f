"""One operation of two versions, or one delivery: what its values show, and what its remarks say."""

import json
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any

from openapi.diff.containment import Relation
from openapi.diff.documents import ComparedDocument, Operation
from openapi.diff.found import Found
from openapi.diff.messages import answer_line, request_line, with_body
from openapi.diff.model import Side, Witness
from openapi.diff.presence import Effect, is_sent_by_service
from openapi.diff.remarks import NO_DEFAULT, Remarks, changes, open_value_changes, remarks_of_schema
from openapi.diff.values import ValueChange, Views, exchanged, value_changes
from openapi.diff.witnesses import complaint, is_confirmed, witness_value

# Where values differ, these remarks say the same again.
_SAID_BY_VALUES = ("list-closed", "list-opened", "number-type-changed")


@dataclass
class ComparedVersion:
    """One of the two versions: its operations, and its plain schemas."""

    document: ComparedDocument
    views: Views
    _remarks: dict[int, dict[str, Remarks]]

    def remarks(self, schema: Any) -> Mapping[str, Remarks]:
        """What is remarked inside a schema of the document."""
        if id(schema) not in self._remarks:
            self._remarks[id(schema)] = remarks_of_schema(self.document, schema)
        return self._remarks[id(schema)]


def version_of(document: Mapping[str, Any]) -> ComparedVersion:
    """A document, ready to be compared."""
    return ComparedVersion(ComparedDocument(document), Views(document), {})


class OperationPair:
    """One operation as both versions have it. `known` keeps what was compared already, for all operations."""

    def __init__(
        self, old: ComparedVersion, new: ComparedVersion, before: Operation, after: Operation, known: dict[Any, Any]
    ) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.sent = Side.DELIVERY if after.is_delivery else Side.REQUEST
        self.answered = Side.ACKNOWLEDGEMENT if after.is_delivery else Side.ANSWER
        self.known = known

    def found(self, kind: str, side: Side, part: str, effect: Effect | None = None, **facts: Any) -> Found:
        """A difference of this operation. Without *effect* it breaks nobody."""
        effect = effect or Effect(Relation.INSIDE, works=False)
        return Found(kind, side, self.after.name, part, breaks=effect.breaks, works=effect.works, **facts)

    def values(self, old: Any, new: Any, side: Side, part: str, examples: list[Any]) -> Iterator[Found]:
        """The differences of two schemas at one place, and of what they remark. *examples* are values of the sender."""
        key = (id(old), id(new), side)
        if key not in self.known:
            self.known[key] = value_changes(self.old.views, self.new.views, old, new, side)
        for change in self.known[key]:
            yield self._value_found(change, old, new, side, part, examples)
        before, after = self.old.remarks(old), self.new.remarks(new)
        changed = {change.pointer: change.kind for change in self.known[key]}
        if not before[""].recursive and not after[""].recursive:
            yield from self._declared(before, after, changed.keys(), side, part)
        for pointer in sorted(before.keys() & after.keys()):
            about_values = pointer in changed
            yield from self.remarks(before[pointer], after[pointer], side, f"{part} {pointer}".strip(), about_values)

    def _declared(
        self, before: Mapping[str, Remarks], after: Mapping[str, Remarks], changed: Set[str], side: Side, part: str
    ) -> Iterator[Found]:
        """Members that only one version writes down, although the values are the same."""
        for kind, here, there in (("member-declared", after, before), ("member-undeclared", before, after)):
            for pointer in sorted(here.keys() - there.keys()):
                around, _, name = pointer.rpartition("/")
                if "|" not in pointer and around in there and name != "[]" and not changed & {pointer, around}:
                    yield self.found(kind, side, f"{part} {pointer}", name=name)

    def _value_found(
        self, change: ValueChange, old: Any, new: Any, side: Side, part: str, examples: list[Any]
    ) -> Found:
        def proof() -> Witness | None:
            pair = exchanged(self.old.views, self.new.views, old, new, side)
            for value in witness_value(pair, change, examples):
                right, wrong = ("new", "old") if is_sent_by_service(side) else ("old", "new")
                message = self._message(side, part, value)
                return Witness(message, value, right, wrong, complaint(pair, value), is_confirmed(pair, value))
            return None

        facts: dict[str, Any] = {"before": change.before, "after": change.after, "old": change.old, "new": change.new}
        effect = Effect(change.breaks(side), change.works(side))
        where = f"{part} {change.pointer}".strip()
        return self.found(
            change.kind, side, where, effect, name=change.name, proof=proof, codegen=change.codegen, **facts
        )

    def _message(self, side: Side, part: str, value: Any) -> str:
        version, operation = (self.new, self.after) if is_sent_by_service(side) else (self.old, self.before)
        if part.startswith("status"):
            return with_body(answer_line(operation, part.split()[1]), value)
        if part.startswith("body"):
            line = (
                operation.shown
                if operation.is_delivery
                else request_line(version.document, version.views, operation, {})
            )
            return with_body(line, value)
        if part.startswith(("query", "path")):
            return request_line(version.document, version.views, operation, {part: value})
        return f"{operation.shown} with the {part}: {json.dumps(value, ensure_ascii=False)}"

    def remarks(
        self, old: Remarks, new: Remarks, side: Side, part: str, values_differ: bool = False
    ) -> Iterator[Found]:
        """The differences of what two nodes remark."""
        found = list(changes(old, new))
        if is_sent_by_service(side):
            found += open_value_changes(old, new)
        for kind, name, before, after in found:
            if values_differ and kind in _SAID_BY_VALUES:
                continue
            works = (
                kind == "default-changed" and side is Side.REQUEST and after != NO_DEFAULT and not new.always_present
            )
            effect = Effect(Relation.INSIDE, works=works)
            facts: dict[str, Any] = {"name": name, "before": before, "after": after, "old": old.place, "new": new.place}
            yield self.found(kind, side, part, effect, **facts)


def schema_of(node: Mapping[str, Any]) -> Any:
    """The schema of a media type, a parameter or a header, also where it is written as `content`."""
    if "schema" in node:
        return node["schema"]
    return next((media.get("schema", True) for media in node.get("content", {}).values()), True)
