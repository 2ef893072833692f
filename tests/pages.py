"""The pages of the documentation, read as a reader reads them: from top to bottom, in one shell."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from tests.proxies import free_place, proxying
from tests.readers import reading
from tests.sandbox.servers import serving_afresh

TREE = Path(__file__).parent.parent
README = (TREE / "README.md").read_text("utf-8")
SUITE = (TREE / "docs" / "suite.md").read_text("utf-8")
SANDBOX = (TREE / "docs" / "sandbox.md").read_text("utf-8")
GRADING = (TREE / "docs" / "grading.md").read_text("utf-8")
PROXY = (TREE / "docs" / "proxy.md").read_text("utf-8")
DESIGNING = (TREE / "docs" / "designing.md").read_text("utf-8")
DOCUMENTS = [TREE / "README.md", TREE / "CHANGELOG.md", *sorted((TREE / "docs").glob("*.md"))]
# Where the pages say that the sandbox listens.
USUAL_ADDRESS = "http://127.0.0.1:8080"
# Where the pages say that callers of the proxy come in, unless a command says otherwise.
USUAL_LISTEN = "127.0.0.1:8090"

# Judges the output of a block, and the files in the reader's folder after the block.
Look = Callable[[str, Path], None]


@dataclass(frozen=True)
class Block:
    """A fenced block of a page. *name* follows the language: a kind of commands, or a file to save."""

    language: str
    name: str
    text: str
    heading: str


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page that have a name, in order."""
    found_blocks, heading = [], ""
    for found in re.finditer(r"^#+ ([^\n]*)$|^```(\w+) ([\w.]+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        heading = found[1] or heading
        if found[2]:
            found_blocks.append(Block(found[2], found[3], found[4], heading))
    return found_blocks


def read_page(
    page: str,
    folder: Path,
    looks: Mapping[str, Look],
    fails: Mapping[str, str],
    may_fail: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Runs the blocks of a page from top to bottom.

    A block `sh serve` is the first terminal: its server runs to the end of the page, on a free port. The other blocks
    of commands run one after the other in one shell of bash, the second terminal. A block `sh start` shows other ways
    to start a server, and has a test of its own. A block `sh proxy` is a further terminal, with a proxy on free ports.
    Blocks of other languages are saved as the file that they name.

    Every command succeeds, except one command of each block in *fails*. The note of that command begins as written in
    *fails*. So may the note of a command begin that *may_fail*. *looks* judge the output of a block and its files.
    """
    with ExitStack() as open_things:
        reader = open_things.enter_context(reading(folder))
        address, places = USUAL_ADDRESS, dict[str, str]()
        for block in blocks(page):
            text = _with_places(block.text, {USUAL_ADDRESS: address, **places})
            if block.language != "sh":
                (folder / block.name).write_text(text, "utf-8")
            elif block.name == "serve":
                address = open_things.enter_context(serving_afresh(*serve_options(text), folder=folder)).address
            elif block.name == "proxy":
                places |= open_things.enter_context(_proxy(text, address, folder))
            elif block.name != "start":
                pasted = reader.paste(text)
                may = may_fail.get(block.name)
                failed = [note for note in pasted.failed if may is None or not note.startswith(may)]
                assert _is_as_expected(failed, fails.get(block.name, "")), (
                    f"{block.heading}: {pasted.failed}\n{pasted.said}"
                )
                looks.get(block.name, _no_look)(pasted.said, folder)


def _with_places(text: str, places: Mapping[str, str]) -> str:
    for written, real in places.items():
        text = text.replace(written, real)
    return text


@contextmanager
def _proxy(commands: str, to: str, folder: Path) -> Iterator[dict[str, str]]:
    """A proxy as a block starts it, but on free ports. Gives the free place of each place of the block."""
    words = shlex.split(commands)
    given = dict(pairwise(words))
    places = {given["--page"]: free_place()} if "--page" in given else {}
    options = [places.get(word, word) for word in words[words.index("proxy") + 1 :]]
    with proxying(to, *options, folder=folder) as running:
        listening = running.address.removeprefix("http://").partition("/")[0]
        yield {**places, given.get("--listen", USUAL_LISTEN): listening}


def _is_as_expected(failed: list[str], expected: str) -> bool:
    return len(failed) == 1 and failed[0].startswith(expected) if expected else not failed


def _no_look(_said: str, _folder: Path) -> None:
    """Most blocks need no further look."""


def serve_options(commands: str) -> list[str]:
    """The options that the last command of a block gives `teesheet serve`."""
    words = shlex.split(commands)
    return words[words.index("serve") + 1 :]


def clone_contract(folder: Path) -> None:
    """Copies the contract of this tree into a folder, and commits the copy."""
    left_out = shutil.ignore_patterns("*.py", "__pycache__", "dist")
    shutil.copytree(TREE / "openapi", folder / "openapi", ignore=left_out)
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    for command in (["init", "-q"], ["add", "openapi"], [*author, "commit", "-q", "-m", "contract: as it was"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
