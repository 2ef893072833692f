"""Turns a difference into the question that the rooms understand: which part of which messages is it about?"""

import re
from collections.abc import Iterator
from typing import Any

from openapi.bundler import METHODS
from openapi.concerns.parts import Call, Part, Where
from openapi.diff.model import Difference, Side
from openapi.versions import Version

# Kinds that change names and types of generated code, and no message.
_NAMES_ONLY = (
    "operation-renamed",
    "component-renamed",
    "path-parameter-renamed",
    "tags-changed",
    "number-format-changed",
)
_PLACE = re.compile(r"(?:status (?P<status>\w+) ?)?(?:(?P<where>body|query|path|header|cookie) ?(?P<name>.*))?")


def part_of(difference: Difference, old: Version, new: Version) -> Part | None:
    """The part of the messages that a difference is about. None where it is about the document, not about messages."""
    known = {**calls_of(old.document), **calls_of(new.document)}
    calls = tuple(known[name] for name in difference.uses if name in known)
    if not calls:
        return None
    if difference.kind in _NAMES_ONLY:
        return Part(difference.side, calls, Where.NAME, str(difference.before))
    if difference.part == "security":
        return Part(Side.REQUEST, calls, Where.CREDENTIALS, _credential(difference))
    found = _PLACE.fullmatch(difference.part)
    if found is None or not difference.part:
        return Part(difference.side, calls, Where.WHOLE)
    return _in_message(difference, calls, found)


def _in_message(difference: Difference, calls: tuple[Call, ...], found: re.Match[str]) -> Part:
    status, name = found["status"] or "", found["name"] or ""
    where = Where(found["where"] or "status")
    if where is not Where.BODY:
        return Part(difference.side, calls, where, name or status, status)
    path = tuple(name.split("/")[1:])
    members = [member for member in path if member != "[]"]
    return Part(difference.side, calls, where, members[-1] if members else "", status, path)


def _credential(difference: Difference) -> str:
    """The header or the scheme in words such as `X-Api-Key with bearer`."""
    words = str(difference.before or difference.after)
    return re.split(r" with | \(", words)[0]


def calls_of(document: Any) -> dict[str, Call]:
    """The operations and the deliveries of a document, by the names that differences use."""
    return {call.id: call for call in _calls(document)}


def _calls(document: Any) -> Iterator[Call]:
    for section in ("paths", "webhooks"):
        for path, item in document.get(section, {}).items():
            for method in METHODS:
                if isinstance(item.get(method), dict):
                    node = item[method]
                    name = node.get("operationId", f"{method.upper()} {path}")
                    yield Call(name, method.upper(), path, next(iter(node.get("tags", ())), ""), section == "webhooks")
