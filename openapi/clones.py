"""Finds a clone of this repository around the current folder, so that its own code answers there.

An installed copy names its own files, and these are not the files that a designer edits. A clone also has the pages and
the tests.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# The folder that this code runs from: a clone, or the folder of an installation.
TREE = Path(__file__).parents[1]
# Other distributions have folders with these names too, but not these files.
_FILES = ("openapi/openapi.yaml", "mock_server/cli.py", "conformance/concerns.py", "docs/architecture.md")
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from mock_server.cli import main; main(prog_name='teesheet')"


def other_clone(folder: Path) -> Path | None:
    """The clone that *folder* is in. None outside a clone, and where this code is the code of the clone."""
    around = folder.resolve()
    clone = next((place for place in (around, *around.parents) if _is_clone(place)), None)
    return None if clone is None or clone.samefile(TREE) else clone


def _is_clone(folder: Path) -> bool:
    return all((folder / file).is_file() for file in _FILES)


def run_from(clone: Path, arguments: Sequence[str]) -> int:
    """Runs `teesheet` with *arguments* and the code of a clone, and returns its exit code."""
    # -P: the code comes from the clone, and never from whatever else is in the current folder.
    command = [sys.executable, "-P", "-c", _START, str(clone), *arguments]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - the user's own command, with our code
