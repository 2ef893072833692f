"""Rules: deliberate and repeatable interference with requests."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Problem
from mock_server.domain.ids import Numbered, object_id
from mock_server.domain.refusals import TooManyRules
from mock_server.domain.rules import EFFECTS, Action, DropMoment, Effect, Malformed, RetryAfterForm, Rule, action_of
from mock_server.storage.rules import KeptRule, drop_rule, insert_rule, kept_rules
from mock_server.storage.sessions import Session
from mock_server.storage.world_rows import next_number

MAX_RULES = 100


def list_rules(_call: Call, session: Session) -> Answer:
    """GET /rules: every rule of the world and how often it acted, oldest first."""
    return Answer(200, {"data": [_shown(kept) for kept in kept_rules(session)]})


def create_rule(call: Call, session: Session) -> Answer:
    """POST /rules: the rule acts from the next request on. Raises TooManyRules."""
    if session.world.rules >= MAX_RULES:
        raise TooManyRules(MAX_RULES)
    number = next_number(session, Numbered.RULE)
    rule = _rule(call.body, object_id(Numbered.RULE, session.world.origin, number))
    insert_rule(session, rule, number)
    answer = {"data": _shown(KeptRule(rule, number, 0, 0))}
    return Answer(201, answer, {"Location": f"{call.address}/{rule.id}"})


def get_rule(call: Call, session: Session) -> Answer:
    """GET /rules/{id}: one rule and how often it acted."""
    return Answer(200, {"data": _shown(_kept(session, call.path["id"]))})


def delete_rule(call: Call, session: Session) -> Answer:
    """DELETE /rules/{id}: the rule stops acting."""
    drop_rule(session, _kept(session, call.path["id"]).rule.id)
    return Answer(204, None)


def delete_rules(_call: Call, session: Session) -> Answer:
    """DELETE /rules: all rules stop acting."""
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
        effect=_effect(Action(action), details),
        skip=body.get("skip", 0),
        times=body.get("times"),
        probability=body.get("probability", 1),
        seed=body.get("seed", 0),
    )


# The fields of effects with another name in JSON, and the fields with more than text and numbers.
_MEMBERS = {
    "retry_after_seconds": "retryAfterSeconds",
    "retry_after_form": "retryAfterForm",
    "moment": "when",
    "delay_seconds": "delaySeconds",
}
_KINDS: Mapping[str, Callable[[str], str]] = {
    "moment": DropMoment,
    "form": Malformed,
    "retry_after_form": RetryAfterForm,
}


def _effect(action: Action, details: Mapping[str, Any]) -> Effect:
    """The effect that *details* describe. A member that was not sent has the default of its field."""
    members: dict[str, Any] = {}
    for field in fields(EFFECTS[action]):
        if _member(field.name) in details:
            sent = details[_member(field.name)]
            members[field.name] = _KINDS[field.name](sent) if field.name in _KINDS else sent
    return EFFECTS[action](**members)


def _details(effect: Effect) -> dict[str, Any]:
    """The members of an effect. Members that are empty or 0 are left out."""
    return {_member(name): value for name, value in asdict(effect).items() if value}


def _member(field_name: str) -> str:
    return _MEMBERS.get(field_name, field_name)


def _shown(kept: KeptRule) -> dict[str, Any]:
    rule = kept.rule
    match: dict[str, Any] = {}
    if rule.operations is not None:
        match["operations"] = sorted(rule.operations)
    if rule.events is not None:
        match["events"] = sorted(rule.events)
    if rule.agency is not None:
        match["agency"] = rule.agency
    return {
        "id": rule.id,
        "match": match,
        "effect": {action_of(rule.effect).value: _details(rule.effect)},
        "skip": rule.skip,
        "times": rule.times,
        "probability": rule.probability,
        "seed": rule.seed,
        "met": kept.seen,
        "acted": kept.applied,
    }
