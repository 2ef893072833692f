"""What a self-test brings to light, as plain data: read from a JUnit report of pytest, kept in one JSON file."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

RESULTS_FILE = Path(__file__).with_name("results.json")
# The remark of results in which something failed at first begins like this.
MENDED = "Failed at first, and ran again after the suite was mended"


@dataclass(frozen=True)
class Planted:
    """One mutant and the verdict on the row it breaks; *killed* as its test decided."""

    name: str
    verdict: str
    killed: bool
    seconds: float


@dataclass(frozen=True)
class Drawn:
    """One conforming target: how many rows were decided on it, and which were not, or fell into a false alarm."""

    seed: int
    decided: int
    alarms: tuple[str, ...]
    untested: tuple[str, ...]
    inconclusive: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Sight:
    """What one tool saw of one mutant; *findings* are those that the faultless target does not show."""

    mutant: str
    findings: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Peer:
    """One tool: its version and command, what it reports on the faultless target, and its sight of each mutant."""

    name: str
    version: str
    command: str
    false_alarms: int
    sights: tuple[Sight, ...]


@dataclass(frozen=True)
class Results:
    """One self-test. *minutes* is the wall time of mutants and draws together, *remark* what is special about it."""

    day: str
    machine: str
    minutes: float
    mutants: tuple[Planted, ...]
    draws: tuple[Drawn, ...]
    peers: tuple[Peer, ...]
    remark: str = ""


def read_junit(report: Path) -> tuple[tuple[Planted, ...], tuple[Drawn, ...]]:
    """The mutants and draws of one run of pytest, by the properties that their tests record."""
    mutants, draws = [], []
    for case, properties in _cases(report):
        passed = case.find("failure") is None and case.find("error") is None
        seconds = round(float(case.get("time", "0")), 2)
        if "mutant" in properties:
            verdict = properties.get("verdict", "none")
            mutants.append(Planted(properties["mutant"], verdict, passed, seconds))
        elif "draw" in properties:
            draws.append(_drawn(properties, seconds))
    return tuple(sorted(mutants, key=lambda mutant: mutant.name)), tuple(sorted(draws, key=lambda draw: draw.seed))


def _cases(report: Path) -> Iterator[tuple[ET.Element, dict[str, str]]]:
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - written by pytest a moment ago
        yield case, {item.get("name", ""): item.get("value", "") for item in case.iter("property")}


def _drawn(properties: dict[str, str], seconds: float) -> Drawn:
    # A draw that broke before it recorded its rows counts as an alarm, never as a quiet one.
    alarms = properties.get("alarms", "no result").split()
    untested, inconclusive = (tuple(properties.get(word, "").split()) for word in ("untested", "inconclusive"))
    decided = int(properties.get("rows", "0"))
    return Drawn(int(properties["draw"]), decided, tuple(alarms), untested, inconclusive, seconds)


def load(file: Path = RESULTS_FILE) -> Results:
    """The results of the last self-test."""
    found = json.loads(file.read_text(encoding="utf-8"))
    return Results(
        found["day"],
        found["machine"],
        found["minutes"],
        tuple(Planted(**mutant) for mutant in found["mutants"]),
        tuple(Drawn(**_with_tuples(draw)) for draw in found["draws"]),
        tuple(_peer(peer) for peer in found["peers"]),
        found["remark"],
    )


def save(results: Results, file: Path = RESULTS_FILE) -> None:
    """Keep *results*, one mutant or draw a line so that changes can be read."""
    found = asdict(results)
    lists = {name: found.pop(name) for name in ("mutants", "draws", "peers")}
    head = json.dumps(found, ensure_ascii=False)[1:-1]
    body = ",\n".join(f'"{name}": [\n{_lines(items)}\n]' for name, items in lists.items())
    file.write_text(f"{{{head},\n{body}}}\n", encoding="utf-8")


def _lines(items: list[Any]) -> str:
    return ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)


def _with_tuples(found: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


def _peer(found: dict[str, Any]) -> Peer:
    return Peer(**(found | {"sights": tuple(Sight(**_with_tuples(sight)) for sight in found["sights"])}))
