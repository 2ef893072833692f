"""Writes a release into the change notes: the entry as Markdown, and its place among the older entries.

This module knows the form of the change notes, not how a release was computed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from openapi.places import ContractError
from openapi.release.last_days import last_days
from openapi.release.lists import AgencyItem, ImplementerItem, for_agencies, for_implementers
from openapi.release.preparing import Release
from openapi.release.rule import Number, NumberPart, number_of

TITLE = "# Changes of the contract\n\nFor everyone who implements the interface or calls it. Newest first.\n\n"
_HEADING = re.compile(r"^## (?P<number>\d+\.\d+\.\d+)(?: \((?P<day>\d{4}-\d{2}-\d{2})\))?[ \t]*$", re.MULTILINE)
_NO_DAY = "No last day is named yet"
_NOTHING_BREAKS = "Nothing that a client of {old} sends is refused, and nothing that it reads is gone."
_NO_WORK = "An implementation that conforms to {old} has nothing to build."
_ONLY_WORDS = "Only words of the contract changed."


@dataclass(frozen=True)
class Entry:
    """One entry of the change notes. `day` is the day of the release, and None for entries without a day."""

    number: Number
    day: date | None
    text: str


def entry_text(release: Release, day: date, last_day: date | None) -> str:
    """The entry of a release as Markdown, with the heading. *last_day* is for what no mark gives a last day.

    Raises ContractError for a mark of a last day that is not a day.
    """
    parts = [f"## {release.number} ({day})", *_summary(release)]
    if release.step > NumberPart.PATCH:
        differences = release.comparison.differences
        agencies = for_agencies(differences, last_days(release.old, release.new), last_day)
        parts += ["For agencies:", _list(map(_for_agency, agencies))]
        work = for_implementers(release.comparison, release.old, release.new)
        parts += ["For implementers:", _list(map(_for_implementer, work))] if work else [_about(release, _NO_WORK)]
    return "\n\n".join(parts) + "\n"


def all_have_last_days(release: Release) -> bool:
    """Whether marks name the last day of everything that the release breaks."""
    days = last_days(release.old, release.new)
    return all(days.of(difference) is not None for difference in release.breaks)


def _summary(release: Release) -> Iterator[str]:
    if release.breaks:
        count = len(release.breaks)
        breaks = "1 difference breaks" if count == 1 else f"{count} differences break"
        yield f"{breaks} agencies that rely on {release.old_number}."
    else:
        yield _about(release, _NOTHING_BREAKS)
    if release.step is NumberPart.PATCH:
        yield _ONLY_WORDS


def _about(release: Release, sentence: str) -> str:
    return sentence.format(old=release.old_number)


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _for_agency(item: AgencyItem) -> str:
    sentences = ["**Breaks.**" if item.breaks else "", _headed(item.where, item.sentence)]
    sentences += [item.proof, item.instead, *item.costs]
    if item.last_day is not None:
        sentences.append(f"The last day is {item.last_day}.")
    elif item.breaks:
        sentences.append(f"{_NO_DAY}.")
    return " ".join(sentence for sentence in sentences if sentence)


def _for_implementer(item: ImplementerItem) -> str:
    rows = f" Rows: {', '.join(item.rows)}." if item.rows else ""
    return f"{_headed(item.where, item.sentence)} {item.work}{rows}"


def _headed(where: str, sentence: str) -> str:
    return f"{where}: {sentence}" if where else sentence


def entries_of(changelog: str, shown: str) -> list[Entry]:
    """The entries of change notes, in their order. *shown* names the file in messages.

    Raises ContractError for a heading with a day that does not exist.
    """
    headings = list(_HEADING.finditer(changelog))
    ends = [heading.start() for heading in headings[1:]] + [len(changelog)]
    return [_entry(heading, changelog[heading.end() : end], shown) for heading, end in zip(headings, ends, strict=True)]


def _entry(heading: re.Match[str], text: str, shown: str) -> Entry:
    number = number_of(heading["number"])
    if number is None:
        raise ContractError(f"{shown}: {heading['number']} is not a version number.")
    try:
        day = date.fromisoformat(heading["day"]) if heading["day"] else None
    except ValueError:
        raise ContractError(f"{shown}: {heading['day']} in the heading of {number} is not a day.") from None
    return Entry(number, day, text.strip())


def with_entry(changelog: str, number: Number, text: str) -> str:
    """The change notes with an entry in front of the first older one. An entry that is there already stays as it is."""
    for heading in _HEADING.finditer(changelog):
        found = number_of(heading["number"])
        if found == number:
            return changelog
        if found is not None and found < number:
            return f"{changelog[: heading.start()]}{text}\n{changelog[heading.start() :]}"
    return f"{changelog.rstrip()}\n\n{text}" if changelog else f"{TITLE}{text}"
