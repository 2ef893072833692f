"""`teesheet contract release --write` writes a frozen copy, change notes and a feed, and nothing twice."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from openapi.bundler import PUBLISHED_CHANGES_FILE
from openapi.versions import read_version
from tests.contract.small_releases import Document, addition, files, numbered, release, released, words, write_contract

ATOM = "{http://www.w3.org/2005/Atom}"


def test_a_release_writes_the_copy_the_notes_and_the_feed(folder: Path) -> None:
    released((), (addition, numbered("1.1.0")), "--write")

    assert set(files("new")) == {
        f"new/{name}"
        for name in (
            "CHANGELOG.md",
            "assumptions.json",
            "dist/changes.atom",
            "openapi.json",
            "released/1.1.0/assumptions.json",
            "released/1.1.0/openapi.json",
        )
    }


def test_the_frozen_copy_is_the_version(folder: Path) -> None:
    released((), (addition, numbered("1.1.0")), "--write")

    assert read_version("new/released/1.1.0/openapi.json").document == read_version("new").document


def test_a_second_run_changes_nothing(folder: Path) -> None:
    released((), (addition, numbered("1.1.0")), "--write")
    before = files("new")

    again = release("--write", "--date", "2027-01-01")

    assert (again.output, files("new")) == ("1.1.0 is written already. Nothing changed.\n", before)


def test_an_entry_that_people_wrote_stays(folder: Path) -> None:
    write_contract("old")
    write_contract("new", addition, numbered("1.1.0"))
    Path("new/CHANGELOG.md").write_text("# Changes\n\n## 1.1.0 (2026-11-30)\n\nYears of work.\n", "utf-8")

    release("--write")

    assert Path("new/CHANGELOG.md").read_text("utf-8").endswith("(2026-11-30)\n\nYears of work.\n")


def test_the_newest_entry_comes_first(folder: Path) -> None:
    released((), (addition, numbered("1.1.0")), "--write")
    write_contract("old", addition, numbered("1.1.0"))
    write_contract("new", addition, words, numbered("1.1.1"))

    release("--write")

    notes = Path("new/CHANGELOG.md").read_text("utf-8")
    assert [line for line in notes.splitlines() if line.startswith("## ")] == [
        "## 1.1.1 (2026-11-30)",
        "## 1.1.0 (2026-11-30)",
    ]


def test_notes_keep_their_line_breaks(folder: Path) -> None:
    write_contract("old")
    write_contract("new", addition, numbered("1.1.0"))
    Path("new/CHANGELOG.md").write_bytes(b"# Changes\r\n\r\n## 1.0.0\r\n\r\nThe first.\r\n")

    release("--write")

    notes = Path("new/CHANGELOG.md").read_bytes()
    assert (notes.count(b"\n"), notes.endswith(b"The first.\r\n")) == (notes.count(b"\r\n"), True)


def test_the_number_on_the_command_line_is_written_into_the_contract(folder: Path) -> None:
    released((), (addition,), "--number", "1.1.0", "--write")

    assert (read_version("new").number, read_version("new/released/1.1.0/openapi.json").number) == ("1.1.0", "1.1.0")


def _feed() -> ElementTree.Element:
    return ElementTree.fromstring(Path("new/dist/changes.atom").read_bytes())  # noqa: S314 - our own file.


@pytest.mark.parametrize("element", ["title", "id", "updated", "author", "link", "entry"])
def test_a_feed_has_what_atom_requires(folder: Path, element: str) -> None:
    released((), (addition, numbered("1.1.0")), "--write")

    assert _feed().find(f"{ATOM}{element}") is not None


@pytest.mark.parametrize("element", ["title", "id", "updated", "content"])
def test_an_entry_of_the_feed_has_what_atom_requires(folder: Path, element: str) -> None:
    released((), (addition, numbered("1.1.0")), "--write")

    (entry,) = _feed().findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}{element}")


def test_ids_in_the_feed_stay_when_the_next_release_comes(folder: Path) -> None:
    def retitled(document: Document) -> None:
        document["info"]["title"] = "Caddies and carts"

    released((), (addition, numbered("1.1.0")), "--write")
    before = [element.text for element in _feed().iter(f"{ATOM}id")]
    write_contract("old", addition, numbered("1.1.0"))
    write_contract("new", addition, retitled, numbered("1.1.1"))

    release("--write")

    after = [element.text for element in _feed().iter(f"{ATOM}id")]
    assert (after[0], after[2:], len(set(after))) == (before[0], before[1:], 3)


def test_the_feed_of_the_tree_names_the_newest_release() -> None:
    feed = ElementTree.fromstring(PUBLISHED_CHANGES_FILE.read_bytes())  # noqa: S314 - our own file.

    newest = feed.findtext(f"{ATOM}entry/{ATOM}title") or ""
    assert newest.endswith(read_version("published").number)
