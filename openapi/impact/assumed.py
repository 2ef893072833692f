"""The assumptions that a difference touches: a changed place has their mark, or the difference names them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from openapi.concerns.marks import ids_in
from openapi.concerns.parts import Part
from openapi.concerns.subjects import Concern
from openapi.diff.model import Difference
from openapi.impact.written import nodes_of
from openapi.places import Place, place_of
from openapi.versions import Version

_KEYWORDS_OF = {
    "values": ("enum", "const", "x-extensible-enum"),
    "type": ("type",),
    "null": ("type",),
    "format": ("format",),
    "object": ("additionalProperties",),
    "open": ("x-extensible-enum",),
    "default": ("default",),
}
_PLAIN_MARKS = ("x-assumption", "x-assumption-behaviour", "x-assumption-status")


def assumptions_of(difference: Difference, part: Part | None, old: Version, new: Version) -> Iterator[Concern]:
    """The assumptions, each once, with the place of its row, or of its mark where the version has no ledger."""
    ids = [*difference.assumptions]
    for version in (new, old):
        for node in nodes_of(version.document, part) if part is not None else ():
            ids += _marks(node, difference)
    for assumption_id in dict.fromkeys(ids):
        yield _row(assumption_id, difference, old, new)


def _marks(node: Mapping[str, Any], difference: Difference) -> Iterator[str]:
    for mark in _PLAIN_MARKS:
        yield from ids_in(node[mark]) if mark in node else ()
    keywords = node.get("x-assumption-keywords", {})
    for keyword in _keywords(difference):
        yield from ids_in(keywords[keyword]) if keyword in keywords else ()


def _keywords(difference: Difference) -> tuple[str, ...]:
    """The keywords of a schema that a difference is about."""
    theme = difference.kind.partition("-")[0]
    written = re.match(r"`(\w+)", difference.sentence)
    return (written[1],) if theme == "keyword" and written else _KEYWORDS_OF.get(theme, ())


def _row(assumption_id: str, difference: Difference, old: Version, new: Version) -> Concern:
    for version in (new, old):
        row = (version.assumptions or {}).get(assumption_id)
        if isinstance(row, Mapping):
            place = place_of(version.assumptions, f"/{assumption_id}")
            return Concern("assumption", assumption_id, place, str(row.get("question", "")))
    return Concern("assumption", assumption_id, difference.place if difference.place else Place(""))
