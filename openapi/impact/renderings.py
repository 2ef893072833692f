"""An impact as text for terminals, as Markdown for pull requests, and as JSON for programs."""

import json
from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from openapi.concerns.rooms import absence
from openapi.concerns.subjects import Concern
from openapi.concerns.traffic import Traffic
from openapi.diff.model import Difference
from openapi.impact.joining import Impact, Touched

_WIDTH = 80
_MOST_SHOWN = 8
# kind -> its plural. The order is the order of every rendering.
_PLURALS: Mapping[str, str] = {
    "must row": "must rows",
    "should row": "should rows",
    "open point": "open points",
    "check": "checks",
    "assumption": "assumptions",
    "example": "examples",
    "handler": "handlers",
    "code": "lines of code",
    "column": "columns",
    "mutant": "mutants",
    "client": "clients",
    "page": "pages",
}
_PEOPLE = (("agencies that call", "client"), ("receivers of webhooks", "receiver"))


def text(impact: Impact) -> str:
    """The summary, then each difference with its place, its verdict and what it touches."""
    lines = [*wrap(_summary(impact), _WIDTH), *_notes(impact)]
    for item in impact.touched:
        lines += ["", *_headed(item.difference)]
        for kind, concerns in _by_kind(item.concerns):
            lines.append(f"  {len(concerns)} {_words(kind, len(concerns))}")
            for concern in concerns[:_MOST_SHOWN]:
                lines += _wrapped(f"{concern.place} {concern.name}", 4)
                lines += _wrapped(concern.says, 8) if kind not in ("code", "handler", "page") else []
            if len(concerns) > _MOST_SHOWN:
                lines.append(f"    and {len(concerns) - _MOST_SHOWN} more: --format json lists all")
        if item.traffic is not None:
            lines += _wrapped(f"run: {_carried(item.traffic)}", 2)
    return "\n".join(lines) + "\n"


def markdown(impact: Impact) -> str:
    """The same as a list, folded behind each difference."""
    lines = [f"**{_summary(impact)}**", "", *_notes(impact)]
    for item in impact.touched:
        difference = item.difference
        lines += ["", f"<details><summary>{_escaped(_title(difference))}</summary>", "", f"`{difference.place}`", ""]
        for kind, concerns in _by_kind(item.concerns):
            names = ", ".join(f"`{concern.name}`" for concern in concerns)
            lines.append(f"- {len(concerns)} {_words(kind, len(concerns))}: {names}")
        lines += [f"- run: {_escaped(_carried(item.traffic))}"] if item.traffic is not None else []
        lines += ["", "</details>"]
    return "\n".join(lines) + "\n"


def as_json(impact: Impact) -> str:
    """Everything, for programs."""
    found = {
        "old": impact.comparison.old,
        "new": impact.comparison.new,
        "counts": dict(impact.counts),
        "absent": impact.absent,
        "notCompared": impact.comparison.not_compared,
        "differences": [_item(item) for item in impact.touched],
    }
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


RENDERINGS: Mapping[str, Callable[[Impact], str]] = {"text": text, "json": as_json, "markdown": markdown}


def _summary(impact: Impact) -> str:
    number = len(impact.touched)
    if not number:
        return f"No differences between {impact.comparison.old} and {impact.comparison.new}: nothing is touched."
    counts = impact.counts
    things = [f"{counts[kind]} {_words(kind, counts[kind])}" for kind in _PLURALS if counts.get(kind)]
    subject = "1 difference touches" if number == 1 else f"{number} differences touch"
    return f"{subject} {', '.join(things) or 'nothing that this installation knows'}."


def _notes(impact: Impact) -> Iterator[str]:
    if impact.absent:
        yield from wrap(absence(impact.absent), _WIDTH, break_on_hyphens=False, break_long_words=False)
    for sentence in impact.comparison.not_compared:
        yield from wrap(f"Not compared: {sentence}", _WIDTH)


def _headed(difference: Difference) -> list[str]:
    place = str(difference.place) or "(no file is known)"
    return [place, *_wrapped(_title(difference), 2)]


def _title(difference: Difference) -> str:
    uses = difference.uses
    more = f" and {len(uses) - 1} more" if len(uses) > 1 else ""
    part = f", {difference.part}" if difference.part else ""
    return f"{_verdict(difference)}: {difference.subject}{more}{part}. {difference.sentence}"


def _verdict(difference: Difference) -> str:
    """The verdict in one word, and for whom it is not compatible."""
    verdict = difference.verdict.name.lower()
    for people, member in _PEOPLE:
        if difference.verdict and getattr(difference, member) is difference.verdict:
            return f"{verdict} for {people}"
    return verdict


def _by_kind(concerns: tuple[Concern, ...]) -> Iterator[tuple[str, list[Concern]]]:
    for kind in _PLURALS:
        found = [concern for concern in concerns if concern.kind == kind]
        if found:
            yield kind, found


def _words(kind: str, number: int) -> str:
    return _PLURALS[kind] if number != 1 else "line of code" if kind == "code" else kind


def _carried(traffic: Traffic) -> str:
    """How many exchanges or deliveries have the part, who sent them, and the first."""
    found = f"{traffic.carrying} of {traffic.exchanges} messages have it."
    if not traffic.carrying:
        return found
    checks = f" {len(traffic.checks)} checks sent them, and {len(traffic.rows)} rows rest on them." * bool(
        traffic.checks
    )
    return f"{found}{checks} The first: {traffic.first}."


def _wrapped(sentence: str, indent: int) -> list[str]:
    begin = " " * indent
    return wrap(sentence, _WIDTH, initial_indent=begin, subsequent_indent=f"{begin}  ", break_long_words=False)


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _item(item: Touched) -> dict[str, Any]:
    difference = item.difference
    return {
        "kind": difference.kind,
        "sentence": difference.sentence,
        "subject": difference.subject,
        "part": difference.part,
        "uses": difference.uses,
        **_place(difference),
        "client": difference.client.name.lower(),
        "receiver": difference.receiver.name.lower(),
        "touches": [
            {"kind": concern.kind, "name": concern.name, **_place(concern), "says": concern.says}
            for concern in item.concerns
        ],
        "run": None if item.traffic is None else _run(item.traffic),
    }


def _place(placed: Difference | Concern) -> dict[str, Any]:
    return {"file": placed.place.file, "line": placed.place.line}


def _run(traffic: Traffic) -> dict[str, Any]:
    return {
        "exchanges": traffic.exchanges,
        "carrying": traffic.carrying,
        "checks": dict(traffic.checks),
        "first": traffic.first,
        "rows": traffic.rows,
    }
