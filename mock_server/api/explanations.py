"""Explains a refusal: the rule, where the contract states it, the facts that decided, and what would be accepted.

Names are those of the contract, in camelCase. Except for counts of places or players, the name of a number has its
unit. Unknown facts are left out.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date, datetime, timedelta
from typing import Any

from mock_server.api.exchanges import Exchange
from mock_server.api.problems import CODES, REFUSALS, Finding, Problem
from mock_server.domain import refusals
from mock_server.domain.refusals import Refusal


def explanation(error: Exception, exchange: Exchange) -> dict[str, Any]:
    """The explanation that the journal keeps of a refusal or a failure."""
    contract = [f"/operations/{exchange.operation}"] if exchange.operation else []
    if isinstance(error, Refusal):
        return _of_refusal(error, contract)
    if isinstance(error, Problem):
        return _of_problem(error, contract)
    return {"code": "internal_error", "sentence": "The sandbox failed.", "contract": [], "facts": {}}


def _of_refusal(error: Refusal, contract: list[str]) -> dict[str, Any]:
    decided_by = next(iter(getattr(error, "__notes__", [])), None)
    accepted = _ACCEPTED.get(type(error), _nothing_known)(error)
    return {
        "code": REFUSALS[type(error)],
        "sentence": str(error),
        "rule": _first_sentence(type(error)),
        **({} if decided_by is None else {"decidedBy": decided_by}),
        "contract": contract,
        "facts": facts_of(error),
        **({} if accepted is None else {"accepted": accepted}),
    }


def _of_problem(error: Problem, contract: list[str]) -> dict[str, Any]:
    accepted: dict[str, dict[str, Any]] = {}
    for finding in error.findings:
        # All bounds of one member apply together.
        accepted.setdefault(_member(finding), {}).update(finding.accepted or {"sentence": finding.detail})
    return {
        "code": error.code,
        "sentence": error.detail,
        "rule": f"{CODES[error.code][1]}.",
        "contract": [finding.rule for finding in error.findings if finding.rule] or contract,
        "facts": {"wrong": [_wrong(finding) for finding in error.findings]} if error.findings else {},
        **({"accepted": accepted} if accepted else {}),
    }


def _wrong(finding: Finding) -> dict[str, Any]:
    _, place, *_ = finding.pointer.split("/")
    return {
        "in": place,
        "member": _member(finding),
        "pointer": finding.pointer,
        "code": finding.code,
        "sentence": finding.detail,
        **({"contract": finding.rule} if finding.rule else {}),
    }


def _member(finding: Finding) -> str:
    """The member, such as `pageSize` or `leadPlayer.email`. If a whole part is wrong, its place, such as `body`."""
    _, place, *path = finding.pointer.split("/")
    return ".".join(part.replace("~1", "/").replace("~0", "~") for part in path) or place


def facts_of(error: Refusal) -> dict[str, Any]:
    """The facts of a refusal under the names of the contract. Unknown facts are left out."""
    known = {field.name: getattr(error, field.name) for field in fields(error)}
    return {
        fact_name(type(error), name): _plain(value)
        for name, value in known.items()
        if value is not None and value != ()
    }


def fact_name(kind: type[Refusal], name: str) -> str:
    """The public name of a fact of a class of refusals."""
    first, *rest = name.split("_")
    return _NAMES.get((kind, name)) or _USUAL_NAMES.get(name) or first + "".join(part.title() for part in rest)


# Names of the domain -> names of the contract, where the camelCase name would lack its meaning or its unit.
_USUAL_NAMES: Mapping[str, str] = {
    "asked": "askedFor",
    "days": "maxDaysInAdvance",
    "fewest": "minPlayers",
    "free": "freePlaces",
    "instead": "nearestTeeTimes",
    "kind": "eventKind",
    "most": "maxPlayers",
    "names": "namedPlayers",
    "play_date": "date",
    "size": "sizeBytes",
    "time_left": "timeLeftMinutes",
    "wanted": "wantedPlaces",
}
_NAMES: Mapping[tuple[type[Refusal], str], str] = {
    (refusals.CancellationCutoffPassed, "cutoff_hours"): "selfServiceCancellationCutoffHours",
    (refusals.ModificationCutoffPassed, "cutoff_hours"): "modificationCutoffHours",
    (refusals.TooManyPlayers, "maximum"): "maxPlayersPerBooking",
    (refusals.TooManyNames, "players"): "totalPlayers",
    (refusals.GroupSize, "players"): "totalPlayers",
    (refusals.NoRunOfTeeTimes, "players"): "totalPlayers",
    (refusals.MagicUnknown, "known"): "knownLastNames",
    (refusals.EventUnknown, "known"): "knownEventKinds",
    (refusals.SnapshotNotFound, "known"): "knownSnapshots",
    (refusals.IdempotencyMismatch, "key"): "idempotencyKey",
    (refusals.BackwardsInTime, "now"): "worldTime",
    (refusals.TooManyForks, "maximum"): "maxForks",
    (refusals.TooManySubscriptions, "maximum"): "maxSubscriptions",
    (refusals.TooManyWorlds, "maximum"): "maxWorlds",
    (refusals.TooManySnapshots, "maximum"): "maxSnapshots",
    (refusals.TooManyPrices, "maximum"): "maxGreenFees",
    (refusals.TooFewPlacesToBlock, "can_be_blocked"): "maxBlockedPlaces",
    (refusals.TooManyRules, "maximum"): "maxRules",
    (refusals.WorldTooLarge, "maximum"): "maxBytes",
}


def _first_sentence(kind: type[Refusal]) -> str:
    """The rule behind a class of refusals: the first sentence of its docstring."""
    return " ".join((kind.__doc__ or "").split()).partition(". ")[0].rstrip(".") + "."


def _document_id(member: str) -> Callable[[Any], dict[str, Any] | None]:
    return lambda refusal: None if refusal.document_id is None else {member: refusal.document_id}


def _nothing_known(_refusal: Refusal) -> None:
    """The facts do not say which other request would have been accepted."""


def _other_tee_times(refusal: refusals.TeeTimeUnavailable) -> dict[str, Any] | None:
    fewer = {"players": {"atMost": refusal.free}} if refusal.free else {}
    other = {"teeTime": {"nearest": list(refusal.instead)}} if refusal.instead else {}
    return {**fewer, **other} or None


# What the caller could have sent, or when. This follows only from the facts of a refusal.
_ACCEPTED: Mapping[type[Refusal], Callable[[Any], dict[str, Any] | None]] = {
    refusals.CourseNotFound: _document_id("courseId"),
    refusals.BookingNotFound: _document_id("id"),
    refusals.BookingNotInWorld: _document_id("id"),
    refusals.DateTooFar: lambda refusal: {"date": {"atMost": str(refusal.last_day)}},
    refusals.DateInPast: lambda refusal: {"date": {"after": f"{refusal.now_at_course:%Y-%m-%d %H:%M}"}},
    refusals.PeriodTooFar: lambda refusal: {
        refusal.member: {"atLeast": str(refusal.first_day), "atMost": str(refusal.last_day)}
    },
    refusals.TooManyPlayers: lambda refusal: {"players": {"atMost": refusal.maximum}},
    refusals.TeeTimeUnavailable: _other_tee_times,
    refusals.TooFewPlacesForMorePlayers: lambda refusal: {"players": {"atMost": refusal.most_players}},
    refusals.TooFewPlacesToBlock: lambda refusal: {"blocked": {"atMost": refusal.can_be_blocked}},
    refusals.GroupSize: lambda refusal: {"totalPlayers": {"atLeast": refusal.fewest, "atMost": refusal.most}},
    refusals.TooManyNames: lambda refusal: {"players": {"atMostItems": refusal.players}},
    refusals.HoldMismatch: lambda refusal: {difference.member: difference.held for difference in refusal.differences},
    refusals.ModificationCutoffPassed: lambda refusal: {"hoursBeforeTeeTime": {"atLeast": refusal.cutoff_hours}},
    refusals.CancellationCutoffPassed: lambda refusal: {"hoursBeforeTeeTime": {"atLeast": refusal.cutoff_hours}},
    refusals.HoldExpired: lambda refusal: {"before": _plain(refusal.expired_at)},
    refusals.BookingHookExpired: lambda refusal: {"before": _plain(refusal.expired_at)},
    refusals.EventUnknown: lambda refusal: {"events": {"oneOf": list(refusal.known)}},
    refusals.MagicUnknown: lambda refusal: {"leadPlayer.lastName": {"oneOf": list(refusal.known)}},
}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return str(value)
    if isinstance(value, timedelta):
        return int(value.total_seconds() // 60)
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, str | int | float | bool | list) else str(value)
