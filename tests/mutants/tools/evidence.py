"""What somebody who sees a report alone has to find in it, and what of that a report lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_FEWEST_WORDS = 2
# A request line, an id, a day or a time: each names the place of a finding.
_CONDITION = re.compile(r"(GET|POST|PUT|DELETE) (/|http)|\b[a-z]{3}_\w+|\d{4}-\d\d-\d\d|\b\d\d:\d\d\b|https?://")


def lacking(folder: Path, screen: str, row_id: str) -> list[str]:
    """What the reports in *folder* and the *screen* of the terminal lack about the finding under *row_id*."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    found = next(row for row in report["requirements"] if row["id"] == row_id)
    entries = json.loads((folder / "exchanges.har").read_text(encoding="utf-8"))["log"]["entries"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    return [*_of_the_words(found), *_of_the_proof(found, entries, page), *_of_the_screen(found, entries, screen)]


def _of_the_words(found: Mapping[str, Any]) -> Iterator[str]:
    for name in ("expected", "actual"):
        if len(str(found[name] or "").split()) < _FEWEST_WORDS:
            yield f"{name} is {found[name]!r}"
    if not _CONDITION.search(found["message"]):
        yield f"the message names no request, id, day or time: {found['message']}"


def _of_the_proof(found: Mapping[str, Any], entries: list[Any], page: str) -> Iterator[str]:
    if not found["proof"]:
        yield "no exchange proves the finding"
    for number in found["proof"]:
        if entries[number]["_number"] != number:
            yield f"exchange {number} is {entries[number]['_number']} in the archive"
    if found["proof"] and f'id="x{found["proof"][0]}"' not in page:
        yield f"the page does not show exchange {found['proof'][0]}"


def _of_the_screen(found: Mapping[str, Any], entries: list[Any], screen: str) -> Iterator[str]:
    shown = screen.partition(f"\n{found['id']} ")[2]
    for word in ("costs", "actual", "seen in", "repeat"):
        if f"\n  {word} " not in shown:
            yield f"the terminal does not show {word!r}"
    if found["proof"] and not found["program"]:
        request = entries[found["proof"][0]]["request"]
        repeat = next((line for line in shown.splitlines() if line.startswith("  repeat ")), "")
        if request["url"] not in repeat or (request["method"] != "GET" and f"-X {request['method']} " not in repeat):
            yield f"the curl line does not repeat {request['method']} {request['url']}: {repeat}"
