"""Measures what the checks send and make, on a sandbox of its own: `python -m tests.footprint` (some minutes).

Writes conformance/footprint/footprint.yaml, from which `teesheet plan` adds up what a run would do. Full runs with
several seeds give the numbers of every check; runs in which one key of the target file is missing show which rows need
it.
"""

import copy
import statistics
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import yaml

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import CLEAN_UP, Exchange
from conformance.evidence.verdicts import Verdict
from conformance.evidence.webhook_ids import webhook_id
from conformance.footprint.giving_back import created_id_in
from conformance.footprint.journal import ENDS, MAKES
from conformance.footprint.measured import Footprint, load_measurements
from conformance.generated.traffic import SOURCE as GENERATED
from conformance.results.run_result import RunResult
from conformance.running.check import begin_run
from conformance.running.engine import collect_marks, run_checks
from conformance.running.plugin import SUITE_FOLDER
from conformance.scope.selection import Options
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.preparations import Preparations
from tests.sandbox.servers import Server, serving

FILE = Path(__file__).parents[1] / "conformance" / "footprint" / "footprint.yaml"
SEEDS = (1, 2, 3)

# Each of these stands in for the others: only without all of them no code is declared.
_CODES = ("booking_code", "other_booking_code", "further_booking_codes")
# Keys whose lack shows only in a run. `selection.py` knows before it what the lack of others bars, and for what the
# suite can look for itself nothing is certain.
_COURSES = ("booking_code", "region_id", "geo_area", "default_terms", "override_terms", "low_maximum")
KEYS = tuple(f"courses.{name}" for name in (*_COURSES, "no_modification", "offline"))

_MEMBER_OF_KIND: Mapping[str, str] = {
    "booking": "bookings",
    "hold": "holds",
    "booking hook": "hooks",
    "group booking": "groups",
    "subscription": "subscriptions",
    "token": "tokens",
}
# What is measured must not be cut short by the limit that it helps to set.
NO_LIMIT = 100_000
FIXTURE = "fixture "
_GOOD = (Verdict.pass_, Verdict.info)
# A run of a single row also prepares everything that its checks share with others.
_ALONE = ("BKC-13", "BKX-03", "CRS-01", "AVT-01", "HLD-02", "HLD-05", "HOK-05", "GRP-02", "GRP-05", "WHK-01", "INV-02")


def main(*, measures_keys: bool) -> None:
    """Measure and write the file; what missing keys leave untested is kept from the last time if need be."""
    with serving("--ephemeral") as sandbox:
        runs = [_run(sandbox, seed) for seed in SEEDS]
        whole = [result for result, _ in runs]
        measured = [_by_check(*run) for run in runs]
        alone = _alone(sandbox)
        document = {
            "runs": len(whole),
            "courses": _course_count(sandbox),
            "seconds": round(statistics.median(_seconds(result) for result in whole), 1),
            "shared": _written(_shared(alone, measured)),
            "untested": _untested(sandbox, whole[0]) if measures_keys else _known_before(),
            "generated": _usual_and_most([footprint[GENERATED] for footprint in measured]),
            "generated_reads": _usual_and_most([_by_check(*item)[GENERATED] for item in _reading(sandbox)]),
            "fixtures": _fixtures(measured, alone),
            "needs": _needs(runs[0][1], measured),
            "checks": _checks(measured),
        }
    FILE.write_text(_HEAD + _yaml(document), encoding="utf-8")


_HEAD = "# What every check sends and creates. Written by `python -m tests.footprint`; read by `teesheet plan`.\n"


def declared(sandbox: Server) -> dict[str, Any]:
    """The target file that the sandbox serves."""
    return tomllib.loads(httpx.get(f"{sandbox.address}/_sandbox/v1/target").text)


def target_in(sandbox: Server, world: str, document: Mapping[str, Any], tours: int = 0) -> Target:
    """The sandbox as a target for runs in one lane, where pytest sets up the fixtures, with requests for *tours*."""
    keys = (f"sbx_{world}_alpha", f"sbx_{world}_bravo")
    limits = {"requests": NO_LIMIT, "tours": tours, "concurrency": 1}
    return describe_target(f"{sandbox.address}/api/v1", *keys, document, limits)


def run_on(
    target: Target, seed: int, *only: str, read_only: bool = False, watching: Preparations | None = None
) -> RunResult:
    """A run of the suite on *target*."""
    transport = HttpTransport(target.budgets.timeout_seconds, target.wire)
    try:
        with begin_run(target, Options(only, read_only), seed, transport) as run:
            if watching:
                watching.recording = run.session.recording
            run_checks(run.session, SUITE_FOLDER, *([watching] if watching else []))
            return run.result()
    finally:
        transport.close()


def made_by(exchanges: Iterable[Exchange]) -> Footprint:
    """What these exchanges made, and how many they are."""
    numbers: defaultdict[str, int] = defaultdict(int)
    for exchange in exchanges:
        numbers["requests"] += 1
        if exchange.operation_id in MAKES and exchange.response and exchange.response.is_success:
            numbers[_MEMBER_OF_KIND[MAKES[exchange.operation_id]]] += 1
    return Footprint(**numbers)


def _run(sandbox: Server, seed: int) -> tuple[RunResult, Preparations]:
    watching = Preparations()
    result = run_on(target_in(sandbox, f"whole-{seed}", declared(sandbox)), seed, watching=watching)
    print(f"seed {seed}: {result.outcome}, {len(result.exchanges)} exchanges", file=sys.stderr)
    return result, watching


def _reading(sandbox: Server) -> Sequence[tuple[RunResult, Preparations]]:
    targets = [target_in(sandbox, f"reading-{seed}", declared(sandbox)) for seed in SEEDS]
    return [(run_on(target, seed, read_only=True), Preparations()) for target, seed in zip(targets, SEEDS, strict=True)]


def _known_before() -> Mapping[str, Sequence[str]]:
    return {key: list(rows) for key, rows in load_measurements().untested.items()}


def _by_check(result: RunResult, watching: Preparations) -> Mapping[str, Footprint]:
    """The footprint of every check of a run, and of what checks share to prepare themselves, under its own name.

    The clean-up belongs to those whose things it ends.
    """
    fixtures = {place: f"{FIXTURE}{name}" for name, places in watching.sent.items() for place in places}
    exchanges: defaultdict[str, list[Exchange]] = defaultdict(list)
    for exchange in result.exchanges:
        if exchange.check != CLEAN_UP:
            exchanges[fixtures.get(exchange.index, exchange.check)].append(exchange)
    ended = {_ended_id(exchange) for exchange in result.exchanges if exchange.check != CLEAN_UP} - {None}
    stay = {leftover.id for leftover in result.leftovers}
    return {name: made_by(sent) + _what_is_left(sent, ended, stay) for name, sent in exchanges.items()}


def _what_is_left(sent: Sequence[Exchange], ended: set[str | None], stay: set[str]) -> Footprint:
    made = [
        _made_id(item) for item in sent if item.operation_id in MAKES and item.response and item.response.is_success
    ]
    known = [created for created in made if created]
    return Footprint(left=sum(item not in ended for item in known), stay=sum(item in stay for item in known))


def _made_id(exchange: Exchange) -> str | None:
    assert exchange.response is not None
    if exchange.operation_id == "createWebhook":
        return webhook_id(exchange.response)
    return created_id_in(exchange.response.content)


def _ended_id(exchange: Exchange) -> str | None:
    if exchange.operation_id not in ENDS or not exchange.response or not exchange.response.is_success:
        return None
    met = match(exchange.request.method, exchange.request.path)
    return met.parameters["id"] if met else None


def _alone(sandbox: Server) -> Sequence[Mapping[str, Footprint]]:
    """What runs of single rows take. Walks, which all rows share, are then about the things of that row alone."""
    found = []
    for number, row in enumerate(_ALONE):
        watching = Preparations()
        result = run_on(target_in(sandbox, f"alone-{number}", declared(sandbox)), SEEDS[0], row, watching=watching)
        found.append(_by_check(result, watching))
    return found


def _shared(alone: Sequence[Mapping[str, Footprint]], measured: Sequence[Mapping[str, Footprint]]) -> Footprint:
    """The most that a check takes in a run of few beyond what it takes in a whole run, and somebody else likewise."""
    most = 0
    for took in alone:
        for name in (item for item in took if not item.startswith(FIXTURE)):
            known = max((footprint[name].requests for footprint in measured if name in footprint), default=0)
            most = max(most, took[name].requests - known)
    return Footprint(requests=2 * most)


def _untested(sandbox: Server, whole: RunResult) -> Mapping[str, list[str]]:
    """The rows that are decided in the whole run, and are not when a key is missing."""
    decided = {row.row.id for row in whole.rows if row.verdict in _GOOD}
    found = {}
    for key in KEYS:
        world = f"no-{key.replace('.', '-').replace('_', '-')}"
        result = run_on(target_in(sandbox, world, without(declared(sandbox), key)), SEEDS[0])
        # A row that others upset is not untested for the lack of the key: the reason names it.
        lacking = [row for row in result.rows if row.row.id in decided and key.rpartition(".")[2] in row.message]
        found[key] = sorted(item.row.id for item in lacking if item.verdict is Verdict.untested)
        print(f"without {key}: {len(found[key])} rows", file=sys.stderr)
    return {key: rows for key, rows in found.items() if rows}


def without(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A copy of a target file without *key*, a section or a section and a name, and without what stands in for it."""
    lessened = copy.deepcopy(dict(document))
    *sections, name = key.split(".")
    section = lessened
    for item in sections:
        section = section[item]
    for lacking in _CODES if name in _CODES else (name,):
        del section[lacking]
    return lessened


def _checks(measured: Sequence[Mapping[str, Footprint]]) -> Mapping[str, Any]:
    # Checks that only read what others sent are there as well: they send nothing.
    names = sorted(collect_marks()[0])
    return {name: _usual_and_most([footprint.get(name, Footprint()) for footprint in measured]) for name in names}


def _fixtures(
    measured: Sequence[Mapping[str, Footprint]], alone: Sequence[Mapping[str, Footprint]]
) -> Mapping[str, Any]:
    names = sorted({name for item in (*measured, *alone) for name in item if name.startswith(FIXTURE)})
    usual = {name: _usual_and_most([footprint.get(name, Footprint()) for footprint in measured]) for name in names}
    most = {name: _usual_and_most([item.get(name, Footprint()) for item in (*measured, *alone)]) for name in names}
    return {name.removeprefix(FIXTURE): {**usual[name], "most": most[name]["most"]} for name in names}


def _needs(watching: Preparations, measured: Sequence[Mapping[str, Footprint]]) -> Mapping[str, list[str]]:
    """By check, the fixtures that send something."""
    telling = {name.removeprefix(FIXTURE) for footprint in measured for name in footprint if name.startswith(FIXTURE)}
    found = {check: [name for name in names if name in telling] for check, names in watching.needed.items()}
    return {check: names for check, names in found.items() if names}


def _usual_and_most(runs: Sequence[Footprint]) -> Mapping[str, Any]:
    usual = Footprint(
        *(round(statistics.mean(getattr(run, field.name) for run in runs)) for field in fields(Footprint))
    )
    most = Footprint(*(max(getattr(run, field.name) for run in runs) for field in fields(Footprint)))
    return {"usual": _written(usual), "most": _written(most)}


def _written(footprint: Footprint) -> dict[str, int]:
    return {name: value for name, value in vars(footprint).items() if value}


def _course_count(sandbox: Server) -> int:
    headers = {"X-Api-Key": "sbx_count_alpha"}
    answer = httpx.get(f"{sandbox.address}/api/v1/travel/courses?pageSize=1", headers=headers)
    return int(answer.json()["meta"]["pagination"]["totalItems"])


def _seconds(result: RunResult) -> float:
    return (result.finished_at - result.started_at).total_seconds()


def _yaml(document: Mapping[str, Any]) -> str:
    return yaml.safe_dump(document, sort_keys=False, default_flow_style=None, width=1000, allow_unicode=True)


if __name__ == "__main__":
    main(measures_keys="--keep-keys" not in sys.argv)
