"""Generated traffic: requests that nobody thought of, generated from the documented-only view after all checks.

It adds evidence to the evidence of the checks. A finding counts for a requirement only when the same request shows it
again. All other findings are reported and change no verdict.
"""

import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.operations import OPERATIONS
from conformance.contracts.documented import documented_contract
from conformance.contracts.shape_evidence import kinds_of_courses, shown_answers
from conformance.generated.document import documented_choices, fed_document, unshown_operations
from conformance.generated.engine import EngineComplaint, OperationOutcome, load_engine, outcomes
from conformance.generated.gate import GeneratedGate
from conformance.generated.material import Material, gather
from conformance.generated.parts import GeneratedPart, OperationShare, divided
from conformance.generated.repeats import Repeats
from conformance.generated.rows import ROW_OF_CHECK, rows_broken
from conformance.generated.search_values import fitting_together
from conformance.generated.turns import ValuesInTurn
from conformance.recordings.plain import from_plain, plain
from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Mapped, Reach, evidence_of
from conformance.scope.lanes import side_by_side
from conformance.session.session import CheckSession
from conformance.text.complaints import member_name
from openapi.hypothesis_files import keeping_no_files

SOURCE = "generated traffic"

# Some of these only prepare the others.
_MOST_REQUESTS, _FEWEST_REQUESTS = 370, 30
# From so many requests: the share of each operation. With too large a share, the last phase would get no requests.
_SHARES = {
    260: OperationShare(examples=2, coverage=6, fuzzing=10, programs=16, steps=6),
    180: OperationShare(examples=2, coverage=5, fuzzing=6, programs=14, steps=6),
    0: OperationShare(examples=1, coverage=3, fuzzing=2, programs=8, steps=5),
}
_SHARE_OF_READS = OperationShare(examples=2, coverage=6, fuzzing=3, programs=3, steps=3)
# So many are generated if the limit allows it, also when the checks of a slow target took all planned requests.
_REQUESTS_BEYOND_THE_PLAN = 30
# Reserved for repeating requests with findings, and for lists of bookings. A run whose checks are done must not be cut
# short here.
_REQUESTS_KEPT, _SECONDS_KEPT = 60, 2.0
# A run has findings to repeat only where the target has faults, so its plan keeps requests for the lists alone.
_REQUESTS_OF_LISTS = 30
# A slow target gets fewer requests.
_MOST_SECONDS = 60.0
_MOST_TROUBLES = 3

_MISSING = re.compile(r'"([^"]+)" is a required property')
_ITEM = re.compile(r"\[\d+\]")


def load_for_generated_traffic(session: CheckSession) -> None:
    """Begins to load the engine where the run will need it. The checks wait now and then, so this takes no time."""
    if session.selection.is_whole(session.catalogue) and not session.recording.is_replay:
        threading.Thread(target=load_engine, name="loading", daemon=True).start()


def send_generated_traffic(session: CheckSession) -> GeneratedTraffic | None:
    """Sends generated requests, and notes their findings for the rows that they touch. None when nothing is sent.

    Only a run that selects every row of its profile and was not stopped has generated traffic. A run of single rows
    takes a second or two, and the engine would take longer. A replay returns the recorded findings.
    """
    if not session.selection.is_whole(session.catalogue):
        return None
    kept = session.carry_over(SOURCE, lambda: plain(_traffic_of_a_whole_run(session)))
    if kept is None:
        return None
    traffic = from_plain(GeneratedTraffic, kept)
    for finding in traffic.findings:
        for row_id, evidence in evidence_of(finding):
            session.note([row_id], evidence)
    return traffic


def _traffic_of_a_whole_run(session: CheckSession) -> GeneratedTraffic | None:
    if session.is_stopped:
        return None
    try:
        return _traffic(session)
    except KeyboardInterrupt:
        session.interrupted = True
        return GeneratedTraffic((), (), "The user stopped the run.")


def _traffic(session: CheckSession) -> GeneratedTraffic:
    session.progress.enter("generated traffic")
    session.recording.current_check = SOURCE
    askers = session.agencies()
    if session.pace.requests_left < _FEWEST_REQUESTS + _REQUESTS_KEPT:
        return GeneratedTraffic((), (), "The number of requests (--requests) was used up before this operation.")
    view = documented_contract()
    material = gather(session, askers[0], unshown_operations(view))
    seen, trouble = _run(_lanes_of_traffic(session, askers, view, material))
    repeats = Repeats(session, askers, material.declared.headers)
    findings = [repeats.repeated(finding) for finding in _findings(session, seen)]
    return GeneratedTraffic(tuple(findings), tuple(_reach(session, seen, material)), trouble)


@dataclass(frozen=True)
class _LaneOfTraffic:
    """What one lane sends: a part, through a gate of its own, with values in *turns* and parameters *fitted* to each
    other.
    """

    part: GeneratedPart
    gate: GeneratedGate
    document: Mapping[str, Any]
    seed: int
    fitted: Callable[[Mapping[str, Any]], dict[str, Any]]
    turns: ValuesInTurn


def _lanes_of_traffic(
    session: CheckSession, askers: Sequence[Agency], view: Mapping[str, Any], material: Material
) -> list[_LaneOfTraffic]:
    operations = [operation.id for operation in OPERATIONS if operation.id not in material.left_out]
    planned = max(session.pace.planned_requests_left - _REQUESTS_OF_LISTS, _REQUESTS_BEYOND_THE_PLAN)
    requests = min(_MOST_REQUESTS, planned, session.pace.requests_left - _REQUESTS_KEPT)
    choices = documented_choices(dict(view))
    in_turn = {operation: {**choices[operation], **material.values.get(operation, {})} for operation in choices}
    return [
        _LaneOfTraffic(
            part,
            _gate(session, askers, material, part),
            fed_document(dict(view), material.of_operations(part.operations)),
            session.run.seed + part.number,
            partial(fitting_together, longitudes=material.longitudes, other_countries=material.other_countries),
            ValuesInTurn(in_turn, part.number),
        )
        for part in divided(operations, _share(session, requests), requests, session.lanes)
    ]


def _gate(session: CheckSession, askers: Sequence[Agency], material: Material, part: GeneratedPart) -> GeneratedGate:
    ends_at = time.monotonic() + _MOST_SECONDS

    def may_go_on() -> bool:
        if time.monotonic() > ends_at:
            return False
        return session.pace.requests_left > _REQUESTS_KEPT and session.pace.seconds_left() > _SECONDS_KEPT

    return GeneratedGate(
        askers,
        session.recording,
        session.run.marker,
        material.declared.headers,
        part,
        may_go_on,
        read_only=session.run.read_only,
    )


def _run(lanes: Sequence[_LaneOfTraffic]) -> tuple[list[OperationOutcome], str | None]:
    """What came of each request, and why some were not generated, or None. That says nothing about the target."""

    def close_all() -> None:
        for lane in lanes:
            lane.gate.close()

    from openapi import hypothesis_seed  # noqa: PLC0415 - a quarter of a second that most runs need not pay

    with keeping_no_files(), hypothesis_seed.drawing_from_the_seed_alone(), hypothesis_seed.parsing_in_turn():
        found = side_by_side([partial(_sent_in, lane) for lane in lanes], close_all)
    seen = [outcome for outcomes_of_lane, _ in found for outcome in outcomes_of_lane]
    troubles = [trouble for _, troubles_of_lane in found for trouble in troubles_of_lane]
    return seen, " ".join(dict.fromkeys(troubles[:_MOST_TROUBLES])) or None


def _sent_in(lane: _LaneOfTraffic) -> tuple[list[OperationOutcome], list[str]]:
    seen: list[OperationOutcome] = []
    troubles: list[str] = []
    try:
        for outcome in outcomes(lane.document, lane.gate, lane.seed, lane.part.share, lane.fitted, lane.turns):
            if isinstance(outcome, OperationOutcome):
                seen.append(outcome)
            else:
                troubles.append(outcome.message)
    except Exception as error:
        # No verdict may hang on an engine that is not ours.
        troubles.append(f"{type(error).__name__}: {error}")
    return seen, troubles


def _share(session: CheckSession, requests: int) -> OperationShare:
    if session.run.read_only:
        return _SHARE_OF_READS
    return next(share for least, share in _SHARES.items() if requests >= least)


def _findings(session: CheckSession, seen: Sequence[OperationOutcome]) -> Iterator[GeneratedFinding]:
    """One finding for each way in which answers of an operation are wrong, in the order in which they were met. The
    engine complains of a fault once, so later answers may break a row without a complaint. They are no further finding.
    """
    exchanges = session.recording.exchanges
    rows = [row for row in session.catalogue if row.id in session.selection.decided]
    kinds = kinds_of_courses(shown_answers(exchanges))
    alike: dict[tuple[str, str, str], list[tuple[OperationOutcome, str, tuple[Mapped, ...]]]] = defaultdict(list)
    for outcome in seen:
        broken = rows_broken(exchanges[outcome.exchange], rows, kinds)
        for check, place, message, touched in _complaints(outcome, broken):
            alike[outcome.operation_id, check, place].append((outcome, message, touched))
    told = {
        (operation_id, row.id)
        for (operation_id, check, _), met in alike.items()
        for _, _, touched in met
        for row in touched
        if row.id != check
    }
    for (operation_id, check, place), met in alike.items():
        if (operation_id, check) in told:
            continue
        first, message, touched = met[0]
        phases = tuple(dict.fromkeys(outcome.phase for outcome, _, _ in met))
        yield GeneratedFinding(operation_id, check, place, message, phases, len(met), first.exchange, touched)


def _complaints(
    outcome: OperationOutcome, broken: Sequence[Mapped]
) -> Iterator[tuple[str, str, str, tuple[Mapped, ...]]]:
    """Check, place, message and rows of each complaint, then each row that no complaint touches."""
    touched: set[str] = set()
    for complaint in outcome.complaints:
        row_of_check = ROW_OF_CHECK.get(complaint.check)
        rows = tuple(row for row in broken if row.id == row_of_check or _breaks_the_same_member(row, complaint))
        touched |= {row.id for row in rows}
        yield complaint.check, _pointer(complaint.place), complaint.message, rows
    for row in broken:
        if row.id not in touched:
            yield row.id, "", row.actual, (row,)


def _breaks_the_same_member(row: Mapped, complaint: EngineComplaint) -> bool:
    """Whether the member that *complaint* names also breaks *row*. The item of an array does not matter."""
    missing = _MISSING.match(complaint.message)
    member = _ITEM.sub("[]", member_name([*complaint.place, *([missing.group(1)] if missing else [])]))
    return re.search(f": {re.escape(member)}[ :]", _ITEM.sub("[]", row.actual)) is not None


def _pointer(place: Iterable[str | int]) -> str:
    return "".join("/*" if isinstance(part, int) else f"/{part}" for part in place)


def _reach(session: CheckSession, seen: Sequence[OperationOutcome], material: Material) -> Iterator[Reach]:
    exchanges = session.recording.exchanges
    sent = Counter(outcome.operation_id for outcome in seen)
    answers = ((outcome.operation_id, exchanges[outcome.exchange].response) for outcome in seen)
    reached = Counter(name for name, response in answers if response and response.is_success)
    for operation in OPERATIONS:
        yield Reach(operation.id, sent[operation.id], reached[operation.id], material.left_out.get(operation.id))
