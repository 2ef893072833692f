"""The change notes as an Atom feed (RFC 4287). Every entry with a day is in the feed, and its id never changes.

The feed is a function of the change notes and of the frozen copies: it holds nothing of its own.
"""

from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from openapi.places import ContractError, shown_path
from openapi.release.entry import Entry, entries_of
from openapi.release.shelf import Shelf

ATOM = "http://www.w3.org/2005/Atom"


def feed_text(shelf: Shelf) -> str:
    """The feed of a shelf as XML, in the order of the change notes.

    Raises ContractError if no entry has a day, if a day does not exist, or if a release has no frozen copy.
    """
    entries = _dated(shelf)
    newest, oldest = _title(shelf, entries[0][0]), _title(shelf, entries[-1][0])
    feed = ElementTree.Element("feed", xmlns=ATOM)
    _add(feed, "title", f"{newest}: changes of the contract")
    _add(feed, "id", _id(oldest))
    _add(feed, "updated", _moment(max(day for _, day in entries)))
    _add(ElementTree.SubElement(feed, "author"), "name", newest)
    ElementTree.SubElement(feed, "link", rel="self", href=shelf.feed.name)
    for entry, day in entries:
        _add_entry(feed, entry, day, _title(shelf, entry))
    ElementTree.indent(feed)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(feed, encoding="unicode")}\n'


def _add_entry(feed: ElementTree.Element, entry: Entry, day: date, title: str) -> None:
    element = ElementTree.SubElement(feed, "entry")
    _add(element, "title", f"{title} {entry.number}")
    _add(element, "id", _id(f"{title} {entry.number}"))
    _add(element, "updated", _moment(day))
    _add(element, "content", entry.text).set("type", "text")


def _add(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name)
    element.text = text
    return element


def _dated(shelf: Shelf) -> list[tuple[Entry, date]]:
    shown = shown_path(shelf.changelog)
    dated = [(entry, entry.day) for entry in entries_of(shelf.notes(), shown) if entry.day is not None]
    if not dated:
        raise ContractError(f"{shown}: no heading has a day. Write it as in `## 1.3.0 (2026-11-30)`.")
    return dated


def _title(shelf: Shelf, entry: Entry) -> str:
    """The title in the frozen copy: it stays when the title of the contract changes, and ids depend on it."""
    document = shelf.released(entry.number)
    if document is None:
        raise ContractError(
            f"{shown_path(shelf.changelog)} names {entry.number} with a day, "
            f"but {shown_path(shelf.frozen(entry.number))} does not exist."
        )
    return str(document.get("info", {}).get("title", ""))


def _id(name: str) -> str:
    return uuid5(NAMESPACE_URL, f"changes of {name}").urn


def _moment(day: date) -> str:
    return f"{day}T00:00:00Z"
