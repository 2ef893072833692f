"""Reads and writes JSON bodies: strict on the way in, exact about money on the way out."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from decimal import Decimal
from typing import Any

import orjson

from mock_server.api.problems import Finding, Problem

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class _DuplicateMember(ValueError):
    pass


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _DuplicateMember(f"The member {twice[:80]!r} appears twice in one object. Send it once.")
    return members


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number. Send a number.")


def _finite(text: str) -> float:
    """The number in a text with a point or an exponent. A whole number becomes an int, as in JSON Schema."""
    number = float(text)
    if number - number != 0:
        raise ValueError(f"The number {text[:40]} is too large. Send a smaller number.")
    return int(number) if abs(number) <= _MOST_EXACT and number.is_integer() else number


# Beyond this bound, one float represents several whole numbers.
_MOST_EXACT = 2**53


def _bounded(text: str) -> int:
    if len(text) > 18:
        raise ValueError(f"The number {text[:20]}... is too large. Send a smaller number.")
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_bounded
)


def _malformed(detail: str) -> Problem:
    return Problem("malformed_json", detail, [Finding("/body", "syntax", detail)])


def parse_json(raw: bytes) -> Any:
    """The JSON value of a body (RFC 8259).

    Raises Problem malformed_json for bytes that are not UTF-8, NaN and Infinity, numbers out of range, duplicate
    members, lone surrogates, U+0000 and nesting beyond what can be read.
    """
    try:
        text = raw.decode("utf-8")
        value = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise _malformed(f"The body is not UTF-8: see byte {error.start}. Send it in UTF-8.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise _malformed(f"The body stops being JSON at {place}. Send valid JSON.") from None
    except RecursionError:
        raise _malformed("The body is nested too deeply. Send fewer levels.") from None
    except ValueError as error:
        raise _malformed(str(error)) from None
    if "\\u" in text:
        _require_text(value)
    return value


def _require_text(value: Any) -> None:
    """Refuses U+0000 and lone surrogates, which only an escape can contain."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str) and ("\x00" in part or any("\ud800" <= letter <= "\udfff" for letter in part)):
            raise _malformed("A string has U+0000 or a lone surrogate. Remove it.")


async def read_body(receive: Receive, limit: int) -> bytes:
    """The whole body of a request. Raises Problem body_too_large beyond *limit* bytes."""
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _malformed("The connection ended before the body did.")
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size > limit:
            raise Problem(
                "body_too_large",
                f"A body has at most {limit} bytes. Send a shorter body.",
                headers={"Connection": "close"},
            )
        if not message.get("more_body", False):
            return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _money(value: object) -> orjson.Fragment:
    if isinstance(value, Decimal):
        return orjson.Fragment(f"{value:.2f}".encode())
    raise TypeError(f"{type(value).__name__} does not go into JSON")


def write_json(value: Any) -> bytes:
    """*value* as JSON. A Decimal is money and becomes a number with exactly two decimals."""
    return orjson.dumps(value, default=_money)


def written_once(value: Any) -> orjson.Fragment:
    """*value* as JSON that goes unchanged into other JSON. Its bytes have no spare room, since they are kept."""
    return orjson.Fragment(bytes(memoryview(write_json(value))))
