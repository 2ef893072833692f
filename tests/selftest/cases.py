"""Which cases of the checks a run drops first: those without which it still finds nearly all known faults."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import yaml

from conformance.commands.collecting import collect_rarely
from conformance.evidence.exchanges import Request, Role, by_name
from conformance.evidence.json_values import json_of
from conformance.evidence.verdicts import Finding
from conformance.footprint.measured import load_measurements
from conformance.running.check import begin_run
from conformance.running.engine import collect_marks, run_checks
from conformance.scope.selection import Options
from conformance.target.connection import WireSettings
from conformance.target.describing import describe_target
from conformance.target.target_files import read_target_file
from conformance.wire.transport import HttpTransport
from tests.footprint import NO_LIMIT, declared, run_on, target_in
from tests.forks import FORKS
from tests.mutants import MUTANTS, laid_aside
from tests.mutants.tools.bench import Bench, bench
from tests.mutants.tools.registry import Mutant
from tests.preparations import Preparations
from tests.sandbox.servers import serving
from tests.selftest.orders import Asked, Uses, dropped_by_a_usual_run, orders_in_turn

DISPENSABLE_FILE = Path(__file__).parents[2] / "conformance" / "footprint" / "dispensable.yaml"
_SEED = 1
_KEY_HEADER = "x-api-key"
_ROLES_OF_AIMS = (Role.golden, Role.attempt)
_SHOWN = (Finding.violated, Finding.advisory)
# The share of mutants that may leave their row undecided by what they break.
_MOST_UNDECIDED = 0.02
_UNDECIDED = (Finding.untested, Finding.inconclusive, Finding.silent, Finding.absent, Finding.broken)
_HEAD = """\
# The cases that a run drops to save requests, the least useful first. The number is how many of the faults of the
# self-test no case finds any more, because this case and all above it were dropped.
# Successive seeds take the orders in turn.
# Written by `python -m tests.selftest cases`; read by runs and by `teesheet plan`.
"""


def finders(workers: int) -> Iterator[tuple[Mutant, frozenset[str] | None]]:
    """For each mutant and each fault that is laid aside, the checks of its row that find it, as the runs end. None
    where no check decided the row: a target that does not answer hides every fault.
    """
    of_the_suite = tuple(MUTANTS.values())
    for is_laid_aside, mutants in ((False, of_the_suite), (True, laid_aside.load().values())):
        with (
            tempfile.TemporaryDirectory() as folder,
            bench(Path(folder), may_crash=True, served=["--laid-aside"] if is_laid_aside else []) as ready,
        ):
            yield from _finders_of(ready, mutants, workers)


def _finders_of(
    ready: Bench, mutants: Collection[Mutant], workers: int
) -> Iterator[tuple[Mutant, frozenset[str] | None]]:
    with ProcessPoolExecutor(workers, mp_context=FORKS) as pool:
        target_file = str(ready.folder / "target.toml")
        runs = {
            pool.submit(_finders, ready.place(mutant.name), target_file, mutant.requirement): mutant
            for mutant in mutants
        }
        for ended in as_completed(runs):
            yield runs[ended], ended.result()


def _finders(place: tuple[str, str, str], target_file: str, row_id: str) -> frozenset[str] | None:
    collect_rarely()
    target = describe_target(*place, read_target_file(target_file), {"requests": NO_LIMIT})
    transport = HttpTransport(target.budgets.timeout_seconds, target.wire)
    try:
        with begin_run(target, Options((row_id,)), _SEED, transport) as run:
            run_checks(run.session)
            if run.session.faults:
                raise AssertionError(f"The suite broke: {'; '.join(run.session.faults)}")
            found = run.session.evidence[row_id]
    finally:
        transport.close()
    if all(evidence.finding in _UNDECIDED for evidence in found):
        return None
    return frozenset(evidence.source for evidence in found if evidence.finding in _SHOWN)


def undecided_in_vain(undecided: Iterable[Mutant], found_by: Mapping[str, frozenset[str]]) -> Sequence[str]:
    """The names of the *undecided* mutants of rows that checks decide elsewhere, where they are more than some such
    mutants that hide their row themselves. Rules about all answers decide the other rows.
    """
    decided = {name.partition(".")[0] for name in found_by}
    in_vain = [mutant.name for mutant in undecided if mutant.requirement in decided]
    return in_vain if len(in_vain) > _MOST_UNDECIDED * len(found_by) else []


def asked_by_checks() -> Mapping[str, frozenset[Asked]]:
    """What each check asks of the sandbox, without what its fixtures ask, and without reads that only look something up
    or serve as a control. What several checks ask once, all of them ask.
    """
    with serving("--ephemeral") as sandbox:
        watching = Preparations()
        result = run_on(target_in(sandbox, "cases", declared(sandbox)), _SEED, watching=watching)
    asked: dict[str, set[Asked]] = {check: set() for check in watching.needed}
    askers = watching.askers()
    for exchange in result.exchanges:
        if exchange.role in _ROLES_OF_AIMS:
            has_key = _KEY_HEADER in by_name(exchange.request.headers)
            members = _members_sent(exchange.request) if exchange.role is Role.attempt else frozenset[str]()
            for check in askers.get(exchange.index, [exchange.check]):
                aims = asked.setdefault(check, set())
                aims.add((exchange.operation_id, exchange.role, exchange.agency, has_key, members))
    return {check: frozenset(aims) for check, aims in asked.items()}


def _members_sent(request: Request) -> frozenset[str]:
    """The names of the members of the body."""
    body = json_of(request.content)
    return frozenset(body if isinstance(body, dict) else ())


def save_dispensable(found_by: Mapping[str, frozenset[str]], decided_by: Collection[frozenset[str]]) -> None:
    """Keep for the package which cases runs drop first. *found_by* has the checks that find each fault, *decided_by*
    those that decide a row on some target.
    """
    found = {fault: names for fault, names in found_by.items() if names}
    # A run that misses the plain fault of a row does not decide the row. Other mutants have more in their name.
    plain = [names for fault, names in found.items() if fault in MUTANTS and fault == MUTANTS[fault].requirement]
    uses = Uses(collect_marks()[0], asked_by_checks(), [*decided_by, *plain], list(found.values()))
    measured = load_measurements()
    orders = list(orders_in_turn(uses, measured))
    dropped = [dropped_by_a_usual_run(uses.checks, measured, tuple(order)) for order in orders]
    together = uses.lost(frozenset.intersection(*dropped))
    kept = {"faults": len(found), "lost_together": together, "orders": [dict(order) for order in orders]}
    text = yaml.safe_dump(kept, sort_keys=False, width=200, allow_unicode=True)
    DISPENSABLE_FILE.write_text(_HEAD + text, encoding="utf-8")


def dropped_section() -> str:
    """The section of the page about the cases that a usual run drops."""
    kept = yaml.safe_load(DISPENSABLE_FILE.read_text(encoding="utf-8"))
    checks, orders = collect_marks()[0], kept["orders"]
    dropped = [dropped_by_a_usual_run(checks, load_measurements(), tuple(order)) for order in orders]
    # An order says for each case how many faults are lost when all cases up to it are dropped.
    lost = max(order[name] for order, names in zip(orders, dropped, strict=True) for name in names)
    always = len(frozenset.intersection(*dropped))
    return f"""## What a usual run leaves out

A run plans {WireSettings().planned_requests:,} requests, so it drops about {len(dropped[0])} of its {len(checks)}
cases, in which checks try their rule once more. `python -m tests.selftest cases` measured which. It ran the row of
every mutant, and of every fault that was written blind, and noted which checks find the fault. They find
{kept["faults"]:,} faults. Rules about all answers of a run find the others. The checks that stay in a usual run find
all but {lost} of these {kept["faults"]:,}. Younger checks are never dropped, and what they find is not counted.

There are {len(dropped)} orders of dropping, which successive seeds take in turn. All of them drop {always} cases.
{len(dropped)} runs with successive seeds find all but {kept["lost_together"]} of these faults.

The orders know these faults, so the figures flatter them. On 2026-11-30 we drew orders three times, each time without
a third of the lots. Of the 2,188 faults in those lots that all cases find, a run with one of the five orders found
2,082 on average (95.2 %), and five runs with successive seeds 2,130 (97.3 %). As long as the requests that several
cases share counted for the first of them alone, these shares were 94.7 % and 96.4 %.

A case is dropped only where another one takes its place:

- On the sandbox, on the sandbox with one key of the target file missing, and on 20 conforming targets, every row keeps
  a case that gives it the same verdict. Without that, EVT-10 would pass where the second key is missing.
- The plain mutant of every row is found.
- What the case asks, for which agency, with or without its key, and, where it is refused, with which members of the
  body, another case asks as well. The key counts since the eighteenth lot: runs missed one of its faults, because the
  only request without the key was in a dropped case.
- A race does not take the place of a check whose requests follow each other. This counts since the fifty-first lot:
  runs missed a plain fault, because they had dropped both checks that complete one hold twice.
"""
