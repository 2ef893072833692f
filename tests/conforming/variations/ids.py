"""Ids of other shapes, turned both ways: what the target shows is mapped, what it is sent is mapped back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from conformance.evidence.exchanges import Response
from tests.conforming.tools.relay import Relay, Sent
from tests.conforming.tools.variation import Ask, Handler, Variation, body_of, everywhere, with_json
from tests.mutants.tools.call import write_json

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_KINDS = ("crs", "bkg", "hld", "hok", "grp", "whk")
_OWN = re.compile(rf"\b({'|'.join(_KINDS)})_([{_DIGITS}]{{12}}|[{_DIGITS}]{{8}})\b")
_PRIME = 99991


def _number(found: re.Match[str]) -> int:
    value = 1
    for digit in found[2]:
        value = value * 32 + _DIGITS.index(digit)
    value = value * len(_KINDS) + _KINDS.index(found[1])
    # A check digit, so that an id which nobody was given stays unknown.
    return value * _PRIME + value % _PRIME


def _own_id(number: int) -> str | None:
    value, check = divmod(number, _PRIME)
    if value % _PRIME != check:
        return None
    value, kind = divmod(value, len(_KINDS))
    text = ""
    while value > 1:
        value, digit = divmod(value, 32)
        text = _DIGITS[digit] + text
    return f"{_KINDS[kind]}_{text}" if value == 1 and len(text) in (8, 12) else None


def _as_uuid(number: int) -> str:
    text = f"{number:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _from_uuid(text: str) -> int | None:
    return int(text.replace("-", ""), 16) if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", text) else None


def _from_decimal(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[1-9][0-9]{10,29}", text) else None


def _as_path(number: int) -> str:
    return f"Größe/{number:x} №1"


def _as_urn(number: int) -> str:
    return f"urn:tee+time:{number:x};v=1.0~a"


def _from_urn(text: str) -> int | None:
    found = re.fullmatch(r"urn:tee\+time:([0-9a-f]+);v=1\.0~a", text)
    return int(found[1], 16) if found else None


def _from_path(text: str) -> int | None:
    found = re.fullmatch(r"Größe/([0-9a-f]+) №1", text)
    return int(found[1], 16) if found else None


def _mapped(name: str, show: Callable[[int], str], read: Callable[[str], int | None]) -> Variation:
    def out(value: str) -> str:
        found = _OWN.fullmatch(value)
        return show(_number(found)) if found else value

    def back(value: str) -> str:
        number = read(value)
        return value if number is None else _own_id(number) or value

    def shown(sent: Sent) -> Sequence[Sent]:
        return [replace(sent, content=_told(sent.content, out))]

    def build() -> Handler:
        relay = Relay(shown)
        return lambda ask, forward: _shown(relay(_understood(ask, back), forward), out)

    def declares(declared: dict[str, Any]) -> dict[str, Any]:
        return declared | {"courses": everywhere(out, declared["courses"], str)}

    sentence = "The specification says that ids are strings, and no more."
    return Variation(name, sentence, build, "shape of ids", declares)


def _told(content: bytes, out: Callable[[str], str]) -> bytes:
    """A delivery with these ids, also where it carries JSON as text."""
    return write_json(everywhere(lambda text: _OWN.sub(lambda found: out(found[0]), text), json.loads(content), str))


def _understood(ask: Ask, back: Callable[[str], str]) -> Ask:
    parts = urlsplit(ask.request.url)
    path = "/".join(quote(back(unquote(part)), safe="") for part in parts.path.split("/"))
    query = {name: back(value) for name, value in ask.query.items()}
    moved = ask.at(urlunsplit(parts._replace(path=path)))
    moved = moved if query == ask.query else moved.asking(**query)
    headers = tuple((name, back(value)) for name, value in moved.request.headers)
    moved = Ask(replace(moved.request, headers=headers, path=_below_base(path) if ask.is_of_the_interface else path))
    body = moved.json()
    return moved if body is None else moved.with_json(everywhere(back, body, str))


def _below_base(path: str) -> str:
    return path.partition("/api/v1")[2] or path


def _shown(answer: Response, out: Callable[[str], str]) -> Response:
    headers = tuple(
        (name, _OWN.sub(lambda found: quote(out(found[0]), safe=""), value)) for name, value in answer.headers
    )
    answer = replace(answer, headers=headers)
    if answer.content[:1] not in (b"{", b"["):
        return answer
    return with_json(answer, everywhere(out, body_of(answer), str))


VARIATIONS = (
    _mapped("ids like UUIDs", _as_uuid, _from_uuid),
    _mapped("ids of digits", str, _from_decimal),
    _mapped("ids with a slash, a blank and letters of two scripts", _as_path, _from_path),
    _mapped("ids with colons, plus signs and dots", _as_urn, _from_urn),
)
