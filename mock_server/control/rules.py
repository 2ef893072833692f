"""Rules: interference with requests, on purpose and repeatable."""

from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Problem
from mock_server.domain.ids import object_id
from mock_server.domain.rules import Action, Effect, Rule
from mock_server.storage.rules import KeptRule, drop_rule, insert_rule, kept_rules
from mock_server.storage.store import Session, next_number

MAX_RULES = 100


def list_rules(_call: Call, session: Session) -> Answer:
    """GET /rules: every rule of the world with what it has done, oldest first."""
    return Answer(200, {"data": [_shown(kept) for kept in kept_rules(session)]})


def create_rule(call: Call, session: Session) -> Answer:
    """POST /rules: from the next request on."""
    if session.world.rules >= MAX_RULES:
        raise Problem("forbidden", f"A world keeps at most {MAX_RULES} rules. Remove some first.")
    number = next_number(session, "rule")
    rule = _rule(call.body, object_id("rul", session.world.origin, number))
    insert_rule(session, rule, number)
    answer = {"data": _shown(KeptRule(rule, number, 0, 0))}
    return Answer(201, answer, {"Location": f"{call.address}/{rule.id}"})


def get_rule(call: Call, session: Session) -> Answer:
    """GET /rules/{id}: one rule with what it has done."""
    return Answer(200, {"data": _shown(_kept(session, call.path["id"]))})


def delete_rule(call: Call, session: Session) -> Answer:
    """DELETE /rules/{id}: the rule acts no more."""
    drop_rule(session, _kept(session, call.path["id"]).rule.id)
    return Answer(204, None)


def delete_rules(_call: Call, session: Session) -> Answer:
    """DELETE /rules: no rule acts any more."""
    for kept in kept_rules(session):
        drop_rule(session, kept.rule.id)
    return Answer(204, None)


def _kept(session: Session, rule_id: str) -> KeptRule:
    for kept in kept_rules(session):
        if kept.rule.id == rule_id:
            return kept
    raise Problem("not_found", f"This world has no rule {rule_id}. List the rules to see their ids.")


def _rule(body: dict[str, Any], rule_id: str) -> Rule:
    match = body.get("match", {})
    ((action, details),) = body["effect"].items()
    operations, events = match.get("operations"), match.get("events")
    return Rule(
        id=rule_id,
        operations=None if operations is None else frozenset(operations),
        events=None if events is None else frozenset(events),
        agency=match.get("agency"),
        effect=_effect(Action(action), details, rule_id),
        skip=body.get("skip", 0),
        times=body.get("times"),
        probability=body.get("probability", 1),
        seed=body.get("seed", 0),
    )


# Action -> the members of its details that hold the value and the number of an effect.
_MEMBERS = {
    Action.PROBLEM: ("code", "retryAfterSeconds"),
    Action.STATUS: ("body", "status"),
    Action.LATENCY: (None, "milliseconds"),
    Action.DROP: ("when", None),
    Action.MALFORMED: ("form", None),
    Action.QUOTA: (None, "requests"),
    Action.RIVAL: (None, "leave"),
    Action.DELIVERY: ("variant", "delaySeconds"),
}
# Retry-After is kept in milliseconds, as a latency is.
_SCALE = {Action.PROBLEM: 1000}


def _effect(action: Action, details: dict[str, Any], rule_id: str) -> Effect:
    text, number = _MEMBERS[action]
    return Effect(
        action=action,
        value=details.get(text, "") if text else "",
        number=details.get(number, 0) * _SCALE.get(action, 1) if number else 0,
        rule=rule_id,
    )


def _shown(kept: KeptRule) -> dict[str, Any]:
    rule = kept.rule
    match: dict[str, Any] = {}
    if rule.operations is not None:
        match["operations"] = sorted(rule.operations)
    if rule.events is not None:
        match["events"] = sorted(rule.events)
    if rule.agency is not None:
        match["agency"] = rule.agency
    text, number = _MEMBERS[rule.effect.action]
    details: dict[str, Any] = {text: rule.effect.value} if text and rule.effect.value else {}
    if number and rule.effect.number:
        details[number] = rule.effect.number // _SCALE.get(rule.effect.action, 1)
    return {
        "id": rule.id,
        "match": match,
        "effect": {rule.effect.action.value: details},
        "skip": rule.skip,
        "times": rule.times,
        "probability": rule.probability,
        "seed": rule.seed,
        "met": kept.seen,
        "acted": kept.applied,
    }
