"""Reads bodies from a HAR archive, as browsers, proxies, our own runs and the journal of the sandbox write them.

An archive may have only the beginning of a body, a compressed body, or no body. No reader may judge such a body as a
whole, so it is a *gap* here, with a sentence. Knows one body, not its exchange.
"""

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from conformance.evidence.json_values import NotJson, parse_json

# Marks a body of which the archive has only the beginning.
CUT_MARK = "_truncated"

CUT = "the recording has only the beginning of the body"
MISSING = "the recording does not have the body"
COMPRESSED = "the recording has the body in a compressed form that cannot be read"

_MOST_BYTES = 64 * 1024 * 1024
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


@dataclass(frozen=True)
class RecordedBody:
    """A body; *content* is None when there is none, or when there is a *gap*, a sentence about the missing part."""

    content: bytes | None
    gap: str | None = None


def sent_body(member: Any, size: Any, headers: Sequence[tuple[str, str]]) -> RecordedBody:
    """The body in *member*, the `postData` of an entry, or None. *size* is the `bodySize` of its request.

    Raises `TypeError` or `ValueError` when *member* is damaged.
    """
    if member is None:
        return RecordedBody(None, MISSING if _count(size) > 0 else None)
    if "text" not in member:
        return _form(member, size)
    return _whole(member, size, headers, member.get("_encoding", member.get("encoding")))


def answered_body(member: Any, size: Any, headers: Sequence[tuple[str, str]], status: int) -> RecordedBody:
    """The body in *member*, the `content` of an answer. *size* is the `bodySize` of the answer.

    Raises `TypeError` or `ValueError` when *member* is damaged.
    """
    if member.get("text") is None:
        is_empty = member.get("size") == 0 or size == 0 or status in (204, 205, 304)
        return RecordedBody(b"") if is_empty else RecordedBody(None, MISSING)
    return _whole(member, member.get("size"), headers, member.get("encoding"))


def content_of(text: Any, encoding: Any) -> bytes:
    """The bytes of *text*. Raises `TypeError` or `ValueError` when *text* is none, or its encoding is unknown."""
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a text")
    if encoding not in (None, "", "base64"):
        raise ValueError(f"the encoding {encoding!r} is unknown")
    try:
        return base64.b64decode(text, validate=True) if encoding else text.encode("utf-8")
    except binascii.Error as error:
        raise ValueError(f"a body is not base64 ({error})") from error


def _form(member: Mapping[str, Any], size: Any) -> RecordedBody:
    """Some browsers write a form only as its parameters."""
    pairs = [(str(pair.get("name", "")), str(pair.get("value", ""))) for pair in member.get("params") or ()]
    if pairs:
        return RecordedBody(urlencode(pairs).encode())
    return RecordedBody(None, MISSING) if _count(size) != 0 else RecordedBody(b"")


def _whole(member: Mapping[str, Any], size: Any, headers: Sequence[tuple[str, str]], encoding: Any) -> RecordedBody:
    content = content_of(member["text"], encoding)
    if _is_cut(member, content, size):
        return RecordedBody(None, CUT)
    if not encoding:
        return RecordedBody(content)
    return _unpacked(content, _header(headers, "content-encoding"))


def _is_cut(member: Mapping[str, Any], content: bytes, size: Any) -> bool:
    """Whether *content* is only the beginning. An archive without marks shows this only by the size: then a body that
    is shorter than its size, and no complete JSON, is cut.
    """
    mark = member.get(CUT_MARK)
    if isinstance(mark, bool):
        return mark
    return _count(size) > len(content) > 0 and "json" in str(member.get("mimeType", "")) and not _is_json(content)


def _unpacked(content: bytes, coding: str) -> RecordedBody:
    """The body behind a content coding. Most programs write the body unpacked, and its header unchanged."""
    if coding in ("", "identity") or _is_json(content):
        return RecordedBody(content)
    if not content.startswith(_GZIP_MAGIC) and coding != "deflate":
        return RecordedBody(content) if "gzip" in coding else RecordedBody(None, COMPRESSED)
    unpacking = zlib.decompressobj(_GZIP_OR_ZLIB)
    try:
        unpacked = unpacking.decompress(content, _MOST_BYTES)
    except zlib.error:
        return RecordedBody(None, COMPRESSED)
    return RecordedBody(unpacked) if unpacking.eof else RecordedBody(None, CUT)


def _is_json(content: bytes) -> bool:
    try:
        parse_json(content)
    except NotJson:
        return False
    return True


def _header(headers: Sequence[tuple[str, str]], name: str) -> str:
    return next((value.strip().lower() for header, value in headers if header.lower() == name), "")


def _count(size: Any) -> int:
    """A number of bytes. Archives write -1 for an unknown size."""
    return size if isinstance(size, int) and not isinstance(size, bool) else -1
