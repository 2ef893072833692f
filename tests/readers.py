"""A reader of a page: one shell of bash, into which the page's blocks are pasted one after the other."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# The shell goes on after a failure, as a reader's does. The trap notes each command that failed.
_BEGIN = """\
set -uo pipefail
trap 'printf "%s: %s\\n" "$?" "$BASH_COMMAND" >> .reader/failures' ERR
"""
_PASTE = """\
eval "$(cat .reader/block)" > .reader/said 2>&1 < /dev/null
echo pasted
"""


@dataclass(frozen=True)
class Pasted:
    """What became of a block: what it said, and a line `status: command` for each command of it that failed."""

    said: str
    failed: list[str]


class Reader:
    """A shell in *folder*, whose `.venv` is the environment of the tests."""

    def __init__(self, folder: Path, shell: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._shell = shell
        self._notes = folder / ".reader"
        self._notes.mkdir()
        (folder / ".venv").symlink_to(sys.prefix)
        self._say(_BEGIN)

    def paste(self, block: str) -> Pasted:
        """Runs a block to its end."""
        assert self._shell.stdout is not None
        (self._notes / "block").write_text(block, "utf-8")
        (self._notes / "failures").write_text("")
        self._say(_PASTE)
        ended = self._shell.stdout.readline() != "pasted\n"
        failed = (self._notes / "failures").read_text("utf-8").splitlines()
        if len(failed) > 1 and ": eval " in failed[-1]:
            failed.pop()  # The block as a whole fails with its last command. Alone, this note stands for bad syntax.
        return Pasted(
            said=(self._notes / "said").read_text("utf-8", "replace"),
            failed=[*failed, "the shell ended"] if ended else failed,
        )

    def _say(self, commands: str) -> None:
        assert self._shell.stdin is not None
        self._shell.stdin.write(commands)
        self._shell.stdin.flush()


@contextmanager
def reading(folder: Path) -> Iterator[Reader]:
    """A reader with a new shell. Its environment has nothing that whoever runs the tests has set for teesheet."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TEESHEET_")}
    shell = subprocess.Popen(
        ["bash", "--norc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment
    )
    try:
        yield Reader(folder, shell)
    finally:
        shell.kill()
        shell.communicate()
