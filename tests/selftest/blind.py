"""How many of the faults that are laid aside the suite finds: figures alone, nothing about any single fault."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutants import laid_aside
from tests.mutants.tools.bench import Bench
from tests.mutants.tools.registry import Mutant

BLIND_FILE = Path(__file__).with_name("blind.json")
# Runs on the faults that the first runs missed, after somebody read them and strengthened checks.
MENDED_FILE = Path(__file__).with_name("mended.json")
# The same runs with tours through pairs of conditions, and with a limit that drops cases of checks.
TOURED_FILE = Path(__file__).with_name("toured.json")
FEWER_FILE = Path(__file__).with_name("fewer.json")
FILES_OF_OPTIONS = {"tours": TOURED_FILE, "requests": FEWER_FILE}

# A verdict that ends a run with 1, or that a user reads as a finding.
FINDINGS = ("fail", "serious", "warn")
# A run that wrote no report decided nothing.
_NO_REPORT = "no report"
FIRST_SEED = 1


@dataclass(frozen=True)
class Looked:
    """One run on one fault: the verdict under the row that the fault breaks, and the other rows with a finding.
    *conditional*: the fault shows only under a condition. *whole*: the run decided all rows. *why* says why a run wrote
    no report. *shown*: in how many answers and deliveries of the run the fault showed; None in runs before 2026-11-26.
    """

    fault: str
    conditional: bool
    whole: bool
    seed: int
    verdict: str
    others: tuple[str, ...]
    why: str = ""
    shown: int | None = None

    @property
    def lot(self) -> int:
        """The number of the lot that the fault was written for."""
        return lot_of(self.fault)

    @property
    def is_found(self) -> bool:
        """Whether the run has a finding under the row that the fault breaks."""
        return self.verdict in FINDINGS

    @property
    def is_noticed(self) -> bool:
        """Whether the run has any finding."""
        return self.is_found or bool(self.others)


def lot_of(fault: str) -> int:
    """The number in the name of a fault that was laid aside: 4 for `AUT-08.lot4-token-demanded`."""
    return int(fault.partition(".lot")[2].partition("-")[0])


def missed_at_first(runs: Iterable[Looked]) -> frozenset[str]:
    """The names of the faults that whole runs with the first seed did not find under the row that they break."""
    return frozenset(run.fault for run in runs if run.whole and run.seed == FIRST_SEED and not run.is_found)


def look_at_all(
    ready: Bench,
    *,
    lot: int,
    whole: bool,
    seed: int,
    workers: int,
    options: Sequence[str] = (),
    names: Collection[str] | None = None,
) -> Iterator[Looked]:
    """One run of the suite on each fault of this *lot*, or on those with *names*, in the order of their ends. *options*
    are further options of each run.
    """
    conditional = laid_aside.under_a_condition()

    def look(planted: Mutant) -> Looked:
        is_conditional = planted.name in conditional
        only = () if whole else ("--only", planted.requirement)
        try:
            verdicts = ready.verdicts(planted.name, *only, "--seed", str(seed), *options)
        except AssertionError as silence:
            return Looked(planted.name, is_conditional, whole, seed, _NO_REPORT, (), str(silence))
        found = {row: verdict.word for row, verdict in verdicts.items() if verdict.word in FINDINGS}
        own = verdicts[planted.requirement].word
        others = tuple(sorted(set(found) - {planted.requirement}))
        shown = ready.times_shown(planted.name)
        return Looked(planted.name, is_conditional, whole, seed, own, others, shown=shown)

    with ThreadPoolExecutor(workers) as at_once:
        faults = [fault for name, fault in laid_aside.load().items() if lot_of(name) == lot]
        runs = [at_once.submit(look, fault) for fault in faults if names is None or fault.name in names]
        for ended in as_completed(runs):
            yield ended.result()


def save_blind(looked: Sequence[Looked], file: Path = BLIND_FILE) -> None:
    """Keep *looked* beside the runs of other lots, kinds and seeds, one run a line."""
    kind = {(run.lot, run.whole, run.seed) for run in looked}
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    kept = [run for run in before if (lot_of(run["fault"]), run["whole"], run["seed"]) not in kind]
    lines = [json.dumps(run) for run in (*kept, *map(_plain, looked))]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _plain(run: Looked) -> dict[str, object]:
    """*run* as JSON has it, without what there is nothing to say about."""
    return {name: value for name, value in asdict(run).items() if value not in ("", None)}


def load_blind(file: Path = BLIND_FILE) -> Sequence[Looked]:
    """All runs that were kept."""
    found = json.loads(file.read_text(encoding="utf-8"))
    return [Looked(**{**run, "others": tuple(run["others"])}) for run in found]


def summary(looked: Sequence[Looked]) -> str:
    """One line for plain faults and one for conditional faults."""
    return "\n".join(
        _line(words, [run for run in looked if run.conditional is is_conditional])
        for words, is_conditional in (("plain", False), ("conditional", True))
    )


def _line(words: str, looked: Sequence[Looked]) -> str:
    found, noticed = sum(run.is_found for run in looked), sum(run.is_noticed for run in looked)
    unseen = sum(run.shown == 0 for run in looked)
    return f"{words:12} {found} of {len(looked)} found under their row, {noticed} noticed, {unseen} never showed"
