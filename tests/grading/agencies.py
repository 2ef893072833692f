"""The agencies of examples/, as commands."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.pages import TREE

EXAMPLES = TREE / "examples"
AGENCIES = ("python", "typescript")


def command_of(agency: str, folder: Path) -> tuple[str, ...]:
    """The command of an agency. The agency in TypeScript is installed and compiled below *folder* first."""
    if agency == "python":
        return sys.executable, str(EXAMPLES / "python" / "day.py")
    return "node", str(compiled_agency(folder) / "built" / "day.js")


def compiled_agency(folder: Path) -> Path:
    """The agency in TypeScript, installed and compiled in a folder of its own. A machine without Node fails here."""
    npm = shutil.which("npm")
    assert npm, "npm is not on the PATH. Install Node 20 or later to run the agency in TypeScript."
    place = folder / "agency"
    shutil.copytree(EXAMPLES / "typescript", place, ignore=shutil.ignore_patterns("node_modules", "built"))
    for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        ended = subprocess.run([npm, *words], capture_output=True, text=True, cwd=place, timeout=600, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    return place
