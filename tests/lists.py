"""Writes the lists in the pages of docs/ from the code that they describe: `python -m tests.lists`."""

from collections.abc import Callable, Mapping
from pathlib import Path

from mock_server.domain.magic import MAGIC_NAMES, Request
from mock_server.domain.world_settings import ALTERNATIVES
from openapi.lint.catalogue import RULES
from openapi.lint.mending import MENDABLE
from openapi.lint.rules import RuleSet
from tests.levers.table import levers_of_testing

DOCS = Path(__file__).parents[1] / "docs"


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


def rules_of(rule_set: RuleSet) -> str:
    """The rules of a set as a table: the id, why the rule exists, and whether --fix mends what breaks it."""
    rules = [rule for rule in RULES.values() if rule.rule_set is rule_set]
    rows = [f"| `{rule.id}` | {rule.why} | {'yes' if rule.id in MENDABLE else ''} |" for rule in rules]
    return "\n".join(["| rule | why | `--fix` |", "|---|---|---|", *rows])


# Page -> the names of its lists, and what writes each.
LISTS: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "sandbox.md": {"magic names": magic_names, "alternatives": alternatives},
    "testing.md": {"levers": levers_of_testing},
    "lint-rules.md": {f"rules of {rule_set}": lambda rule_set=rule_set: rules_of(rule_set) for rule_set in RuleSet},
}


def page(name: str, text: str) -> str:
    """The text of a page of the docs with its lists as they are now."""
    for title, written in LISTS[name].items():
        begin, end = f"<!-- {title}: written by python -m tests.lists -->\n", "<!-- end -->"
        before, mark, rest = text.partition(begin)
        assert mark, f"There is no place for the {title}."
        text = f"{before}{begin}{written()}\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    for name in LISTS:
        (DOCS / name).write_text(page(name, (DOCS / name).read_text("utf-8")), "utf-8")
