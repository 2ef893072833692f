"""Media types of a contract, and the JSON of a body."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import orjson

from conformance.evidence.json_values import NotJson, is_too_deep, parse_json

_MEDIA_TYPE = re.compile(r"[a-z]{1,20}/[a-z0-9.+-]{1,60}", re.ASCII)


def declared_media(declared: Iterable[str], sent: str) -> str | None:
    """The declared media type or range that *sent*, a Content-Type, meets; None if there is none. Without a
    Content-Type, it is the first that is declared.
    """
    known = list(declared)
    wanted = sent.partition(";")[0].strip().lower()
    if not wanted:
        return next(iter(known), None)
    ranges = (wanted, f"{wanted.partition('/')[0]}/*", "*/*")
    return next((media for name in ranges for media in known if media.partition(";")[0].strip().lower() == name), None)


def shown_media(content_type: str) -> str:
    """The media type in *content_type*, as far as it is one. A caller can write anything there."""
    name = content_type.partition(";")[0].strip().lower()
    return name if _MEDIA_TYPE.fullmatch(name) else "(masked)"


@lru_cache(maxsize=4)
def read_json(content: bytes) -> tuple[bool, Any]:
    """Whether *content* is JSON that a validator can follow, and its value. Two contracts read the same body one after
    the other.
    """
    try:
        value = orjson.loads(content)
    except orjson.JSONDecodeError:
        pass
    else:
        return (False, None) if is_too_deep(content, value) else (True, value)
    try:
        return True, parse_json(content)
    except NotJson:
        return False, None
