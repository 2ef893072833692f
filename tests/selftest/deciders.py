"""Which checks decide each row on the sandbox, on targets that lack something, and on conforming targets that differ in
what the specification leaves open.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path

from conformance.catalogue.requirements import Requirement
from conformance.commands.collecting import collect_rarely
from conformance.evidence.exchanges import Response
from conformance.evidence.verdicts import Evidence, Finding, decide
from conformance.running.check import begin_run
from conformance.running.engine import run_checks
from conformance.scope.selection import Options
from conformance.target.describing import describe_target
from conformance.wire.transport import HttpTransport
from tests.conforming.tools.draws import Draw, VariedTransport, draw
from tests.conforming.tools.variation import Ask, Forward, Variation
from tests.footprint import KEYS, NO_LIMIT, without
from tests.forks import FORKS
from tests.mutants.tools.bench import bench

_LEVERS = ("clock_advance", "course_confirm", "course_decline", "group_cancel")
_SECTIONS = ("tokens", "levers", "hooks", "groups")
_DECLARED = ("hold_id", "webhook_id", "may_send_bad_keys")
_SECOND_KEY = "keys.second_api_key"
_LACKED = (
    *(*KEYS, "courses.short_horizon", *_SECTIONS, _SECOND_KEY),
    *(f"levers.{name}" for name in _LEVERS),
    *(f"declares.{name}" for name in _DECLARED),
)
_DRAWS = range(10, 201, 10)


def deciders(workers: int) -> Iterator[frozenset[str]]:
    """For each row on each target, the checks that alone would lead to the verdict of all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        bench(Path(folder)) as ready,
        ProcessPoolExecutor(workers, mp_context=FORKS) as pool,
    ):
        target_file = (ready.folder / "target.toml").read_text(encoding="utf-8")
        targets = (None, *_LACKED, *_DRAWS)
        yield from chain.from_iterable(pool.map(partial(_deciders_on, ready.sandbox, target_file), targets))


def _drawn(difference: str | int | None) -> Draw:
    """The sandbox, the sandbox with a target file without this key, or the conforming target of this seed."""
    if isinstance(difference, int):
        return draw(difference)
    if difference is None:
        return Draw(1, ())
    lacking = partial(without, key=difference)
    return Draw(1, (Variation(difference, "The target file may lack a key.", lambda: _passed_on, declares=lacking),))


def _passed_on(ask: Ask, forward: Forward) -> Response:
    return forward(ask)


def _deciders_on(sandbox: str, target_file: str, difference: str | int | None) -> Sequence[frozenset[str]]:
    collect_rarely()
    drawn, world = _drawn(difference), re.sub(r"\W|_", "-", f"by-{difference}".lower())
    second_key = None if difference == _SECOND_KEY else f"sbx_{world}_bravo"
    keys = (f"sbx_{world}_alpha", second_key)
    target = describe_target(f"{sandbox}/api/v1", *keys, drawn.declared(target_file), {"requests": NO_LIMIT})
    inner = HttpTransport(target.budgets.timeout_seconds)
    try:
        with begin_run(target, Options(), drawn.seed, VariedTransport(inner, drawn.variations)) as run:
            run_checks(run.session)
            evidence = run.session.evidence
            return [_deciding(row, evidence[row.id]) for row in run.session.catalogue if evidence[row.id]]
    finally:
        inner.close()


def _deciding(row: Requirement, evidence: Sequence[Evidence]) -> frozenset[str]:
    verdict = decide(row, evidence).verdict
    speaking = [item for item in evidence if item.finding is not Finding.silent]
    return frozenset(item.source for item in speaking or evidence if decide(row, [item]).verdict is verdict)
