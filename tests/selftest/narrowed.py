"""Whole runs on plain mutants that show only under one or two circumstances, and how many the suite finds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.mutants.narrowed import Narrowed
from tests.mutants.tools.bench import Bench
from tests.selftest.blind import FINDINGS

NARROWED_FILE = Path(__file__).with_name("narrowed.json")


@dataclass(frozen=True)
class Tried:
    """The *verdict* under the row that a narrowed mutant breaks, and in how many answers the fault was *shown*.

    Two circumstances and their values are joined by "and".
    """

    mutant: str
    circumstance: str
    value: str
    verdict: str
    shown: int

    @property
    def is_found(self) -> bool:
        """Whether the run has a finding under the row."""
        return self.verdict in FINDINGS


def try_all(ready: Bench, batches: Mapping[str, Sequence[Narrowed]], workers: int) -> Iterator[Tried]:
    """One whole run of the suite on each batch, and what it says about each of its faults."""

    def run(name: str) -> list[Tried]:
        verdicts = ready.verdicts(name)
        return [
            Tried(
                fault.mutant,
                " and ".join(fault.circumstances),
                " and ".join(fault.values),
                verdicts[fault.wide.requirement].word,
                ready.times_shown(fault.name),
            )
            for fault in batches[name]
        ]

    with ThreadPoolExecutor(workers) as at_once:
        for ended in as_completed([at_once.submit(run, name) for name in batches]):
            yield from ended.result()


def save_narrowed(tried: Sequence[Tried], together: int, day: str, machine: str) -> None:
    """Keeps the outcome for the page, beside the one for another number of circumstances *together*."""
    kept = json.loads(NARROWED_FILE.read_text("utf-8")) if NARROWED_FILE.exists() else {}
    found = sorted(map(asdict, tried), key=lambda item: (item["mutant"], item["circumstance"]))
    kept[str(together)] = {"day": day, "machine": machine, "tried": found}
    NARROWED_FILE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


def narrowed_section() -> str:
    """The section of the page about narrowed mutants."""
    kept = json.loads(NARROWED_FILE.read_text(encoding="utf-8"))
    alone = [Tried(**item) for item in kept["1"]["tried"]]
    names = dict.fromkeys(item.circumstance for item in sorted(alone, key=lambda item: item.circumstance))
    lines = [_line(name, [item for item in alone if item.circumstance == name]) for name in names]
    return f"""## Plain mutants under one circumstance, and under two

`python -m tests.selftest narrowed` lets each plain mutant show under one circumstance alone: at the second agency, at
courses of nine holes, on weekends. The circumstances take turns among the mutants, and nobody chose which mutant meets
which. A whole run meets up to seven of these faults, which break seven rows and have no operation in common; so a
finding may sometimes speak about another one of the seven. {_told(kept["1"])} The others need what a run never does,
or what no request can do, such as a hold for four where three may play.

| circumstance | faults | shown | found |
| --- | --- | --- | --- |
{chr(10).join(lines)}

With `--together 2`, a fault shows only where two circumstances meet, such as a weekend and four players.
{_told(kept["2"])}
"""


def _told(kept: Mapping[str, Any]) -> str:
    tried = [Tried(**item) for item in kept["tried"]]
    seen = [item for item in tried if item.shown]
    found = sum(item.is_found for item in seen)
    return f"""On {kept["day"]} ({kept["machine"]}), {len(seen)} of the {len(tried)} faults showed in some answer of
their run. Under the row that the fault breaks, the runs found {found} of these {len(seen)}
({found * 100 // len(seen)} %)."""


def _line(circumstance: str, tried: Sequence[Tried]) -> str:
    seen = [item for item in tried if item.shown]
    return f"| {circumstance} | {len(tried)} | {len(seen)} | {sum(item.is_found for item in seen)} |"
