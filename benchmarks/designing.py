"""How long a designer waits for the commands about contracts: `python -m benchmarks.designing RECORDING.har`.

Each row is a whole process, from its start to its end. The script prints the medians of five runs. The replay reads
5,000 exchanges, the exchanges of the recording again and again.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from openapi.bundler import contract

_RUNS = 5
_EXCHANGES = 5_000
_PATTERNS = 40
_LOWERED = ("maxLength", "maximum")
# A smaller limit can be the number of values that an example needs.
_SMALLEST = 4


def main() -> None:
    """Measures every command, and prints a row for each."""
    with TemporaryDirectory() as temporary:
        for name, arguments in _commands(Path(temporary), Path(sys.argv[1])).items():
            seconds = median(_seconds(arguments) for _ in range(_RUNS))
            print(f"| {name} | {seconds:.1f} s |")


def _commands(folder: Path, recording: Path) -> dict[str, list[str]]:
    """A name for people, and the arguments of `teesheet contract`."""
    own = _written(folder / "own.json", contract())
    lowered = _written(folder / "lowered.json", _lower(contract()))
    before, after = (_written(folder / f"{letters}.json", _look_aheads(letters)) for letters in ("x", "x|y"))
    traffic = _written(folder / "traffic.har", _many(json.loads(recording.read_bytes())))
    return {
        "`diff` of the contract with itself": ["diff", own, own],
        "`diff` of 1.2.0 with the contract": ["diff", "openapi/released/1.2.0", own],
        "`diff` after every limit became smaller, with a message for each break": ["diff", own, lowered],
        f"`diff` of {_PATTERNS} look-aheads that nobody can decide": ["diff", before, after],
        "`lint` of both documents": ["lint"],
        f"`replay` of {_EXCHANGES:,} exchanges": ["replay", traffic, "--old", own, "--new", lowered],
    }


def _seconds(arguments: list[str]) -> float:
    begin = perf_counter()
    command = [sys.executable, "-m", "mock_server.cli", "contract", *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return perf_counter() - begin


def _written(file: Path, content: Any) -> str:
    file.write_text(json.dumps(content, indent=1), "utf-8")
    return str(file)


def _lower(node: Any) -> Any:
    """The node with every limit one lower, except the smallest limits."""
    if isinstance(node, list):
        return [_lower(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {name: value - 1 if _is_limit(name, value) else _lower(value) for name, value in node.items()}


def _is_limit(name: str, value: Any) -> bool:
    return name in _LOWERED and isinstance(value, int) and value >= _SMALLEST


def _look_aheads(letters: str) -> dict[str, Any]:
    """A contract with many members, each with a look-ahead: no automaton expresses it, and no text tells them apart."""
    members = {name: {"type": "string", "pattern": f"^(?!{name}({letters}))[A-Z]+$"} for name in _names()}
    content = {"application/json": {"schema": {"type": "object", "properties": members}}}
    operation = {"operationId": "a", "requestBody": {"content": content}, "responses": {"204": {"description": "a"}}}
    about = {"title": "Look-aheads", "version": "1.0.0"}
    return {"openapi": "3.1.0", "info": about, "paths": {"/a": {"post": operation}}}


def _names() -> Iterator[str]:
    yield from (f"m{number}" for number in range(_PATTERNS))


def _many(archive: dict[str, Any]) -> dict[str, Any]:
    entries = list(islice(cycle(archive["log"]["entries"]), _EXCHANGES))
    return {**archive, "log": {**archive["log"], "entries": entries}}


if __name__ == "__main__":
    main()
