"""The tools that a self-test gives the same mutants to. Each is run as its users run it, by its own command line."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from openapi.bundler import PUBLISHED_FILE, contract
from tests.mutants.tools.bench import Bench
from tests.mutants.tools.call import BASE_PATH
from tests.selftest.named_examples import write_examples

_PATIENCE_SECONDS = 600.0
_SPECMATIC = "specmatic@2.55.1"
_WORLDS = itertools.count(1)


class ToolMissing(Exception):
    """Something a tool needs is not on this machine; the message says what."""


@dataclass(frozen=True)
class Tool:
    """One tool. *look* runs it on one prefix of the proxy and returns what it reports, each as a short text."""

    name: str
    version: str
    command: str
    look: Callable[[str], frozenset[str]]


def tools(bench: Bench, folder: Path) -> tuple[Tool, ...]:
    """All tools, ready to look at the mutants of *bench*. Raises `ToolMissing`."""
    return (_teesheet(bench), _schemathesis(bench, folder), _specmatic(bench, folder))


def _teesheet(bench: Bench) -> Tool:
    def look(prefix: str) -> frozenset[str]:
        verdicts = bench.verdicts(prefix)
        return frozenset(
            f"{row} {verdict.word}"
            for row, verdict in verdicts.items()
            if verdict.word in ("fail", "serious", "warn", "broken")
        )

    return Tool("teesheet", metadata.version("teesheet"), "teesheet check BASE_URL --target FILE", look)


def _schemathesis(bench: Bench, folder: Path) -> Tool:
    contract_file = _written(folder / "openapi.json", contract())

    def look(prefix: str) -> frozenset[str]:
        reports = Path(tempfile.mkdtemp(dir=folder))
        _run(
            [
                *(str(Path(sys.executable).with_name("st")), "run", str(contract_file), "--url", _base(bench, prefix)),
                *("-H", f"X-Api-Key: {_key('st', prefix)}", "--seed", "1", "--no-color"),
                *("--report", "json", "--report-dir", str(reports)),
            ],
            folder,
        )
        (report,) = reports.glob("*.json")
        failures = json.loads(report.read_text(encoding="utf-8"))["failures"]
        return frozenset(
            f"{failure['code']} {operation}" for failure in failures for operation in failure["operations"]
        )

    command = "schemathesis run openapi.json --url BASE_URL -H 'X-Api-Key: ...' --seed 1"
    return Tool("Schemathesis", metadata.version("schemathesis"), command, look)


def _specmatic(bench: Bench, folder: Path) -> Tool:
    jar = _specmatic_jar(folder)
    contract_file = _written(folder / "openapi-for-specmatic.json", _for_specmatic(_contract_in_3_0()))

    def look(prefix: str) -> frozenset[str]:
        place = folder / "specmatic" / prefix
        write_examples(f"{bench.proxy}/clean{BASE_PATH}", _key("sp", prefix), place / "examples")
        _run(
            [
                *("java", "-jar", str(jar), "test", "--strict", f"--testBaseURL={_base(bench, prefix)}"),
                *(f"--examples={place / 'examples'}", f"--junitReportDir={place}", str(contract_file)),
            ],
            place,
        )
        return _failed_cases(place)

    command = "specmatic test --strict --testBaseURL=BASE_URL --examples=DIR openapi.json"
    return Tool("Specmatic", _SPECMATIC.partition("@")[2], command, look)


def _specmatic_jar(folder: Path) -> Path:
    for program in ("npm", "java"):
        if shutil.which(program) is None:
            raise ToolMissing(f"Specmatic needs {program}, which is not on this machine.")
    place = folder / "npm"
    place.mkdir()
    _run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(place), _SPECMATIC], place)
    jar = place / "node_modules" / "specmatic" / "specmatic.jar"
    if not jar.exists():
        raise ToolMissing(f"npm did not install {_SPECMATIC}: is its registry reachable?")
    return jar


def _failed_cases(place: Path) -> frozenset[str]:
    reports = [ET.parse(file) for file in place.glob("*.xml")]  # noqa: S314 - written by Specmatic a moment ago
    cases = [case for report in reports for case in report.iter("testcase")]
    if not cases:
        raise AssertionError(f"Specmatic wrote no test cases to {place}.")
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    return frozenset(_without_ids(str(case.get("name"))) for case in failed)


def _without_ids(name: str) -> str:
    return re.sub(r"\b[a-z]{3}_[0-9a-z]{8,}\b|\d{4}-\d\d-\d\d|\d\d:\d\d", "*", name)


def _written(file: Path, document: object) -> Path:
    file.write_text(json.dumps(document, default=str), encoding="utf-8")
    return file


def _contract_in_3_0() -> object:
    return json.loads(PUBLISHED_FILE.with_name("openapi-3.0.json").read_text(encoding="utf-8"))


# Specmatic refuses an example of an answer without one of its request: it gets both as files. It reads a pattern that
# begins with a slash as one with delimiters and refuses the document.
_NOT_FOR_SPECMATIC = frozenset(["examples", "links", "pattern"])


def _for_specmatic(node: object) -> object:
    if isinstance(node, dict):
        return {name: _for_specmatic(value) for name, value in node.items() if name not in _NOT_FOR_SPECMATIC}
    return [_for_specmatic(item) for item in node] if isinstance(node, list) else node


def _base(bench: Bench, prefix: str) -> str:
    return f"{bench.proxy}/{prefix}{BASE_PATH}"


def _key(tool: str, prefix: str) -> str:
    """A key in a world that nobody has been in."""
    return f"sbx_{tool}{next(_WORLDS)}-{prefix.lower().replace('.', '-')[:24]}_alpha"


def _run(command: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "output.txt").open("wb") as output:
        subprocess.run(command, stdout=output, stderr=output, cwd=folder, timeout=_PATIENCE_SECONDS, check=False)
