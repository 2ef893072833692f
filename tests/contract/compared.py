"""Two versions of the small contract: an edit of a copy, the command that compares them, and invented differences."""

from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from openapi.cli import contract_commands
from openapi.diff.model import Difference, Side, Verdict

# A text of the small contract, and the text that an edit writes instead.
FEWER_PAGES = ("maximum: 999", "maximum: 50")
MORE_PAGES = ("maximum: 999}}\n        - {name: pageSize", "maximum: 1999}}\n        - {name: pageSize")
NEW_OPERATION_ID = ("operationId: createCaddy", "operationId: addCaddy")
NEW_ANSWER = ("chosen: ", "chosen: otherwise-")


def diff(*arguments: str | Path) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, ["diff", *map(str, arguments)])


def write(folder: Path, edit: tuple[str, str], name: str = "openapi.yaml") -> None:
    """Replaces a text of a file."""
    file = folder / name
    before = file.read_text("utf-8")
    assert edit[0] in before
    file.write_text(before.replace(*edit), "utf-8")


def line_of(folder: Path, words: str) -> int:
    """The first line of the contract that contains some words."""
    lines = (folder / "openapi.yaml").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def difference(client: Verdict, **facts: Any) -> Difference:
    """A difference with a verdict for clients."""
    written = {"kind": "keyword-changed", "side": Side.REQUEST, "subject": "listCaddies", "part": "query page"}
    return Difference(
        **(written | {"sentence": "A sentence.", "uses": ("listCaddies",), "old": None, "new": None} | facts),
        client=client,
    )
