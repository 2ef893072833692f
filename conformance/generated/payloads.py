"""Payloads of generated requests that only the target file shows, filled with the values that the run found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.asking.client import Agency
from conformance.evidence.exchanges import Role
from conformance.evidence.json_values import member_at
from conformance.evidence.verdicts import Judgement
from conformance.target.channels import TokenFacts
from conformance.target.levers import filled
from conformance.target.target import Target

# The first of these is asked for most often.
GROUP_SIZES = (5, 8, 20, 6, 11, 14, 17, 25, 30)

_MOST_PAYLOADS = _LARGEST_PARTY = 4


@dataclass(frozen=True)
class Ground:
    """One course, with tee times that are free on all its days. Holds, hooks, bookings and groups have different days,
    so that they do not take places from each other.
    """

    course_id: str
    times: Sequence[str]
    hold_days: Sequence[str]
    hook_days: Sequence[str]
    booking_days: Sequence[str]
    group_days: Sequence[str]


@dataclass(frozen=True)
class Declared:
    """*bodies* by operation, where no body means a request without a body, and *headers* by operation."""

    bodies: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    headers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def declared_payloads(target: Target, agency: Agency, ground: Ground | None, marker: str) -> Declared:
    """The payloads that *target* declares. Opens token sessions. References of bookings begin with *marker*."""
    bodies: dict[str, Sequence[Any]] = {}
    if ground:
        bodies |= _hooks(target, list(_of_bookings(ground, marker))) | _dry_run(target, _of_groups(ground, marker))
    if target.groups.players is not None:
        bodies["updateGroupBookingPlayers"] = [target.groups.players]
    tokens = _tokens(target.tokens, agency) if target.tokens and "jwt" not in target.absent else Declared()
    return Declared(bodies | dict(tokens.bodies), tokens.headers)


def _hooks(target: Target, values: Sequence[Mapping[str, Any]]) -> dict[str, Sequence[Any]]:
    hooks = target.hooks
    if hooks.body is None:
        return {}
    confirmed = [] if hooks.confirm_body is None else [filled(hooks.confirm_body, values[0])]
    return {
        "createBookingHook": [filled(hooks.body, value) for value in values],
        "confirmBookingHook": confirmed,
    }


def _dry_run(target: Target, values: Iterator[Mapping[str, Any]]) -> dict[str, Sequence[Any]]:
    template = target.groups.validate
    return {} if template is None else {"validateGroupBooking": [filled(template, value) for value in values]}


def _of_bookings(ground: Ground, marker: str) -> Iterator[Mapping[str, Any]]:
    places = [(day, time) for day in ground.hook_days for time in ground.times]
    for number, (day, time) in enumerate(places[:_MOST_PAYLOADS]):
        place = {"course_id": ground.course_id, "date": day, "time": time}
        yield {**place, "players": number % _LARGEST_PARTY + 1, "reference": f"{marker}-y{number:03d}"}


def _of_groups(ground: Ground, marker: str) -> Iterator[Mapping[str, Any]]:
    for size in GROUP_SIZES:
        place = {"course_id": ground.course_id, "date": ground.group_days[0], "time": ground.times[0]}
        yield {**place, "total_players": size, "reference": f"{marker}-z{size:03d}"}


def _tokens(facts: TokenFacts, agency: Agency) -> Declared:
    """The token requests, each with a session of its own, because a logout ends its session."""
    request = [] if facts.request is None else [dict(facts.request)]
    bodies: dict[str, Sequence[Any]] = {"createToken": request}
    headers: dict[str, Mapping[str, str]] = {}
    requests = (("refreshToken", "refresh", facts.refresh_request), ("revokeToken", "logout", facts.logout_request))
    for operation, name, payload in requests:
        if name in facts.absent:
            continue
        session = _session(facts, agency, request)
        if session:
            bodies[operation] = [] if payload is None else [filled(payload, session)]
            headers[operation] = {"Authorization": str(filled(facts.presented, session))} if facts.presented else {}
    return Declared(bodies, headers)


def _session(facts: TokenFacts, agency: Agency, request: Sequence[Any]) -> Mapping[str, str] | None:
    """The tokens of a new session; None when their places are not declared or have no tokens."""
    if not (facts.access_token and facts.refresh_token):
        return None
    try:
        answer = agency.post("/auth/token", *request, role=Role.generated)
        shown = answer.body if answer.is_success else None
    except Judgement:
        return None
    access_token, refresh_token = member_at(shown, facts.access_token), member_at(shown, facts.refresh_token)
    if not isinstance(access_token, str) or not isinstance(refresh_token, str):
        return None
    return {"access_token": access_token, "refresh_token": refresh_token}
