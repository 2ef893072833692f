"""The one place that knows Schemathesis: a document and an application in, a stream of plain outcomes out.

The engine changes between minor versions, so nothing else of the suite touches it. It is loaded when it is needed.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from conformance.generated.gate import PLACE_HEADER, GeneratedGate
from conformance.generated.parts import OperationShare
from conformance.generated.turns import ValuesInTurn

# The engine has more checks, but the specification has no rules for them: it shows no refusal at all.
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


# The phase of the engine that follows links.
_PROGRAMS = "stateful"


@dataclass(frozen=True)
class EngineComplaint:
    """The complaint of one check about an answer. *place* is in the body, empty for the answer as a whole."""

    check: str
    message: str
    place: tuple[str | int, ...]


@dataclass(frozen=True)
class OperationOutcome:
    """One request of the engine with the complaints about its answer; *exchange* is its place in the recording."""

    operation_id: str
    phase: str
    exchange: int
    complaints: tuple[EngineComplaint, ...]


@dataclass(frozen=True)
class Trouble:
    """A failure of the engine itself. It says nothing about the target; *message* is one sentence."""

    message: str


@cache
def load_engine() -> None:
    """Loads what `outcomes` needs. It takes a second, and other threads may wait for answers meanwhile."""
    import schemathesis  # noqa: PLC0415 - a second that most runs need not pay
    from schemathesis.engine import from_schema  # noqa: PLC0415 - the same

    logging.getLogger("schemathesis").setLevel(logging.ERROR)
    # The engine loads most of its modules with its first run.
    nothing = {"openapi": "3.0.3", "info": {"title": "nothing", "version": "0"}, "paths": {}}
    for _ in from_schema(schemathesis.openapi.from_dict(nothing)).execute():
        pass


def outcomes(
    document: Mapping[str, Any],
    gate: GeneratedGate,
    seed: int,
    share: OperationShare,
    fitted: Callable[[Mapping[str, Any]], dict[str, Any]],
    turns: ValuesInTurn,
) -> Iterator[OperationOutcome | Trouble]:
    """All requests that the engine sent through *gate*, in order, with complaints, and the engine's own failures. Their
    values come in *turns*, and their query parameters are *fitted* to each other. The caller keeps Hypothesis
    from writing files.
    """
    load_engine()
    import schemathesis  # noqa: PLC0415 - see load_engine
    from schemathesis.engine import events, from_schema  # noqa: PLC0415 - see load_engine

    config = schemathesis.Config.from_dict(_settings(seed, share))
    schema = schemathesis.openapi.from_dict(dict(document), config=config)
    schema.app = gate
    schema.hook("filter_case")(_within(share, lambda: gate.is_closed))
    schema.hook("map_case")(_with_other_values(turns, fitted))
    stream = from_schema(schema).execute()
    for event in stream:
        if isinstance(event, events.ScenarioFinished):
            yield from _of_scenario(event)
        elif isinstance(event, events.Interrupted) and not gate.is_closed:
            # The engine swallows the signal of the user.
            raise KeyboardInterrupt
        elif isinstance(event, events.FatalError):
            yield Trouble(_sentence(event.exception))
        elif isinstance(event, events.NonFatalError):
            yield Trouble(f"{event.label}: {_sentence(event.value)}")
        if gate.is_closed:
            stream.stop()


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}."


def _settings(seed: int, share: OperationShare) -> dict[str, Any]:
    alone = {"extra-data-sources": {"responses": False}, "operation-ordering": "none"}
    return {
        "seed": seed,
        "workers": 1,
        "continue-on-failure": True,
        "cache": {"enabled": False},
        "warnings": False,
        "analysis": {"constants": {"enabled": False}},
        "generation": {
            "mode": "positive",
            "database": "none",
            "no-shrink": True,
            "allow-x00": False,
            "with-security-parameters": False,
            "max-examples": max(share.fuzzing, 1),
        },
        "checks": {"enabled": False, **{name: {"enabled": True} for name in CHECKS}},
        "phases": {
            "examples": {**alone, "enabled": share.examples > 0, "fill-missing": True},
            "coverage": {**alone, "enabled": share.coverage > 0, "unexpected-methods": []},
            "fuzzing": {**alone, "enabled": share.fuzzing > 0, "error-feedback": {"enabled": False}},
            # The engine would also guess links. They could lead from a list to things of others.
            "stateful": {
                "enabled": share.programs > 0,
                "max-steps": share.steps,
                "generation": {"max-examples": max(share.programs, 1)},
                "inference": {"algorithms": []},
            },
        },
    }


def _within(share: OperationShare, is_over: Callable[[], bool]) -> Callable[..., bool]:
    """A filter that limits each operation to its share of each phase, so that the first operations do not use up all
    requests.
    """
    most = {"examples": share.examples, "coverage": share.coverage}
    had: Counter[tuple[str, str]] = Counter()

    def filter_case(context: Any, case: Any) -> bool:  # noqa: ARG001 - the engine calls it so
        phase = case.meta.phase.name.value if case.meta else ""
        if phase not in most:
            return True
        key = (phase, case.operation.label)
        had[key] += 1
        return not is_over() and had[key] <= most[phase]

    return filter_case


def _with_other_values(
    turns: ValuesInTurn, fitted: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> Callable[..., Any]:
    def map_case(context: Any, case: Any) -> Any:  # noqa: ARG001 - the engine calls it so
        # What a program changes may follow from an earlier answer.
        if case.method == "GET" or (case.meta and case.meta.phase.name.value != _PROGRAMS):
            operation = case.operation.definition.raw["operationId"]
            case.path_parameters = turns.taken(operation, case.path_parameters or {})
            case.query = turns.taken(operation, case.query or {})
            if isinstance(case.body, dict):
                case.body = turns.taken(operation, case.body)
        if case.query:
            case.query = fitted(case.query)
        return case

    return map_case


def _of_scenario(event: Any) -> Iterator[OperationOutcome]:
    for case_id, interaction in event.recorder.interactions.items():
        response = interaction.response
        place = response.headers.get(PLACE_HEADER.lower()) if response else None
        if place:
            operation = event.recorder.cases[case_id].value.operation
            checks = event.recorder.checks.get(case_id, [])
            failures = [(check.name, check.failure_info.failure) for check in checks if check.failure_info]
            complaints = tuple(_complaint(name, failure) for name, failure in failures)
            yield OperationOutcome(
                operation.definition.raw["operationId"], event.phase.value, int(place[0]), complaints
            )


def _complaint(check: str, failure: Any) -> EngineComplaint:
    place = tuple(getattr(failure, "instance_path", None) or ())
    lines = failure.message.strip().splitlines() or [failure.title]
    return EngineComplaint(check, lines[0][:300], place)
