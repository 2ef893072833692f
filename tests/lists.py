"""Writes the lists in docs/sandbox.md from the code that they describe: `python -m tests.lists`."""

from pathlib import Path

from mock_server.domain.magic import MAGIC_NAMES, Request
from mock_server.domain.world_settings import ALTERNATIVES

PAGE = Path(__file__).parents[1] / "docs" / "sandbox.md"


def magic_names() -> str:
    """The reserved last names as a table: the name, the requests that obey it in the order of the interface, and what
    happens.
    """
    rows = ["| last name | used in | what happens |", "|---|---|---|"]
    for magic in MAGIC_NAMES:
        obeyed_by = ", ".join(f"`{request}`" for request in Request if request in magic.applies_to)
        everywhere = magic.applies_to == frozenset(Request)
        rows.append(f"| `{magic.name}` | {'all three' if everywhere else obeyed_by} | {magic.summary} |")
    return "\n".join([*rows, "", f"All three are {', '.join(f'`{request}`' for request in Request)}."])


def alternatives() -> str:
    """The alternatives as a table: the name, the choices with ours first, what they change, and the assumption."""
    rows = ["| name | choices | what it changes | assumption |", "|---|---|---|---|"]
    for item in ALTERNATIVES.values():
        choices = ", ".join(f"`{choice}`" for choice in item.choices)
        rows.append(f"| `{item.name}` | {choices} | {item.summary} | {item.assumption} |")
    return "\n".join(rows)


LISTS = {"magic names": magic_names, "alternatives": alternatives}


def page(text: str) -> str:
    """The text of docs/sandbox.md with its lists as they are now."""
    for name, written in LISTS.items():
        begin, end = f"<!-- {name}: written by python -m tests.lists -->\n", "<!-- end -->"
        before, mark, rest = text.partition(begin)
        assert mark, f"There is no place for the {name}."
        text = f"{before}{begin}{written()}\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
