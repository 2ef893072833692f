"""Finds the id of a thing that a run created if no document says the place: by the names of members, and beside the
values that the run sent.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.evidence.json_values import member_at

WEBHOOK_NOUNS = ("webhook", "subscription", "hook")
HOOK_NOUNS = ("hook", "bookinghook")
BOOKING_NOUNS = ("booking", "reservation")
GROUP_NOUNS = ("group", "groupbooking", *BOOKING_NOUNS)

_NAMES_OF_IDS = ("id", "uuid")
_SUFFIXES = (("id", "uuid"), ("number", "key"))
_ENVELOPES = frozenset({"", "data", "result", "item", "resource", "attributes"})
_NO_LETTER = re.compile(r"[^a-z0-9]")


def place_of_id(body: Any, nouns: Sequence[str]) -> str | None:
    """The dotted place at which *body* most likely shows the id of a new thing. *nouns* are the names of the thing.

    None if no member has the name of such an id.
    """
    return next(iter(_places(body, nouns)), None)


def _places(body: Any, nouns: Sequence[str]) -> list[str]:
    """The dotted places of ids of the thing, the most likely place first."""
    return [place for _, _, place in sorted((rank, at.count("."), at) for at, rank in _ranked(body, nouns, "", ""))]


def id_at(body: Any, place: str) -> str | None:
    """The id at a dotted place: a text that is not empty, or a number."""
    value = member_at(body, place)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) and value != "" else None


def found_ids(body: Any, nouns: Sequence[str]) -> list[str]:
    """The ids at all places of ids of the thing, the most likely id first."""
    return [found for place in _places(body, nouns) if (found := id_at(body, place))]


def found_id(body: Any, nouns: Sequence[str]) -> str | None:
    """The first of `found_ids`, None if there is no id."""
    return next(iter(found_ids(body, nouns)), None)


def objects_around(bodies: Any, own: str) -> list[Mapping[str, Any]]:
    """The objects in *bodies* with the text *own* of this run, the smallest first, up to the item of their list."""
    if isinstance(bodies, list):
        return next(filter(None, (objects_around(part, own) for part in bodies)), [])
    if not isinstance(bodies, dict):
        return []
    for part in bodies.values():
        if part == own or (isinstance(part, list) and own in part):
            return [bodies]
        found = objects_around(part, own)
        if found:
            return found if isinstance(part, list) else [*found, bodies]
    return []


def _ranked(value: Any, nouns: Sequence[str], place: str, parent: str) -> Iterator[tuple[str, int]]:
    """Places of ids, each with a rank: 0 for a name with the thing, 1 for an id in its own object, 2 for a number."""
    if not isinstance(value, dict):
        return
    for member, item in value.items():
        name, path = _NO_LETTER.sub("", str(member).lower()), f"{place}.{member}" if place else str(member)
        if isinstance(item, dict):
            yield from _ranked(item, nouns, path, name)
        elif id_at(value, str(member)) is not None and "." not in str(member):
            rank = _rank(name, parent, nouns)
            if rank is not None:
                yield path, rank


def _rank(name: str, parent: str, nouns: Sequence[str]) -> int | None:
    if name in _NAMES_OF_IDS:
        return 1 if parent in _ENVELOPES or parent in nouns else None
    for rank, suffixes in zip((0, 2), _SUFFIXES, strict=True):
        if any(name == noun + suffix for noun in nouns for suffix in suffixes):
            return rank
    return None
