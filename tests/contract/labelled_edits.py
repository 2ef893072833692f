"""Labelled edits of contracts: each edit applied to its base, and what a comparison says laid beside its labels."""

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from openapi.diff.comparing import compare
from openapi.diff.model import Comparison, Verdict
from openapi.places import load_yaml
from openapi.references import resolve
from openapi.versions import RELEASED_FOLDER, Version

FOLDER = Path(__file__).parent / "edits"
# The edits were written for this version of the contract.
BASE_VERSION = "1.2.0"
AUDIENCES = ("client", "receiver", "server", "codegen", "behaviour")


@dataclass(frozen=True)
class Edit:
    """One edit: a base document, operations of RFC 6902, and what people say it means, audience by audience."""

    name: str
    theme: str
    base: str
    operations: tuple[Mapping[str, Any], ...]
    labels: Mapping[str, str]
    reversed: bool
    why: str


def edits(part: str) -> list[Edit]:
    """The edits of one part of the corpus: `open` or `blind`."""
    return [edit for file in sorted((FOLDER / part).glob("*.yaml")) for edit in _edits_of(file)]


def _edits_of(file: Path) -> Iterator[Edit]:
    for entry in load_yaml(file):
        yield Edit(
            name=entry["name"],
            theme=file.stem,
            base=entry["base"],
            operations=tuple(entry["edits"]),
            labels=entry["labels"],
            reversed=entry.get("reversed", False),
            why=entry["why"],
        )


def compared(edit: Edit) -> Comparison:
    """What the comparison of the base with the edited document says."""
    old, new = documents(edit)
    return compare(Version("old", old, None), Version("new", new, None))


def documents(edit: Edit) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document before and after an edit."""
    base = base_document(edit.base)
    edited = _edited(base, edit.operations)
    return (edited, base) if edit.reversed else (base, edited)


def judged(comparison: Comparison) -> dict[str, str]:
    """What a comparison says, in the words of the labels."""
    differences = comparison.differences
    return {
        "client": _worst([difference.client for difference in differences]),
        "receiver": _worst([difference.receiver for difference in differences]),
        "server": "work" if any(difference.server for difference in differences) else "none",
        "codegen": "changes" if any(difference.codegen for difference in differences) else "same",
        "behaviour": "changes" if any(difference.behaviour for difference in differences) else "same",
    }


def wrong_labels(edit: Edit) -> dict[str, tuple[str, str]]:
    """Audience to what people say and what the comparison says, where they disagree."""
    found = judged(compared(edit))
    return {
        audience: (edit.labels[audience], found[audience])
        for audience in AUDIENCES
        if edit.labels[audience] not in ("any", found[audience])
    }


def _worst(verdicts: list[Verdict]) -> str:
    return max(verdicts, default=Verdict.COMPATIBLE).name.lower()


@cache
def base_document(name: str) -> dict[str, Any]:
    """The document that edits with this base begin from."""
    if name == "contract":
        document: dict[str, Any] = json.loads((RELEASED_FOLDER / BASE_VERSION / "openapi.json").read_bytes())
        return document
    folder = FOLDER / ("blind_bases" if name.startswith("blind_") else "bases")
    return dict(load_yaml(folder / f"{name}.yaml"))


def _edited(base: dict[str, Any], operations: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    document = copy.deepcopy(base)
    for operation in operations:
        _APPLY[operation["op"]](document, operation)
    return document


def _parent(document: Any, pointer: str) -> tuple[Any, str]:
    around, _, last = pointer.rpartition("/")
    return resolve(document, around), last.replace("~1", "/").replace("~0", "~")


def _add(document: Any, operation: Mapping[str, Any]) -> None:
    _put(document, operation["path"], copy.deepcopy(operation["value"]))


def _put(document: Any, pointer: str, value: Any) -> None:
    parent, key = _parent(document, pointer)
    if isinstance(parent, list):
        parent.insert(len(parent) if key == "-" else int(key), value)
    else:
        parent[key] = value


def _take(document: Any, pointer: str) -> Any:
    parent, key = _parent(document, pointer)
    return parent.pop(int(key)) if isinstance(parent, list) else parent.pop(key)


def _replace(document: Any, operation: Mapping[str, Any]) -> None:
    _take(document, operation["path"])
    _add(document, operation)


def _move(document: Any, operation: Mapping[str, Any]) -> None:
    _put(document, operation["path"], _take(document, operation["from"]))


def _copy(document: Any, operation: Mapping[str, Any]) -> None:
    _put(document, operation["path"], copy.deepcopy(resolve(document, operation["from"])))


def _rename_component(document: Any, operation: Mapping[str, Any]) -> None:
    section = document["components"][operation["section"]]
    section[operation["to"]] = section.pop(operation["from"])
    prefix = f"#/components/{operation['section']}/"
    _rewrite(document, prefix + operation["from"], prefix + operation["to"])


def _rewrite(node: Any, old: str, new: str) -> None:
    members = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    if isinstance(node, dict):
        for name, value in node.items():
            if value == old:
                node[name] = new
    for member in list(members):
        _rewrite(member, old, new)


_APPLY = {
    "add": _add,
    "remove": lambda document, operation: _take(document, operation["path"]),
    "replace": _replace,
    "move": _move,
    "copy": _copy,
    "rename_component": _rename_component,
}
