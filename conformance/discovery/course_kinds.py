"""Courses of the list in an order in which their kinds take turns. Pure."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any


def varied(items: Sequence[Any]) -> list[Any]:
    """*items* from the first on, so that courses of 9 and of 18 holes take turns, and among these the countries."""
    return in_turn(in_turn(_groups(of_holes, "country")) for of_holes in _groups(items, "holes"))


def _groups(items: Iterable[Any], member: str) -> list[list[Any]]:
    groups: dict[str, list[Any]] = {}
    for item in items:
        groups.setdefault(str(item.get(member)), []).append(item)
    return list(groups.values())


def in_turn(groups: Iterable[list[Any]]) -> list[Any]:
    """The first of each group, then the second of each, and so on."""
    return [item for round_ in zip_longest(*groups) for item in round_ if item is not None]
