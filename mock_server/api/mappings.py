"""Translates between a second contract and the contract that the code was written for.

The rules come from a mapping file, which `candidates/mapping_files.py` checks:
`rename` maps names of the first contract to names of the second. `default` gives the code what the second contract does
not send. `constant` and `from` fill members of answers that only the second contract has.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.contract import OperationPlan
from openapi.references import resolve

Rules = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Translation:
    """The rules of a mapping file, for the schemas and the operations of the second contract. Empty without a file."""

    document: Mapping[str, Any] = field(default_factory=dict)
    schemas: Mapping[str, Rules] = field(default_factory=dict)
    operations: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def first_id(self, operation_id: str) -> str:
        """The id in the first contract of an operation of the second."""
        named: str = self._rules(operation_id).get("as", operation_id)
        return named

    def first_name(self, operation_id: str, parameter: str) -> str:
        """The name in the first contract of a parameter of the second."""
        return _turned(self._rules(operation_id).get("rename", {})).get(parameter, parameter)

    def defaults(self, operation_id: str) -> Mapping[str, Any]:
        """The parameters of the first contract that the second does not send."""
        given: Mapping[str, Any] = self._rules(operation_id).get("default", {})
        return given

    def call(self, plan: OperationPlan, call: Call) -> Call:
        """A call of the second contract, as the code of the first contract reads it."""

        def renamed(values: Mapping[str, Any]) -> dict[str, Any]:
            return {self.first_name(plan.operation_id, name): value for name, value in values.items()}

        return replace(
            call,
            path=renamed(call.path),
            query={**self.defaults(plan.operation_id), **renamed(call.query)},
            sent=frozenset(renamed(dict.fromkeys(call.sent))),
            body=self.body(plan, call.body),
            spelling=self._rules(plan.operation_id).get("rename", {}),
        )

    def body(self, plan: OperationPlan, body: Any) -> Any:
        """A request body of the second contract, as the code of the first contract reads it."""
        return self._walked(body, plan.body_schema, self._for_the_code, before=False)

    def answer(self, plan: OperationPlan, answer: Answer) -> Answer:
        """An answer of the code, as the second contract describes it."""
        response = plan.response(answer.status)
        if response is None or not self.schemas or isinstance(answer.body, bytes):
            return answer
        schema = response.schemas.get(answer.media_type, {})
        return replace(answer, body=self._walked(answer.body, schema, self._for_the_caller, before=True))

    def _rules(self, operation_id: str) -> Mapping[str, Any]:
        return self.operations.get(operation_id, {})

    def _walked(self, value: Any, schema: Any, change: Callable[[Any, Rules], Any], *, before: bool) -> Any:
        """*value* with the rules of its schema and of the schemas inside it applied.

        *before* says that the names of the second contract are the result of the change, so that the change comes
        before the walk into the members.
        """
        if not self.schemas or not isinstance(value, list | dict):
            return value
        nodes = list(parts_of(self.document, schema))
        if isinstance(value, list):
            items = [node["items"] for _name, node in nodes if "items" in node]
            return [self._walked(item, {"allOf": items}, change, before=before) for item in value]
        rules = [self.schemas[name] for name, _node in nodes if name in self.schemas]
        for rule in rules if before else ():
            value = change(value, rule)
        members: dict[str, list[Any]] = {}
        for _name, node in nodes:
            for member, inner in node.get("properties", {}).items():
                members.setdefault(member, []).append(inner)
        value = {
            member: self._walked(item, {"allOf": members.get(member, [])}, change, before=before)
            for member, item in value.items()
        }
        for rule in () if before else rules:
            value = change(value, rule)
        return value

    @staticmethod
    def _for_the_code(value: dict[str, Any], rules: Rules) -> dict[str, Any]:
        names = _turned(rules.get("rename", {}))
        return {**rules.get("default", {}), **{names.get(name, name): item for name, item in value.items()}}

    @staticmethod
    def _for_the_caller(value: dict[str, Any], rules: Rules) -> dict[str, Any]:
        names = rules.get("rename", {})
        added = {**rules.get("constant", {}), **dict(_found(value, rules.get("from", {})))}
        return {**{names.get(name, name): item for name, item in value.items()}, **added}


UNTRANSLATED = Translation()


def parts_of(document: Mapping[str, Any], schema: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The schemas that describe one value: the schema, its references and alternatives, each with its name or ''."""
    waiting, seen = [("", schema)], set()
    while waiting:
        name, node = waiting.pop()
        if not isinstance(node, Mapping) or name in seen:
            continue
        yield name, node
        if name:
            seen.add(name)
        if "$ref" in node:
            target = node["$ref"][1:]
            waiting.append((target.rpartition("/")[2], resolve(document, target)))
        waiting += [("", part) for word in ("allOf", "anyOf", "oneOf") for part in node.get(word, ())]


def _turned(names: Mapping[str, str]) -> dict[str, str]:
    return {second: first for first, second in names.items()}


def _found(value: Any, sources: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The members that are copied from elsewhere in *value*. A source that is absent gives no member."""
    for member, path in sources.items():
        found = value
        for part in path.split("/"):
            found = found.get(part) if isinstance(found, dict) else None
        if found is not None:
            yield member, found
