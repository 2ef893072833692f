"""The JSON value of a body and its members, for readers that judge neither. Knows no operation."""

from typing import Any

from conformance.evidence.exchanges import NotJson, parse_json


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
