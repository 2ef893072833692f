"""The served contract, and its assumptions where the specification is silent."""

from functools import lru_cache
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Problem
from mock_server.control.reach import Reach
from mock_server.domain.world_settings import ALTERNATIVES, NO_SETTINGS, WorldSettings
from openapi.bundler import ASSUMPTIONS_FILE, load_yaml


@lru_cache(maxsize=1)
def assumptions() -> dict[str, dict[str, Any]]:
    """The rows of the ledger of assumptions by id, read once per process."""
    rows: dict[str, dict[str, Any]] = load_yaml(ASSUMPTIONS_FILE)
    return rows


def get_contract(_call: Call, reach: Reach) -> Answer:
    """GET /contract: title, version, digest and operations."""
    contract = reach.contract
    body = {
        "title": contract.document["info"]["title"],
        "version": contract.document["info"]["version"],
        "sha256": reach.contract_sha256,
        "basePath": contract.base_path,
        "operations": [
            {"operationId": plan.operation_id, "method": plan.method, "path": plan.path}
            for plan in contract.operations.values()
        ],
    }
    return Answer(200, {"data": body})


def list_assumptions(call: Call, reach: Reach) -> Answer:
    """GET /contract/assumptions: every row, with the choices of a world."""
    settings = _settings(call, reach)
    return Answer(200, {"data": [_assumption(item, row, settings) for item, row in sorted(assumptions().items())]})


def get_assumption(call: Call, reach: Reach) -> Answer:
    """GET /contract/assumptions/{id}: one row."""
    row = assumptions().get(call.path["id"])
    if row is None:
        raise Problem(
            "not_found", f"There is no assumption {call.path['id']}. They run from A-01 to {max(assumptions())}."
        )
    return Answer(200, {"data": _assumption(call.path["id"], row, _settings(call, reach))})


def _settings(call: Call, reach: Reach) -> WorldSettings | None:
    """The settings of the caller's world, or None for a caller without a key."""
    if not call.caller.world:
        return None
    world = reach.store.find_world(call.caller.world)
    return NO_SETTINGS if world is None else world.settings


def _assumption(assumption_id: str, row: dict[str, Any], settings: WorldSettings | None) -> dict[str, Any]:
    selectable = [
        {
            "name": alternative.name,
            "choices": list(alternative.choices),
            **({} if settings is None else {"chosen": settings.chosen(alternative.name)}),
        }
        for alternative in ALTERNATIVES.values()
        if alternative.assumption == assumption_id
    ]
    facts = {member: row[member] for member in ("heading", "question", "answer", "reason", "alternatives")}
    return {"id": assumption_id, **facts, "selectable": selectable}
