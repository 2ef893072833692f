"""A small contract that keeps every rule, and the same contract with one edit."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openapi.bundler import bundle
from openapi.lint.documents import Document
from openapi.lint.running import judge
from openapi.places import load_yaml
from openapi.references import resolve

CADDIES = Path(__file__).parent / "small"
REMOVED = object()


@dataclass(frozen=True)
class Moved:
    """The value of an edit that takes the value away from another pointer."""

    pointer: str


def caddies(edits: Mapping[str, Any], files: Mapping[str, str] | None = None) -> Document:
    """The small contract after *edits*: a pointer to its new value, or to REMOVED.

    A pointer begins with the file: `openapi/info/version`, `assumptions/A-01`, `stated/nouns`.
    """
    contents = {
        "openapi": copy.deepcopy(bundle(CADDIES / "openapi.yaml")),
        "assumptions": copy.deepcopy(load_yaml(CADDIES / "assumptions.yaml")),
        "stated": copy.deepcopy(load_yaml(CADDIES / "stated.yaml")),
    }
    for pointer, value in edits.items():
        if isinstance(value, Moved):
            _edit(contents, pointer, resolve(contents, f"/{value.pointer}"))
            _edit(contents, value.pointer, REMOVED)
        else:
            _edit(contents, pointer, value)
    return Document(contents["openapi"], contents["assumptions"], contents["stated"], files)


def _edit(contents: Any, pointer: str, value: Any) -> None:
    above, _, last = f"/{pointer}".rpartition("/")
    owner, name = resolve(contents, above), last.replace("~1", "/")
    key = int(name) if isinstance(owner, list) else name
    if value is REMOVED:
        del owner[key]
    elif isinstance(owner, list) and key == len(owner):
        owner.append(value)
    else:
        owner[key] = value


def broken_rules(document: Document) -> set[str]:
    """The ids of the rules that a document breaks."""
    return {finding.rule for finding in judge(document).findings}
