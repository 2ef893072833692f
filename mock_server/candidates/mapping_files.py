"""Reads a mapping file, and refuses with file and line whatever neither contract knows.

schemas:
  BookingRequest:
    rename: {players: numberOfPlayers}
operations:
  reserve:
    as: createBooking
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from mock_server.api.contract import Contract, OperationPlan
from mock_server.api.mappings import Translation, parts_of
from mock_server.candidates.reading import CandidateUnusable
from openapi.places import ContractError, load_yaml, place_of
from openapi.references import escape

_KINDS = ("schemas", "operations")
_OF_SCHEMAS = ("rename", "default", "constant", "from")
_OF_OPERATIONS = ("as", "rename", "default")


def read_mapping(file: Path, first: Contract, second: Contract) -> Translation:
    """The rules of a mapping file between two contracts. Raises CandidateUnusable."""
    try:
        rules = load_yaml(file)
    except ContractError as error:
        raise CandidateUnusable(str(error)) from None
    checks = _Checks(rules, first, second)
    checks.require_object("", "A mapping file")
    checks.require_known("", rules, _KINDS, "part of a mapping file")
    for kind in _KINDS:
        checks.require_object(f"/{kind}", f"The part {kind}")
    for name in rules.get("schemas", {}):
        checks.require_schema(name)
    for operation_id in rules.get("operations", {}):
        checks.require_operation(operation_id)
    return Translation(second.document, rules.get("schemas", {}), rules.get("operations", {}))


class _Checks:
    """The checks of one mapping file. Each raises CandidateUnusable."""

    def __init__(self, rules: Any, first: Contract, second: Contract) -> None:
        self.rules = rules
        self.first = first
        self.second = second

    def require_schema(self, name: str) -> None:
        """The rules of a schema of the second contract."""
        pointer, schemas = f"/schemas/{escape(name)}", self.second.document.get("components", {}).get("schemas", {})
        self.require_known("/schemas", [name], schemas, "schema of the second contract")
        rules = self._entry(pointer, _OF_SCHEMAS)
        new = _members(self.second.document, [schemas[name]])
        old = _members(self.first.document, self.first.document["components"]["schemas"].values())
        for first_name, second_name in rules["rename"].items():
            self.require_known(f"{pointer}/rename", [first_name], old, "member of the first contract")
            self.require_known(f"{pointer}/rename", [second_name], new, f"member of {name} in the second contract")
        self.require_known(f"{pointer}/default", rules["default"], old, "member of the first contract")
        self.require_known(f"{pointer}/constant", rules["constant"], new, f"member of {name} in the second contract")
        self.require_known(f"{pointer}/from", rules["from"], new, f"member of {name} in the second contract")
        for member, path in rules["from"].items():
            parts = path.split("/") if isinstance(path, str) else [str(path)]
            self.require_known(f"{pointer}/from/{escape(member)}", parts, old, "member of the first contract")

    def require_operation(self, operation_id: str) -> None:
        """The rules of an operation of the second contract."""
        pointer = f"/operations/{escape(operation_id)}"
        operations = self.second.operations
        self.require_known("/operations", [operation_id], operations, "operation of the second contract")
        rules = self._entry(pointer, _OF_OPERATIONS)
        own_id = self.rules["operations"][operation_id].get("as", operation_id)
        self.require_known(f"{pointer}/as", [str(own_id)], self.first.operations, "operation of the first contract")
        old, new = _names(self.first.operations[own_id]), _names(operations[operation_id])
        for first_name, second_name in rules["rename"].items():
            self.require_known(f"{pointer}/rename", [first_name], old, f"parameter of {own_id}")
            self.require_known(f"{pointer}/rename", [second_name], new, f"parameter of {operation_id}")
        self.require_known(f"{pointer}/default", rules["default"], old, f"parameter of {own_id}")

    def require_object(self, pointer: str, subject: str) -> None:
        """An object at a pointer, or nothing."""
        try:
            place, found = place_of(self.rules, pointer), self._at(pointer)
        except (KeyError, IndexError, ValueError, TypeError):
            return
        if not isinstance(found, dict):
            raise CandidateUnusable(f"{place}: {subject or 'This'} is a map of names. See docs/sandbox.md.")

    def require_known(self, pointer: str, names: Iterable[Any], known: Iterable[str], kind: str) -> None:
        """Names that are known."""
        choices = sorted(known)
        for name in names:
            if name not in choices:
                near = get_close_matches(str(name), choices, n=1, cutoff=0.5)
                hint = f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(choices[:12]) or 'none'}."
                raise CandidateUnusable(f"{self._place(pointer, name)}: {name!r} is no {kind}. {hint}")

    def _entry(self, pointer: str, words: tuple[str, ...]) -> dict[str, Mapping[str, Any]]:
        self.require_object(pointer, "An entry")
        entry = self._at(pointer)
        self.require_known(pointer, entry, words, "rule")
        for word in words[words[0] == "as" :]:
            self.require_object(f"{pointer}/{word}", f"The rule {word}")
        return {word: entry.get(word, {}) for word in words if word != "as"}

    def _at(self, pointer: str) -> Any:
        found = self.rules
        for part in pointer.split("/")[1:]:
            found = found[part.replace("~1", "/").replace("~0", "~")]
        return found

    def _place(self, pointer: str, name: Any) -> str:
        for nearest in (f"{pointer}/{escape(str(name))}", pointer):
            try:
                return str(place_of(self.rules, nearest))
            except (KeyError, IndexError, ValueError, TypeError):
                continue
        return str(place_of(self.rules, ""))


def _members(document: Mapping[str, Any], schemas: Iterable[Any]) -> set[str]:
    """The names of the members of schemas, of the targets of references and of alternatives."""
    parts = [part for schema in schemas for _name, part in parts_of(document, schema)]
    return {member for part in parts for member in part.get("properties", {})}


def _names(plan: OperationPlan) -> set[str]:
    return {parameter.name for parameter in plan.parameters}
