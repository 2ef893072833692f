"""The change notes for users of the next release: lists without gaps, in which what may break somebody comes first."""

import re

from tests.test_sizes import TREE

UNRELEASED = re.split(r"(?m)^## ", (TREE / "CHANGELOG.md").read_text("utf-8"))[1]
CHANGED = "- **Changed:**"


def lists_of(section: str) -> list[list[str]]:
    """The first lines of the entries, list by list. A blank line or a line that is no entry ends a list."""
    lists: list[list[str]] = [[]]
    for line in section.splitlines():
        if line.startswith("- "):
            lists[-1].append(line)
        elif not line.startswith("  "):
            lists.append([])
    return [entries for entries in lists if entries]


def test_each_list_has_a_heading_of_its_own() -> None:
    headings = re.findall(r"(?m)^\w.*:$", UNRELEASED)

    assert len(lists_of(UNRELEASED)) == len(headings)


def test_what_changed_comes_first_in_each_list() -> None:
    marks = [[entry.startswith(CHANGED) for entry in entries] for entries in lists_of(UNRELEASED)]

    assert marks == [sorted(changes, reverse=True) for changes in marks]


def test_one_entry_names_the_version_of_the_contract() -> None:
    assert len(re.findall(r"(?m)^- The contract is \d", UNRELEASED)) == 1
