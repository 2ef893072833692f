"""The served contract, and its assumptions where the specification is silent."""

from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.editions import Edition, LineUp
from mock_server.api.problems import Problem
from mock_server.control.reach import Reach
from mock_server.domain.world_settings import ALTERNATIVES, NO_SETTINGS, WorldSettings
from openapi.assumptions import Assumption, assumptions


def get_contract(_call: Call, reach: Reach) -> Answer:
    """GET /contract: the served contracts, their operations, and which of them answer from examples."""
    return Answer(200, {"data": shown_line_up(reach.shelf.now)})


def shown_line_up(now: LineUp) -> dict[str, Any]:
    """The served contracts: the main contract, and the contract beside it under `beside`."""
    shown = {**_shown(now.main), "watched": now.watched}
    if now.trouble:
        shown["trouble"] = now.trouble
    if now.differences is not None:
        shown["differences"] = list(now.differences)
    return shown if now.beside is None else {**shown, "beside": _shown(now.beside)}


def _shown(edition: Edition) -> dict[str, Any]:
    return {
        **({"file": edition.name} if edition.name else {}),
        "title": edition.title,
        "version": edition.version,
        "sha256": edition.sha256,
        "basePath": edition.contract.base_path,
        "operations": [
            {"operationId": plan.operation_id, "method": plan.method, "path": plan.path}
            for plan in edition.contract.operations.values()
        ],
        "answeredFromExamples": [
            {"operationId": operation_id, "reason": reason} for operation_id, reason in edition.from_examples.items()
        ],
        "replacedAnswers": [
            {"operationId": operation_id, "count": replaced.count, "reason": replaced.reason}
            for operation_id, replaced in edition.replaced.items()
        ],
    }


def list_assumptions(call: Call, reach: Reach) -> Answer:
    """GET /contract/assumptions: every row, with the choices of a world."""
    settings = _settings(call, reach)
    return Answer(200, {"data": [_assumption(row, settings) for row in assumptions().values()]})


def get_assumption(call: Call, reach: Reach) -> Answer:
    """GET /contract/assumptions/{id}: one row."""
    row = assumptions().get(call.path["id"])
    if row is None:
        raise Problem(
            "not_found", f"There is no assumption {call.path['id']}. They run from A-01 to {max(assumptions())}."
        )
    return Answer(200, {"data": _assumption(row, _settings(call, reach))})


def _settings(call: Call, reach: Reach) -> WorldSettings | None:
    """The settings of the caller's world, or None for a caller without a key."""
    if not call.caller.world:
        return None
    world = reach.store.find_world(call.caller.world)
    return NO_SETTINGS if world is None else world.settings


def _assumption(row: Assumption, settings: WorldSettings | None) -> dict[str, Any]:
    selectable = [
        {
            "name": alternative.name,
            "choices": list(alternative.choices),
            **({} if settings is None else {"chosen": settings.chosen(alternative.name)}),
        }
        for alternative in ALTERNATIVES.values()
        if alternative.assumption == row.id
    ]
    return {
        "id": row.id,
        "heading": row.heading,
        "question": row.question,
        "answer": row.answer,
        "chosen": row.chosen,
        "reason": row.reason,
        "alternatives": list(row.alternatives.values()),
        "answers": [{"value": value, "text": row.text(value)} for value in row.values],
        "selectable": selectable,
    }
