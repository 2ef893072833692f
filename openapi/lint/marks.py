"""The marks of assumptions in a contract: their names, their places, and the rows of the ledger that they name."""

from collections.abc import Iterator, Mapping
from typing import Any

from openapi.references import escape

MARKS = (
    "x-assumption",
    "x-assumption-status",
    "x-assumption-required",
    "x-assumption-keywords",
    "x-assumption-behaviour",
)


def marks_in(node: Any, pointer: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every mark inside *node*: its pointer, its keyword and its value. Misspelt marks are included."""
    members = node.items() if isinstance(node, Mapping) else enumerate(node) if isinstance(node, list) else ()
    for member, value in members:
        below = f"{pointer}/{escape(str(member))}"
        if str(member).startswith("x-assumption"):
            yield below, str(member), value
        else:
            yield from marks_in(value, below)


def rows_named(value: Any) -> list[str]:
    """The ids that the value of a mark names: one, a list, or one per property or keyword."""
    if isinstance(value, Mapping):
        return [row for item in value.values() for row in rows_named(item)]
    return [str(row) for row in value] if isinstance(value, list) else [str(value)]
