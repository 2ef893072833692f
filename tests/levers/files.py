"""The generated files, as they have to be: a module of levers for each noun, and the synchronous twins."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from openapi.bundler import CONTROL_FILE, bundle
from tests.levers.calls import function_of, operations_of
from tests.levers.shapes import Shapes
from tests.levers.twins import twin
from tests.levers.typescript import levers_in_typescript

TREE = Path(__file__).parents[2]
EMBEDDING = TREE / "mock_server" / "embedding"
LEVERS, ASYNCHRONOUS, SYNCHRONOUS = (EMBEDDING / name for name in ("levers", "asynchronous", "synchronous"))
NPM_LEVERS = TREE / "npm" / "source" / "levers.ts"
# The formatted files lie in another folder.
_OWN = 'lint.isort.known-first-party=["mock_server"]'
BY = "Written by `python -m tests.levers`."


def written_files() -> dict[Path, str]:
    """Every generated file with its text."""
    files = {LEVERS / f"{noun}.py": text for noun, text in modules_of_levers().items()}
    files[LEVERS / "__init__.py"] = f'"""Every operation of the control plane as a typed function. {BY}"""\n'
    for source in sorted(ASYNCHRONOUS.glob("*.py")):
        files[SYNCHRONOUS / source.name] = twin(source.read_text("utf-8"))
    return {**_formatted(files), NPM_LEVERS: levers_in_typescript()}


def modules_of_levers() -> dict[str, str]:
    """Noun -> the text of its module: the types that it is the first to use, then its functions."""
    document = bundle(CONTROL_FILE)
    shapes = Shapes(document["components"]["schemas"])
    summaries = {tag["name"]: tag["description"] for tag in document["tags"]}
    functions: dict[str, list[str]] = {tag: [] for tag in summaries}
    home: dict[str, str] = {}
    for operation in operations_of(document):
        noun = operation.content["tags"][0]
        functions[noun].append(function_of(operation, shapes))
        for name in shapes.written:
            home.setdefault(name, noun)
    return {
        noun: _module(noun, summaries[noun], texts, shapes.written, home) for noun, texts in functions.items() if texts
    }


def _module(noun: str, summary: str, texts: list[str], shapes: Mapping[str, str], home: Mapping[str, str]) -> str:
    own = [text for name, text in shapes.items() if home[name] == noun]
    body = "\n\n".join([*own, *texts])
    words = set(re.findall(r"[A-Za-z]\w*", re.sub(r'""".*?"""', "", body, flags=re.DOTALL)))
    lines = [f'"""{summary} {BY}"""', "", "from __future__ import annotations", ""]
    lines += _import("typing", words, ("TYPE_CHECKING", "Any", "Literal", "NotRequired", "TypeAlias", "TypedDict"))
    lines += _import("mock_server.embedding.call", words, ("LeverCall", "segment"))
    strangers = sorted((home[name], name) for name in shapes if home[name] != noun and name in words)
    if strangers:
        lines = [line.replace("from typing import ", "from typing import TYPE_CHECKING, ") for line in lines]
        lines += ["", "if TYPE_CHECKING:"]
        lines += [f"    from mock_server.embedding.levers.{other} import {name}" for other, name in strangers]
    return "\n".join([*lines, "", "", body])


def _import(module: str, words: set[str], names: tuple[str, ...]) -> list[str]:
    used = [name for name in names if name in words]
    return [f"from {module} import {', '.join(used)}"] if used else []


def _formatted(files: Mapping[Path, str]) -> dict[Path, str]:
    """The texts as ruff formats them, with their imports in order."""
    with tempfile.TemporaryDirectory() as folder:
        places = {file: Path(folder) / f"{file.parent.name}_{file.name}" for file in files}
        for file, text in files.items():
            places[file].write_text(text, "utf-8")
        for command in (["check", "--fix", "--quiet", "--select", "I,F401", "--exit-zero"], ["format", "--quiet"]):
            settings = ["--config", TREE / "pyproject.toml", "--config", _OWN]
            subprocess.run([sys.executable, "-m", "ruff", *command, *settings, folder], check=True)
        return {file: place.read_text("utf-8") for file, place in places.items()}
