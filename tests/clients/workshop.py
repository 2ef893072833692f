"""Where clients are made: installs the generators once, runs them side by side, and knows where each client is.

Needs Java and Node with the npm registry, and PyPI. What is missing is an error, since these tests were asked for.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openapi.__main__ import DIST

HERE = Path(__file__).parent
DOCUMENT = "openapi.json"
RENDERINGS = {"3.1": DOCUMENT, "3.0": "openapi-3.0.json"}
WARNING = re.compile(r"(?i)\b(warn(ing)?|error|exception)\b|⚠")
SECONDS = 600


@dataclass(frozen=True)
class Generator:
    """A row of generators.toml, for one of the renderings."""

    name: str
    language: str
    commands: tuple[str, ...]
    rendering: str
    older: str = ""
    trip: str | None = None
    noise: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    mypy: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}, {self.rendering}"

    @property
    def lines(self) -> list[str]:
        """The commands as they are run on this rendering."""
        options = f" {self.older}" if self.older and self.rendering == "3.0" else ""
        return [command.replace(DOCUMENT, RENDERINGS[self.rendering]) + options for command in self.commands]


def generators() -> list[Generator]:
    """Every generator of the table, once for each rendering."""
    rows = tomllib.loads((HERE / "generators.toml").read_text("utf-8"))["generator"]
    return [_generator(row, rendering) for row in rows for rendering in RENDERINGS]


def _generator(row: Mapping[str, Any], rendering: str) -> Generator:
    lists = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
    return Generator(**{**row, **lists}, rendering=rendering)


@dataclass(frozen=True)
class Client:
    """What a generator made: the folder of the client, and what the generator said while it worked."""

    generator: Generator
    folder: Path
    said: str
    exit_code: int


@dataclass(frozen=True)
class Workshop:
    """The installed tools, in *tools*, and the clients by the name of their generator."""

    tools: Path
    clients: Mapping[str, Client]

    def run(self, command: list[str | Path], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
        """A command with the installed tools on the path, run to its end in *folder*."""
        return _run(self.tools, command, folder, **more)

    def jar(self) -> Path:
        """The program of openapi-generator, which carries the libraries that the Java client needs."""
        (jar,) = self.tools.rglob("openapi-generator.jar")
        return jar


def open_workshop(tools: Path, folder: Path) -> Workshop:
    """Installs what is missing in *tools* and makes every client, each in a folder of its own below *folder*."""
    for program in ("java", "javac", "npm"):
        assert shutil.which(program), (
            f"{program} is not on the PATH. Install a JDK and Node to run the tests `clients`."
        )
    tools = tools / _digest()
    if not (tools / "installed").exists():
        _install(tools)
    with ThreadPoolExecutor(max_workers=2) as pool:
        made = pool.map(lambda generator: _made(tools, folder, generator), generators())
        return Workshop(tools, {str(client.generator): client for client in made})


def _digest() -> str:
    pinned = [HERE / "package-lock.json", HERE / "requirements.txt"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in pinned)).hexdigest()[:16]


def _install(tools: Path) -> None:
    shutil.rmtree(tools, ignore_errors=True)
    tools.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, tools)
    python = tools / "venv" / "bin" / "python"
    commands: list[list[str | Path]] = [
        ["npm", "ci", "--no-audit", "--no-fund"],
        [sys.executable, "-m", "venv", tools / "venv"],
        [python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"],
    ]
    for command in commands:
        done = _run(tools, command, tools)
        assert done.returncode == 0, f"{command} failed:\n{done.stdout}{done.stderr}"
    (tools / "installed").touch()


def _made(tools: Path, folder: Path, generator: Generator) -> Client:
    place = folder / re.sub(r"\W+", "-", str(generator))
    place.mkdir()
    document = RENDERINGS[generator.rendering]
    shutil.copy(DIST / document, place)
    if generator.trip:
        shutil.copy(HERE / "trips" / generator.trip, place)
    (place / "package.json").write_text(json.dumps({"type": "module"}))
    (place / "node_modules").symlink_to(tools / "node_modules")
    runs = [_run(tools, list(line.split()), place) for line in generator.lines]
    said = "".join(run.stdout + run.stderr for run in runs)
    return Client(generator, place, said, max(run.returncode for run in runs))


def _run(tools: Path, command: list[str | Path], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    places = [tools / "node_modules" / ".bin", tools / "venv" / "bin", os.environ["PATH"]]
    environment = {**os.environ, "PATH": os.pathsep.join(map(str, places)), "NO_COLOR": "1", **more}
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
