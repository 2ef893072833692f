"""Rows of rules, and how many requests of an agency fall into a window of a rate limit."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, text, update

from mock_server.domain.rules import (
    EFFECTS,
    Action,
    AnswerProblem,
    DropMoment,
    Effect,
    Malformed,
    RetryAfterForm,
    Rule,
    action_of,
)
from mock_server.storage.sessions import Session
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import rules
from mock_server.storage.world_rows import count_rules


@dataclass(frozen=True, slots=True)
class KeptRule:
    """A rule, how many requests it has matched, and on how many of them it acted."""

    rule: Rule
    number: int
    seen: int
    applied: int


_INSERT = Prepared(insert(rules), rules.c.keys())
_ALL = Prepared(select(rules).where(rules.c.world == bindparam("world")).order_by(rules.c.number))
_SAVE = Prepared(
    update(rules)
    .where(rules.c.world == bindparam("of_world"), rules.c.number == bindparam("of_number"))
    .values(seen=bindparam("new_seen"), applied=bindparam("new_applied"))
)
_DROP = Prepared(delete(rules).where(rules.c.world == bindparam("world"), rules.c.id == bindparam("id")))
_COUNT_REQUEST = Prepared(
    text(
        "INSERT INTO rate_windows (world, agency, begins_at, requests) VALUES (:world, :agency, :begins_at, 1) "
        "ON CONFLICT (world, agency) DO UPDATE SET begins_at = :begins_at, requests = "
        "CASE WHEN rate_windows.begins_at = :begins_at THEN rate_windows.requests + 1 ELSE 1 END RETURNING requests"
    )
)


def insert_rule(session: Session, rule: Rule, number: int) -> None:
    """Stores a new rule."""
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "number": number,
            "id": rule.id,
            "body": json.dumps(_written(rule)),
            "seen": 0,
            "applied": 0,
        },
    )
    count_rules(session, len(kept_rules(session)))


def kept_rules(session: Session) -> list[KeptRule]:
    """Every rule of the world, oldest first."""
    rows = _ALL.rows(session.connection, {"world": session.world.name})
    return [KeptRule(_read(row.id, json.loads(row.body)), row.number, row.seen, row.applied) for row in rows]


def save_counts(session: Session, kept: KeptRule) -> None:
    """Stores how often a rule has matched and acted."""
    _SAVE.run(
        session.connection,
        {
            "of_world": session.world.name,
            "of_number": kept.number,
            "new_seen": kept.seen,
            "new_applied": kept.applied,
        },
    )


def drop_rule(session: Session, rule_id: str) -> None:
    """Removes a rule."""
    _DROP.run(session.connection, {"world": session.world.name, "id": rule_id})
    count_rules(session, len(kept_rules(session)))


def count_request(session: Session, agency: str, begins_at: int) -> int:
    """Counts a request into the window that begins at *begins_at*, in seconds, and returns its new count."""
    window = {"world": session.world.name, "agency": agency, "begins_at": begins_at}
    ((requests,),) = _COUNT_REQUEST.rows(session.connection, window)
    return int(requests)


def _written(rule: Rule) -> dict[str, Any]:
    action = action_of(rule.effect)
    text_field, number_field = _FIELDS[action]
    number = getattr(rule.effect, number_field) if number_field else 0
    return {
        "operations": None if rule.operations is None else sorted(rule.operations),
        "events": None if rule.events is None else sorted(rule.events),
        "agency": rule.agency,
        "action": action.value,
        "value": getattr(rule.effect, text_field) if text_field else "",
        "effectNumber": number * _SCALES.get(action, 1),
        "skip": rule.skip,
        "times": rule.times,
        "probability": rule.probability,
        "seed": rule.seed,
        **_form_of_retry_after(rule.effect),
    }


def _form_of_retry_after(effect: Effect) -> dict[str, Any]:
    """The third member of a problem, which rows of older versions do not have."""
    form = effect.retry_after_form if isinstance(effect, AnswerProblem) else None
    return {"retryAfterForm": form.value} if form else {}


def _read(rule_id: str, body: dict[str, Any]) -> Rule:
    operations, events = body["operations"], body["events"]
    effect = _effect(Action(body["action"]), body["value"], body["effectNumber"])
    if isinstance(effect, AnswerProblem) and "retryAfterForm" in body:
        effect = replace(effect, retry_after_form=RetryAfterForm(body["retryAfterForm"]))
    return Rule(
        id=rule_id,
        operations=None if operations is None else frozenset(operations),
        events=None if events is None else frozenset(events),
        agency=body["agency"],
        effect=effect,
        skip=body["skip"],
        times=body["times"],
        probability=body["probability"],
        seed=body["seed"],
    )


def _effect(action: Action, text: str, number: int) -> Effect:
    text_field, number_field = _FIELDS[action]
    members: dict[str, Any] = {}
    if text_field:
        members[text_field] = _KINDS.get(action, str)(text)
    if number_field:
        members[number_field] = number // _SCALES.get(action, 1)
    return EFFECTS[action](**members)


# A row keeps any effect as one text and one number, and exports of worlds hold rows. These fields keep them.
_FIELDS: Mapping[Action, tuple[str | None, str | None]] = {
    Action.PROBLEM: ("code", "retry_after_seconds"),
    Action.STATUS: ("body", "status"),
    Action.LATENCY: (None, "milliseconds"),
    Action.DROP: ("moment", None),
    Action.MALFORMED: ("form", None),
    Action.QUOTA: (None, "requests"),
    Action.RIVAL: (None, "leave"),
    Action.PRICE: (None, "percent"),
    Action.DELIVERY: ("variant", "delay_seconds"),
}
_KINDS: Mapping[Action, Callable[[str], str]] = {Action.DROP: DropMoment, Action.MALFORMED: Malformed}
# A row keeps Retry-After in milliseconds.
_SCALES = {Action.PROBLEM: 1000}
