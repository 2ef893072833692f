"""The statements of pages that name a part of the messages: a command with its continued lines, or a line of prose."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from openapi.concerns.pages import PATTERNS, TREE
from openapi.concerns.parts import Call, Part, Where, has_word
from openapi.concerns.subjects import Concern
from openapi.diff.model import Side
from openapi.places import Place, shown_path

_LONGEST = 90


@dataclass(frozen=True)
class _Statement:
    file: Path
    number: int
    text: str


def touches(part: Part) -> Iterator[Concern]:
    """The statements that name one of the operations and the part of it."""
    for pattern in PATTERNS:
        for file in sorted(TREE.glob(pattern)):
            for statement in _statements(file):
                if _is_about(statement.text, part):
                    place = Place(shown_path(file), statement.number)
                    yield Concern("page", file.stem, place, statement.text.strip()[:_LONGEST])


def _statements(file: Path) -> Iterator[_Statement]:
    """The lines of a page. A line that ends with a backslash continues in the next line."""
    text, begin = "", 0
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        begin = begin if text else number
        text += line.removesuffix("\\")
        if not line.endswith("\\"):
            yield _Statement(file, begin, text)
            text = ""


def _is_about(text: str, part: Part) -> bool:
    if part.where is Where.NAME:
        return part.is_distinct and f"`{part.word}`" in text
    calls = [call for call in part.calls if _names(text, call)]
    if part.where is Where.WHOLE or not calls:
        return bool(calls)
    # Commands send requests: the members of answers follow the status, in quotes, and before the address.
    return has_word(_side(text, part), part.word)


def _side(text: str, part: Part) -> str:
    asked = re.match(r"\s*ask ('[^']*')(.*)", text)
    return text if asked is None else asked[2] if part.side is Side.REQUEST else asked[1]


def _names(text: str, call: Call) -> bool:
    if has_word(text, call.id):
        return True
    path = re.sub(r"{\w+}", r"[^/\\s\"?`']+", call.path)
    return re.search(rf"{path}(?![\w/-])", text) is not None and _method(text) == call.method


def _method(text: str) -> str:
    """The method that a command of curl sends, or the method before a path in prose."""
    written = re.search(r"-X ([A-Z]+)|\b(GET|PUT|POST|DELETE) `?/", text)
    if written:
        return written[1] or written[2]
    return "POST" if re.search(r"(^|\s)-d ", text) else "GET"
