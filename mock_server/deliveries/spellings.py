"""Writes one JSON document in the spellings of parsers and frameworks. Knows nothing of signatures."""

import json
from collections.abc import Iterator
from typing import Any

_WRITERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("written without blanks", {"separators": (",", ":"), "ensure_ascii": False}),
    ("written with blanks after commas and colons", {"ensure_ascii": False}),
    ("written over several lines, indented by 2", {"indent": 2, "ensure_ascii": False}),
    ("written over several lines, indented by 4", {"indent": 4, "ensure_ascii": False}),
)

_TWISTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("", {}),
    (", with keys in alphabetical order", {"sort_keys": True}),
    (", with letters beyond ASCII escaped", {"ensure_ascii": True}),
    (", with keys in alphabetical order and letters beyond ASCII escaped", {"sort_keys": True, "ensure_ascii": True}),
)


def spellings(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Other spellings of a body, each with its description, simplest first. A body that is no JSON has few."""
    yield "with a newline at its end", body + b"\n"
    yield "without the white space at its ends", body.strip()
    yield "with line ends of CR LF", body.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return
    for words, writer in _WRITERS:
        for more, twist in _TWISTS:
            yield words + more, json.dumps(document, **{**writer, **twist}).encode(errors="surrogatepass")
