"""The levers of `teesheet.testing` as a table for docs/testing.md, from the classes and their docstrings."""

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from teesheet.testing import (
    Clock,
    Deliveries,
    Desk,
    Interference,
    Inventory,
    Receiver,
    Rival,
    Rules,
    Sandbox,
    Snapshot,
    World,
)

# Class -> how a test writes an object of the class.
WRITTEN: Mapping[type, str] = {
    World: "world",
    Clock: "world.clock",
    Desk: "world.desk",
    Rival: "world.rival",
    Inventory: "world.inventory",
    Rules: "world.rules",
    Interference: "world.rules.next(...)",
    Deliveries: "world.deliveries",
    Snapshot: "world.snapshot()",
    Receiver: "receiver",
    Sandbox: "sandbox",
}
# The only effect of a rule on events, not on requests.
_ON_EVENTS = {"is_delivered": "world.rules.next_event(...)"}
# The classes use these among themselves.
_INSIDE = {"connection", "take"}


def levers_of_testing() -> str:
    """Every lever with its arguments, and the first sentence of its docstring."""
    rows = ["| lever | what it does, or what it returns |", "|---|---|"]
    for kind, written in WRITTEN.items():
        rows += [
            f"| `{_ON_EVENTS.get(name, written)}.{name}{arguments}` | {sentence} |"
            for name, arguments, sentence in _levers_of(kind)
        ]
    return "\n".join(rows)


def _levers_of(kind: type) -> Iterator[tuple[str, str, str]]:
    """Name, arguments and sentence of the public methods and properties of a class, in the order of its code."""
    for name, member in vars(kind).items():
        if name.startswith("_") or name in _INSIDE:
            continue
        is_property = isinstance(member, property | cached_property)
        yield name, "" if is_property else _arguments(getattr(kind, name)), _first_sentence(member)


def _arguments(function: object) -> str:
    """The arguments with their defaults, without types."""
    assert callable(function)
    signature = inspect.signature(function)
    named = [
        parameter.replace(annotation=parameter.empty)
        for name, parameter in signature.parameters.items()
        if name != "self"
    ]
    return str(signature.replace(parameters=named, return_annotation=signature.empty))


def _first_sentence(member: object) -> str:
    said = " ".join((inspect.getdoc(member) or "").split())
    found = re.match(r".*?[.](?= [A-Z*`]|$)", said)
    assert found is not None, member
    return found[0].replace("|", "\\|")
