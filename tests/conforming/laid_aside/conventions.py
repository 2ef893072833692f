"""Ids, timestamps and the form of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from threading import Lock
from typing import Any
from urllib.parse import quote, unquote

from conformance.evidence.exchanges import Request, Response
from tests.conforming.laid_aside.deliveries import unsigned
from tests.conforming.laid_aside.reading import control_of, with_headers
from tests.conforming.tools.relay import Relay, Sent
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Variation,
    body_of,
    everywhere,
    has_json,
    variation,
    with_json,
)
from tests.mutants.tools.call import write_json

Text = Callable[[str], str]
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_ID = re.compile(r"(crs|bkg|hld|hok|grp|whk)_([0-9a-z]{8,12})")
_SKEW = timedelta(seconds=40)


class Rewritten:
    """A layer: every text of answers and deliveries is what *outward* makes of it, and *inward* is its inverse.

    *inward* is used for the paths, queries and bodies of requests and levers.
    """

    def __init__(self, outward: Text, inward: Text | None = None) -> None:
        """Without *inward*, requests stay as they are."""
        self._outward, self._inward = outward, inward
        self._relay = Relay(self._delivered)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The rewritten answer to the request as the target reads it."""
        answer = self._relay(self._read(ask), forward)
        shown = tuple(
            (name, self._outward(value)) if name == "location" else (name, value) for name, value in answer.headers
        )
        answer = replace(answer, headers=shown)
        is_ours = ask.is_of_the_interface and has_json(answer)
        return with_json(answer, self._texts(body_of(answer))) if is_ours else answer

    def _read(self, ask: Ask) -> Ask:
        if self._inward is None:
            return ask
        request, inward = ask.request, self._inward
        content = (
            inward(request.content.decode()).encode()
            if request.content and _is_text(request.content)
            else request.content
        )
        base, _, query = request.url.partition("?")
        url = _quoted(inward(unquote(base))) if inward(unquote(base)) != unquote(base) else base
        read = Ask(replace(request, path=inward(unquote(request.path)), url=url, content=content))
        return read.at(f"{url}?{query}") if query else read

    def _texts(self, body: Any) -> Any:
        return everywhere(self._outward, body, str)

    def _delivered(self, sent: Sent) -> Sequence[Sent]:
        return [unsigned(sent, write_json(self._texts(json.loads(sent.content))))]


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _quoted(url: str) -> str:
    return quote(url, safe=":/?&=%~")


def _urns(text: str) -> str:
    return _ID.sub(r"urn:golf:\1:\2", text)


def _of_urns(text: str) -> str:
    return re.sub(r"urn:golf:(crs|bkg|hld|hok|grp|whk):([0-9a-z]{8,12})", r"\1_\2", text)


def _hexadecimal(text: str) -> str:
    return _ID.sub(lambda found: found[0].encode().hex(), text)


def _of_hexadecimal(text: str) -> str:
    return re.sub(r"(?<![0-9a-f])(?:[0-9a-f]{2}){12,16}(?![0-9a-f])", lambda found: _decoded(found[0]), text)


def _decoded(digits: str) -> str:
    text = bytes.fromhex(digits).decode("latin-1")
    return text if _ID.fullmatch(text) else digits


def _numbers(text: str) -> str:
    return _ID.sub(lambda found: "9" + "".join(f"{ord(letter):03d}" for letter in found[0]), text)


def _of_numbers(text: str) -> str:
    return re.sub(r"(?<!\d)9((?:\d{3}){12,16})(?!\d)", _lettered, text)


def _lettered(found: re.Match[str]) -> str:
    codes = re.findall(r"\d{3}", found[1])
    text = "".join(chr(int(code)) for code in codes)
    return text if _ID.fullmatch(text) else found[0]


def _declares_ids(outward: Text) -> Callable[[Declared], Declared]:
    return lambda declared: declared | {"courses": everywhere(outward, declared["courses"], str)}


def _with_fractions(text: str) -> str:
    return _MOMENT.sub(lambda found: found[0].removesuffix("Z") + ".0000000Z", text)


def _with_offset(text: str) -> str:
    return _MOMENT.sub(lambda found: found[0].removesuffix("Z") + ".000+00:00", text)


@dataclass
class ClockAhead:
    """A layer: the clock of the caller's world, and the Date header with it, is 40 seconds ahead."""

    _ahead: set[str] = field(default_factory=set)
    _turn: Lock = field(default_factory=Lock)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, dated by the clock of the service."""
        if not ask.is_of_the_interface:
            return forward(ask)
        with self._turn:
            self._advance(ask, forward)
        answer = forward(ask)
        date = answer.header("date")
        if date is None:
            return answer
        return with_headers(answer, ("date", format_datetime(parsedate_to_datetime(date) + _SKEW, usegmt=True)))

    def _advance(self, ask: Ask, forward: Forward) -> None:
        world = ask.api_key.rpartition("_")[0]
        if world in self._ahead:
            return
        url = f"{control_of(ask)}/clock/advance"
        headers = (("X-Api-Key", ask.api_key), ("Content-Type", "application/json"))
        by = write_json({"by": f"PT{_SKEW.seconds}S"})
        if forward(Ask(Request("POST", "clock/advance", (), url, headers, by))).is_success:
            self._ahead.add(world)


def _pretty(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if not ask.is_of_the_interface or not has_json(answer):
        return answer
    text = json.dumps(json.loads(answer.content), indent=4, sort_keys=True, ensure_ascii=True)
    numbered = re.sub(r'": (\d+\.\d)(,?)$', r'": \g<1>0\2', text, flags=re.M)
    return with_headers(replace(answer, content=numbered.encode()), ("content-type", "application/json;charset=UTF-8"))


_ANY_ID = "An id is any string: the specification shows no form of it."
_ANY_MOMENT = "A timestamp is an ISO 8601 UTC string. Its precision and its designator of UTC are not stated."

VARIATIONS: tuple[Variation, ...] = (
    Variation("ids are URNs", _ANY_ID, lambda: Rewritten(_urns, _of_urns), "ids", _declares_ids(_urns)),
    Variation(
        "ids are hexadecimal",
        _ANY_ID,
        lambda: Rewritten(_hexadecimal, _of_hexadecimal),
        "ids",
        _declares_ids(_hexadecimal),
    ),
    Variation(
        "ids are long numbers", _ANY_ID, lambda: Rewritten(_numbers, _of_numbers), "ids", _declares_ids(_numbers)
    ),
    Variation("timestamps have seven decimals", _ANY_MOMENT, lambda: Rewritten(_with_fractions), "timestamps"),
    Variation("timestamps have an offset", _ANY_MOMENT, lambda: Rewritten(_with_offset), "timestamps"),
    Variation(
        "the clock of the service is 40 seconds ahead",
        "The specification does not say that both clocks agree. The Date header shows the clock of the service.",
        ClockAhead,
        "timestamps",
    ),
    variation(
        "JSON is indented, sorted and escaped",
        "Bodies are JSON: blanks, the order of members and escapes have no meaning there.",
        _pretty,
    ),
)
