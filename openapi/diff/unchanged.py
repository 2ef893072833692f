"""Knows which parts of two documents are written alike, so that a comparison spends no time on them."""

import json
import re
from collections.abc import Mapping
from typing import Any

from openapi.references import escape

_REFERENCE = re.compile(r'"\$ref": "(#/[^"]*)"')


class Unchanged:
    """Which nodes of two documents are equal, with everything that they refer to."""

    def __init__(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        before, after = _components(old), _components(new)
        changed = {pointer for pointer in before.keys() | after.keys() if before.get(pointer) != after.get(pointer)}
        users = {pointer: _references(text) for text_by in (before, after) for pointer, text in text_by.items()}
        growing = True
        while growing:
            further = {pointer for pointer, used in users.items() if pointer not in changed and used & changed}
            changed |= further
            growing = bool(further)
        self._changed = changed
        self._same_version = old.get("openapi") == new.get("openapi")

    def same(self, before: Any, after: Any) -> bool:
        """Whether two nodes are written alike, and everything that they refer to as well."""
        if not self._same_version or before != after:
            return False
        used = _references(json.dumps(before))
        return not used & self._changed and all(reference.startswith("#/components/") for reference in used)


def _components(document: Mapping[str, Any]) -> dict[str, str]:
    """The pointer of every component to its text."""
    sections = document.get("components") or {}
    return {
        f"#/components/{escape(section)}/{escape(name)}": json.dumps(node, sort_keys=True)
        for section, nodes in sections.items()
        for name, node in (nodes or {}).items()
    }


def _references(text: str) -> set[str]:
    """Every reference in the text of a node, up to the component that it leads into."""
    return {"/".join(pointer.split("/")[:4]) for pointer in _REFERENCE.findall(text)}
