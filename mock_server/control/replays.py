"""What would have happened: a history of a world, played twice, once with one thing changed.

The first play changes nothing. Where it does not repeat the answers that the journal has, nothing is compared: a
replay that cannot repeat the original cannot say what a change does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import perf_counter
from typing import Any

import orjson

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.clock import wall_clock
from mock_server.control.histories import History, Step, history_around
from mock_server.control.operations import in_turn
from mock_server.control.reach import Reach
from mock_server.control.stages import MOST_SECONDS, Performance, Stage, StepOutcome, TooSlow, outcome_of
from mock_server.control.worlds import keep_beginning
from mock_server.domain.ids import Numbered
from mock_server.services.world_exports import Export, export_world, load_world
from mock_server.services.worlds import opened
from mock_server.storage.deliveries import drop_all_waiting
from mock_server.storage.sessions import World
from mock_server.storage.store import Store
from mock_server.storage.whole_worlds import objects_in_worlds

MOST_STEPS = 200
# A server writes these headers itself, or they follow from personal data that the journal does not keep.
_OF_THE_MOMENT = frozenset(("date", "content-length", "etag"))
# Inboxes take deliveries from anybody. Clients do not see them, and a replay has none.
_ARRIVALS = Numbered.ARRIVAL.value
# The journal keeps no tokens, so these requests cannot be repeated. They change nothing but tokens.
_OF_TOKENS = ("createToken", "refreshToken", "revokeToken")


@dataclass(frozen=True, slots=True)
class _Original:
    """The world of the caller, its history, and how many objects of each kind it has."""

    world: World
    history: History
    created: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Plays:
    """The outcomes of the original history, and of the changed history. *reason* says why there are none.

    *changed* is the export of the world at the end of the changed history, if it was asked for.
    """

    then: Sequence[StepOutcome] = ()
    instead: Sequence[StepOutcome] = ()
    reason: str = ""
    changed: Export | None = None


async def replay_history(call: Call, reach: Reach) -> Answer:
    """POST /replay: what followed a request or a lever, beside what would have followed with one thing changed.

    With `keepAs`, the changed history becomes a world. Raises Problem not_found for a row that the world does not keep,
    and WorldNotYours or WorldExists for a name that cannot be taken.
    """
    began = perf_counter()
    if "keepAs" in call.body:
        reach.store.owners.require_may_make(call.caller.world, call.body["keepAs"])
    await reach.journal.flush()
    original = await in_turn(reach, _read, call, reach)
    plays = _Plays(reason=original.history.gap)
    if not original.history.gap:
        stage = reach.stage()
        async with stage.turn:
            plays = await _played(stage, original, call)
    if plays.changed is not None:
        await in_turn(reach, _keep, call, reach, original.world, plays.changed)
    rows = _rows(original.history.after, plays)
    differences = [place for place, row in enumerate(rows) if row["verdict"] == "different"]
    shown = {
        "reason": plays.reason or None,
        "begins": original.history.begins or None,
        "before": len(original.history.before),
        "milliseconds": round((perf_counter() - began) * 1000),
        "firstDifference": differences[0] if differences else None,
        "differences": len(differences),
        "reachesNow": original.history.reaches_now,
        "kept": None if plays.changed is None else call.body["keepAs"],
        "rows": rows,
    }
    return Answer(200, {"data": shown})


def _read(call: Call, reach: Reach) -> _Original:
    body = call.body
    # A writing session has the world for itself, so that history and counters are of one moment.
    with opened(reach.store, call.caller.world, wall_clock(), writes=True) as session:
        most = body.get("limit", MOST_STEPS)
        history = history_around(session, body.get("request"), body.get("lever"), most)
        name = session.world.name
        return _Original(session.world, history, objects_in_worlds(session.connection, [name])[name])


async def _played(stage: Stage, original: _Original, call: Call) -> _Plays:
    performance = Performance(stage, original.world)
    try:
        performance.begin(original.history)
        return await _both(stage, performance, original, call)
    except TooSlow:
        return _Plays(
            reason=f"The replay takes longer than {MOST_SECONDS:.0f} seconds. Choose a newer row, or reset the world."
        )
    finally:
        performance.end()


async def _both(stage: Stage, performance: Performance, original: _Original, call: Call) -> _Plays:
    history = original.history
    reason = _not_repeated(history.before, await performance.play(history.before))
    if reason:
        return _Plays(reason=reason)
    fork, at_fork = _exported(stage.store, original.world.name), performance.now
    then = await performance.play(history.after)
    reason = _not_repeated(history.after, then) or _unexplained(stage.store, original)
    if reason:
        return _Plays(reason=reason)
    performance.go_back(fork, at_fork)
    shift = timedelta(0)
    if "change" in call.body:
        change = call.body["change"]
        outcome = await performance.change(change["method"], change["path"], change.get("body"), call.caller.agency)
        if outcome.status >= 400:
            return _Plays(reason=f"The change was refused, so nothing was compared. {_sentence(outcome) or ''}".strip())
        shift = performance.now - at_fork
    instead = await performance.play(history.after, shift)
    return _Plays(
        then,
        instead,
        changed=_drop_deliveries_and_export(stage.store, original.world.name) if "keepAs" in call.body else None,
    )


def _drop_deliveries_and_export(store: Store, name: str) -> Export:
    """The world on the stage, without deliveries that wait: nothing of a replay reaches a receiver."""
    with opened(store, name, wall_clock(), writes=True) as session:
        drop_all_waiting(session)
        return export_world(session, "")


def _keep(call: Call, reach: Reach, original: World, changed: Export) -> None:
    with reach.store.creating(call.body["keepAs"], None, wall_clock(), copied_from=original) as session:
        load_world(session, changed, wall_clock())
        keep_beginning(session, call, "replayHistory")


def _exported(store: Store, name: str) -> Export:
    with opened(store, name, wall_clock(), writes=True) as session:
        return export_world(session, "")


def _not_repeated(steps: Sequence[Step], outcomes: Sequence[StepOutcome]) -> str:
    """Why the original cannot be compared with anything: the first step that changed the world in another way."""
    for step, outcome in zip(steps, outcomes, strict=True):
        if step.entry is None:
            if outcome.status >= 400:
                return f"The lever {step.operation} of {_moment(step)} cannot be repeated: {_sentence(outcome)}"
        elif not _repeats(step, outcome) and not _only_reads(step):
            request = step.entry.about["request"]
            cut = " The journal has only the beginning of its body." if request["isTruncated"] else ""
            return (
                f"Request {step.entry.number} ({request['method']} {request['path']}) was answered {step.entry.status} "
                f"and a replay answers {outcome.status or 'nothing'} or another body, so what followed cannot be "
                f"compared.{cut} Something came to the world that the journal does not keep."
            )
    return ""


def _unexplained(store: Store, original: _Original) -> str:
    """Why the last state cannot be trusted: the original has objects that no kept request explains."""
    if not original.history.reaches_now:
        return ""
    name = original.world.name
    with store.reading_across_worlds() as connection:
        created = objects_in_worlds(connection, [name])[name]
    kinds = {*created, *original.created} - {_ARRIVALS}
    differing = sorted(kind for kind in kinds if created.get(kind) != original.created.get(kind))
    if not differing:
        return ""
    return (
        f"The world has another number of objects ({', '.join(differing)}) than its kept requests explain, so nothing "
        "was compared. A request may have arrived meanwhile: try again. Otherwise the journal has lost rows."
    )


def _repeats(step: Step, outcome: StepOutcome) -> bool:
    assert step.entry is not None
    return _same(outcome_of(step.entry), outcome)


def _same(outcome: StepOutcome, other: StepOutcome) -> bool:
    return (outcome.status, outcome.body, _lasting(outcome)) == (other.status, other.body, _lasting(other))


def _lasting(outcome: StepOutcome) -> dict[str, str]:
    return {name: value for name, value in outcome.headers.items() if name not in _OF_THE_MOMENT}


def _only_reads(step: Step) -> bool:
    assert step.entry is not None
    return step.entry.about["request"]["method"] == "GET" or step.operation in _OF_TOKENS


def _rows(steps: Sequence[Step], plays: _Plays) -> list[dict[str, Any]]:
    if plays.reason:
        return []
    return [_row(*played) for played in zip(steps, plays.then, plays.instead, strict=True)]


def _row(step: Step, then: StepOutcome, instead: StepOutcome) -> dict[str, Any]:
    entry, lever = step.entry, step.lever
    if entry is not None:
        request = entry.about["request"]
        repeated = _repeats(step, then)
        of_row = (entry.number, entry.about["agency"], request["method"], request["path"], request["query"])
        sent = request["body"]
    else:
        assert lever is not None
        repeated = True
        of_row = (lever.number, lever.agency, lever.method, lever.path, "")
        sent = lever.body.decode()
    return {
        "kind": "request" if entry is not None else "lever",
        **dict(zip(("number", "agency", "method", "path", "query"), of_row, strict=True)),
        "operation": step.operation,
        "at": None if step.at is None else timestamp(step.at),
        "sent": sent,
        "verdict": _verdict(then, instead) if repeated else "not_repeated",
        "then": _outcome(then),
        "now": _outcome(instead),
    }


def _verdict(then: StepOutcome, instead: StepOutcome) -> str:
    return "same" if _same(then, instead) else "different"


def _outcome(outcome: StepOutcome) -> dict[str, Any]:
    return {"status": outcome.status, "body": outcome.body, "sentence": _sentence(outcome)}


def _sentence(outcome: StepOutcome) -> str | None:
    """Why a step was refused; None if it was not."""
    explanation = None if outcome.entry is None else outcome.entry.about["explanation"]
    if explanation is not None:
        return str(explanation["sentence"])
    if outcome.status < 400:
        return None
    try:
        return str(orjson.loads(outcome.body)["detail"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None


def _moment(step: Step) -> str:
    return "" if step.at is None else timestamp(step.at)
