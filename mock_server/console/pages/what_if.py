"""What if: a row of the journal or a lever, one change just before it, and both histories side by side.

The form only asks. So its answer is the page with the comparison.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import orjson

from mock_server.api.problems import Problem
from mock_server.console.asking import Ask, Reply
from mock_server.console.choice_words import FOR_A_CLIENT
from mock_server.console.forms import ask_of
from mock_server.console.pages.journal import tee_time_of
from mock_server.console.rendering import pretty, words
from mock_server.console.rule_words import TEMPLATES
from mock_server.console.views import Page, View

MOST_LEVERS = 500
_NEWEST = 20
# Beyond this number of lines, a page shows both bodies without a comparison of their lines.
_MOST_LINES = 2000
_MOST_NAMED = 4
# How much of the name of a world the proposed name of a kept history repeats. A name has at most 32 characters.
_OF_NAME = 18
_SPANS = (("15 minutes", "PT15M"), ("1 hour", "PT1H"), ("1 day", "P1D"), ("14 days", "P14D"))
SNAPSHOT = "console"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a body. *differs* says whether the other history has another line in its place."""

    text: str
    differs: bool


async def show(view: View) -> Page:
    """The changes to choose from for the row that the address names; without a row, the newest rows."""
    if not view.query.get("request") and not view.query.get("lever"):
        newest = (await view.read("/journal", limit=_NEWEST))["data"]
        return Page("what_if_rows.html", {"exchanges": newest[::-1]})
    return await _page(view, view.query)


async def replay(view: View, form: Mapping[str, str]) -> Page:
    """Both histories, with the chosen change in one of them."""
    body: dict[str, Any] = _row_in(form)
    call = form.get("own", "").strip() or form.get("call", "")
    if call:
        change = ask_of(view, {"call": _below_control(view, call)})
        path = change.path.removeprefix(view.server.control_base)
        body["change"] = {"method": change.method, "path": path, "body": change.body}
    if name := form.get("keepAs", "").strip():
        body["keepAs"] = name
    ask = view.control("POST", "/replay", body)
    return await _page(view, form, call, ask, await view.send(ask))


def _row_in(form: Mapping[str, str]) -> dict[str, int]:
    """The row that a form or an address names, as the control plane wants it. Raises Problem not_found."""
    for kind in ("request", "lever"):
        if form.get(kind, "").isdecimal():
            return {kind: int(form[kind][:15])}
    raise Problem("not_found", "Choose a row of the journal or of the timeline. The address names none.")


def _below_control(view: View, call: str) -> str:
    """A call that a person may have written without the address of the control plane. Raises Problem."""
    method, _, rest = call.partition(" ")
    if not rest.startswith("/"):
        detail = f"Write a change as method, path and body, such as DELETE /rules, not {call[:100]!r}."
        raise Problem("malformed_json", detail)
    return call if rest.startswith(view.server.control_base) else f"{method} {view.server.control_base}{rest}"


async def _page(
    view: View, form: Mapping[str, str], call: str = "", ask: Ask | None = None, reply: Reply | None = None
) -> Page:
    row = _row_in(form)
    settings = (await view.read("/settings"))["data"]
    chosen = await _chosen(view, row)
    replayed = None if reply is None or reply.is_refusal else reply.data
    facts = {
        "row": row,
        "chosen": chosen,
        "groups": [(group, list(options)) for group, options in _changes(view, chosen, settings)],
        "call": call,
        "own": form.get("own", ""),
        "name": form.get("keepAs") or f"{view.world['name'][:_OF_NAME]}-if-{next(iter(row.values()))}",
        "refusal": reply.sentence if reply is not None and reply.is_refusal else "",
        "replay": replayed,
        "rows": [] if replayed is None else [_compared(item) for item in replayed["rows"]],
        "curl": view.curl(ask or view.control("POST", "/replay", row)),
        "snapshot": view.control("POST", "/worlds/self/snapshots", {"name": SNAPSHOT}),
    }
    return Page("what_if.html", facts)


async def _chosen(view: View, row: Mapping[str, int]) -> Mapping[str, Any]:
    """The row itself. Raises Refused or Problem not_found if the world does not keep it."""
    if "request" in row:
        exchange: Mapping[str, Any] = (await view.read(f"/journal/{row['request']}"))["data"]
        return exchange
    for lever in (await view.read("/levers", limit=MOST_LEVERS))["data"]:
        if lever["number"] == row["lever"]:
            return {**lever, "worldTime": lever["at"]}
    raise Problem("not_found", f"This world does not keep the lever {row['lever']} any more. Choose a newer row.")


def _changes(
    view: View, chosen: Mapping[str, Any], settings: Mapping[str, Any]
) -> Iterable[tuple[str, Iterable[tuple[str, str]]]]:
    """Groups of changes, each with the words and the call of its changes."""
    if "request" in chosen and (place := tee_time_of(chosen)) is not None:
        body = dict(zip(("courseId", "date", "teeTime"), place, strict=True))
        yield (
            "A rival",
            [
                _option(view, "A rival takes every place first", "POST", "/rival", {**body, "leave": 0}),
                _option(view, "A rival leaves one place", "POST", "/rival", {**body, "leave": 1}),
            ],
        )
    yield (
        "The clock",
        [_option(view, f"It is {span} later", "POST", "/clock/advance", {"by": by}) for span, by in _SPANS],
    )
    yield "A rule", [_option(view, item.words, "POST", "/rules", item.rule) for item in TEMPLATES]
    yield "Another answer to a silent point", _answers(view, settings)
    yield (
        "The golf courses",
        [
            _option(view, f"Every course {verb}", "PUT", "/policies/*", {"answer": answer})
            for answer, verb in (("confirm", "confirms"), ("decline", "declines"), ("silent", "stays silent"))
        ],
    )


def _answers(view: View, settings: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name, chosen in settings["alternatives"].items():
        for value, lesson in FOR_A_CLIENT[name].items():
            if value != chosen:
                body = {"alternatives": {name: value}}
                yield _option(view, f"{name} is {value}: {lesson}", "PATCH", "/settings", body)


def _option(view: View, label: str, method: str, path: str, body: Any) -> tuple[str, str]:
    return label, f"{method} {view.server.control_base}{path} {orjson.dumps(body).decode()}"


def _compared(row: Mapping[str, Any]) -> dict[str, Any]:
    """A step, and for a step that differs the lines of both bodies."""
    if row["verdict"] != "different":
        return {**row, "lines": None}
    then, now = (row[history]["body"] for history in ("then", "now"))
    lines = differing(pretty(then).split("\n"), pretty(now).split("\n"))
    return {**row, "lines": lines, "members": differing_members(then, now)}


def differing_members(then: str, now: str) -> list[str]:
    """The first names of members that differ between two bodies; none if a body is no JSON object."""
    try:
        before, after = (_members(orjson.loads(body)) for body in (then, now))
    except orjson.JSONDecodeError:
        return []
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [words(name) for name in names[:_MOST_NAMED]]


def _members(value: Any) -> dict[str, Any]:
    """The innermost members of an object, by their names."""
    found: dict[str, Any] = {}
    for name, inside in value.items() if isinstance(value, dict) else ():
        found |= _members(inside) if isinstance(inside, dict) else {name: inside}
    return found


def differing(then: Sequence[str], now: Sequence[str]) -> tuple[list[Line], list[Line]]:
    """The lines of two texts, each with whether the other text has it in its place."""
    if len(then) + len(now) > _MOST_LINES:
        return [Line(text, False) for text in then], [Line(text, False) for text in now]
    common: tuple[set[int], set[int]] = (set(), set())
    for block in SequenceMatcher(None, then, now, autojunk=False).get_matching_blocks():
        common[0].update(range(block.a, block.a + block.size))
        common[1].update(range(block.b, block.b + block.size))
    return (
        [Line(text, place not in common[0]) for place, text in enumerate(then)],
        [Line(text, place not in common[1]) for place, text in enumerate(now)],
    )
