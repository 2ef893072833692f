"""Whether a JSON body has a value at a path. An envelope around the path may be there or not."""

from collections.abc import Mapping
from typing import Any


def reaches(body: Any, tail: tuple[str, ...]) -> bool:
    """Whether there is a value at *tail*: below the body itself, below its `data`, or below an item of that list."""
    inside = body["data"] if isinstance(body, Mapping) and "data" in body else None
    below = [body, inside, *(inside if isinstance(inside, list) else [])]
    return any(_has(value, tail) for value in below if value is not None)


def _has(value: Any, path: tuple[str, ...]) -> bool:
    if not path:
        return isinstance(value, Mapping | list)
    if path[0] == "[]":
        return isinstance(value, list) and any(_has_after(item, path[1:]) for item in value)
    return isinstance(value, Mapping) and path[0] in value and _has_after(value[path[0]], path[1:])


def _has_after(value: Any, path: tuple[str, ...]) -> bool:
    return not path or _has(value, path)
