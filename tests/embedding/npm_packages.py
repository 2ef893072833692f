"""The npm package, packed, and installed in an empty folder beside vitest and jest."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TREE = Path(__file__).parents[2]
NPM = TREE / "npm"
SECONDS = 900
_STARTERS = ("uv==0.13.9", "pipx==1.18.4")
_OUR_PYTHON = str(Path(sys.executable).parent)


@dataclass(frozen=True)
class Installed:
    """A folder in which the package is installed. *files* are the files of its tarball."""

    folder: Path
    files: frozenset[str]

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """A command run to its end in the folder. Our Python is the first on the path."""
        return run(words, self.folder, **more)


def run(words: Sequence[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A command run to its end. A machine without Node fails here."""
    program = shutil.which(words[0])
    assert program, f"{words[0]} is not on the PATH. Install Node 20 or later to run the tests marked `node`."
    environment = {**os.environ, "PATH": os.pathsep.join([_OUR_PYTHON, os.environ["PATH"]]), "NO_COLOR": "1", **more}
    return subprocess.run(
        [program, *words[1:]], cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def starters(tools: Path) -> Path:
    """A folder with uv, uvx and pipx alone, which *tools* keeps between runs. Two workers of one run share it."""
    folder = tools / "-".join(_STARTERS).replace("==", "-")
    with (tools / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "installed").exists():
            _install_starters(folder)
    return folder / "bin"


def _install_starters(folder: Path) -> None:
    _required([sys.executable, "-m", "venv", "--clear", "environment"], _made(folder))
    _required([str(folder / "environment" / "bin" / "pip"), "install", "-q", *_STARTERS], folder)
    for program in ("uv", "uvx", "pipx"):
        (_made(folder / "bin") / program).symlink_to(folder / "environment" / "bin" / program)
    (folder / "installed").touch()


def wheel(folder: Path) -> Path:
    """The wheel of the tree, in a new file below *folder*."""
    _required([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(TREE)], folder)
    (built,) = folder.glob("teesheet-*.whl")
    return built


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _required(words: Sequence[str], folder: Path) -> str:
    ended = run(words, folder)
    assert ended.returncode == 0, f"{words} failed:\n{ended.stdout}{ended.stderr}"
    return ended.stdout


def installed(tools: Path, folder: Path) -> Installed:
    """The package in an empty folder below *folder*. *tools* keeps the packages of others between runs."""
    source, place = folder / "npm", folder / "place"
    shutil.copytree(NPM, source, ignore=shutil.ignore_patterns("node_modules", "built", "examples"))
    _required(["npm", "ci", "--no-audit", "--no-fund"], source)
    tarball = source / _required(["npm", "pack", "--silent"], source).split()[-1]
    listed = _required(["tar", "-tzf", str(tarball)], source)

    shutil.copytree(_with_tools(tools), place, symlinks=True)
    _required(["npm", "install", "--no-audit", "--no-fund", "--no-save", str(tarball)], place)
    return Installed(place, frozenset(line.removeprefix("package/") for line in listed.split()))


def _with_tools(tools: Path) -> Path:
    """A folder with the examples, and with vitest and jest installed."""
    examples = NPM / "examples"
    digest = hashlib.sha256((examples / "package-lock.json").read_bytes()).hexdigest()[:16]
    folder = tools / digest
    if not (folder / "installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copy(examples / "package.json", folder)
        shutil.copy(examples / "package-lock.json", folder)
        _required(["npm", "ci", "--no-audit", "--no-fund"], folder)
        (folder / "installed").touch()
    for file in examples.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    return folder
