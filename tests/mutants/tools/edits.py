"""Edits of JSON values at a path: the small faults most mutants consist of.

A path is dotted names with brackets for lists: ``data[*].holes`` is every item, ``data[-1].holes`` the last,
``data[1::2].holes`` every second one. Places that do not exist are left alone: no edit makes a shape up.
Every edit is a function from a JSON value to a JSON value and may change the value it is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Edit = Callable[[Any], Any]

_PATH = re.compile(r"[A-Za-z]\w*(\[[-:*\d]+\])*(\.[A-Za-z]\w*(\[[-:*\d]+\])*)*")


def alter(path: str, change: Callable[[Any], Any]) -> Edit:
    """Replaces every value at *path* by what *change* makes of it."""
    steps = _steps(path)

    def edit(body: Any) -> Any:
        for holder, key in list(_places(body, steps)):
            holder[key] = change(holder[key])
        return body

    return edit


def put(path: str, value: object) -> Edit:
    """Replaces every value at *path* by *value*."""
    return alter(path, lambda _: value)


def drop(path: str) -> Edit:
    """Removes every value at *path*."""
    steps = _steps(path)

    def edit(body: Any) -> Any:
        for holder, key in reversed(list(_places(body, steps))):
            del holder[key]
        return body

    return edit


def rename(path: str, name: str) -> Edit:
    """Gives the member at *path* another name."""
    steps = _steps(path)

    def edit(body: Any) -> Any:
        for holder, key in list(_places(body, steps)):
            holder[name] = holder.pop(key)
        return body

    return edit


def where(condition: Callable[[Any], bool], edit: Edit) -> Edit:
    """*edit* on values that meet *condition*, and no change on the others."""
    return lambda body: edit(body) if condition(body) else body


def _steps(path: str) -> list[str]:
    """``data[-1].holes`` as ["data", "-1", "holes"]."""
    if not _PATH.fullmatch(path):
        raise ValueError(f"{path!r} is not a path. Write names and brackets: data[-1].holes, data[1::2].id.")
    return path.replace("]", "").replace("[", ".").split(".")


def _places(value: Any, steps: list[str]) -> Iterator[tuple[Any, Any]]:
    """The places the steps lead to, each as the object or list that holds it and the key in it."""
    for key in _keys(value, steps[0]):
        if len(steps) == 1:
            yield value, key
        else:
            yield from _places(value[key], steps[1:])


def _keys(value: Any, step: str) -> list[Any]:
    if isinstance(value, dict):
        return [step] if step in value else []
    if isinstance(value, list) and not step[0].isalpha():
        return _indices(len(value), step)
    return []


def _indices(length: int, step: str) -> list[int]:
    if step == "*":
        return list(range(length))
    if ":" in step:
        bounds = [int(part) if part else None for part in step.split(":")]
        return list(range(length))[slice(*bounds)]
    index = int(step)
    return [index] if -length <= index < length else []


def swapped(first: str, second: str, at: str) -> Edit:
    """Exchanges two members of every object at *at*."""
    return alter(at, lambda holder: holder | {first: holder.get(second), second: holder.get(first)})


def repeated(at: str) -> Edit:
    """Shows the first item of the list at *at* twice."""
    return alter(at, lambda items: [*items[:1], *items])
