"""The JSON value of a body and its members, for readers that judge neither. Knows no operation."""

import json
import re
from decimal import Decimal
from typing import Any

_DEEPEST = 64
_NO_BRACKETS = bytes(set(range(256)) - set(b"{}[]"))
_TOO_DEEP = f"it is nested more than {_DEEPEST} levels deep"
_SURROGATE = re.compile(rb"\\u[dD][89abAB]|\\u[dD][c-fC-F]|\xed[\xa0-\xbf]")


class NotJson(ValueError):
    """A body is not JSON; the message says where it stops being JSON."""


def parse_json(content: bytes) -> Any:
    """The JSON value of *content*: whole numbers as `int`, others as exact `Decimal`.

    JSON can spell half a surrogate pair, but no text can hold it, so it becomes a replacement character. Raises
    `NotJson`, also for a value that is nested too deeply.
    """
    try:
        value = json.loads(content, parse_float=Decimal, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    except ValueError as error:
        raise NotJson(str(error)) from error
    if is_too_deep(content, value):
        raise NotJson(_TOO_DEEP)
    return _whole(value) if _SURROGATE.search(content) else value


def is_too_deep(content: bytes, value: Any) -> bool:
    """Whether *content*, whose value is *value*, is nested more deeply than validators can follow."""
    return not _is_shallow(content) and _is_deep(value)


def _is_shallow(content: bytes) -> bool:
    """Whether the brackets of *content*, those in texts included, show that it is not nested too deeply. It takes a
    tenth of the time of `_is_deep`, and cannot tell where a text has a bracket without its twin.
    """
    brackets = content.translate(None, _NO_BRACKETS)
    # Each turn removes one level or two.
    for _ in range(_DEEPEST // 2):
        if not brackets:
            return True
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
    return False


def _is_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_DEEPEST):
        if not level:
            return False
        inner = [item for outer in level for item in (outer.values() if isinstance(outer, dict) else outer)]
        level = [item for item in inner if isinstance(item, dict | list)]
    return bool(level)


def _whole(value: Any) -> Any:
    """*value* with texts that can be encoded."""
    if isinstance(value, str):
        return value.encode("utf-8", errors="replace").decode("utf-8")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(item) for name, item in value.items()}
    return value


def _refuse_constant(token: str) -> None:
    raise NotJson(f"{token} is not a JSON number")


def json_of(content: bytes | None) -> Any:
    """The JSON value of a body, None when there is no body or no JSON."""
    try:
        return parse_json(content) if content else None
    except NotJson:
        return None


def member_at(body: Any, place: str) -> Any:
    """The value at a dotted place, such as `data.id`. None when a member on the way is absent."""
    value = body
    for member in place.split("."):
        value = value.get(member) if isinstance(value, dict) else None
    return value
