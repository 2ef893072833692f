"""Why a request was refused: the rule, where the contract states it, the facts that decided, and what would pass."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date, datetime, timedelta
from typing import Any

from mock_server.api.exchanges import Exchange
from mock_server.api.problems import REFUSALS, Problem
from mock_server.domain import refusals
from mock_server.domain.refusals import Refusal


def explanation(error: Exception, exchange: Exchange) -> dict[str, Any]:
    """What the journal tells of an answer that refused or failed. Facts are named as the domain names them."""
    if isinstance(error, Refusal):
        return {
            "code": REFUSALS[type(error)],
            "sentence": str(error),
            "rule": _first_sentence(type(error)),
            "decidedBy": next(iter(getattr(error, "__notes__", [])), None),
            "contract": [f"/operations/{exchange.operation}"],
            "facts": {each.name: _plain(getattr(error, each.name)) for each in fields(error)},
            "accepted": _accepted(error),
        }
    if isinstance(error, Problem):
        return {
            "code": error.code,
            "sentence": error.detail,
            "rule": None,
            "decidedBy": None,
            "contract": [each.rule for each in error.findings if each.rule] or [f"/operations/{exchange.operation}"],
            "facts": {each.pointer: each.detail for each in error.findings},
            "accepted": None,
        }
    return {
        "code": "internal_error",
        "sentence": "The sandbox failed.",
        "rule": None,
        "decidedBy": None,
        "contract": [],
        "facts": {},
        "accepted": None,
    }


def _first_sentence(kind: type[Refusal]) -> str:
    """What a class of refusals stands for, in the words of its own documentation."""
    return " ".join((kind.__doc__ or "").split()).partition(". ")[0].rstrip(".") + "."


# What the caller could have sent, or when, from the facts of a refusal alone.
_ACCEPTED: Mapping[type[Refusal], Callable[[Any], dict[str, Any]]] = {
    refusals.DateTooFar: lambda each: {"date": {"atMost": str(each.last_day)}},
    refusals.DateInPast: lambda each: {"date": {"after": f"{each.now_at_course:%Y-%m-%d %H:%M}"}},
    refusals.PeriodTooFar: lambda each: {each.member: {"atLeast": str(each.first_day), "atMost": str(each.last_day)}},
    refusals.TooManyPlayers: lambda each: {"players": {"atMost": each.maximum}},
    refusals.TeeTimeUnavailable: lambda each: {
        "players": {"atMost": each.free or 0},
        "teeTime": {"oneOf": list(each.instead)},
    },
    refusals.HoldMismatch: lambda each: {each.member: each.held},
    refusals.ModificationCutoffPassed: lambda each: {"hoursBeforeTeeTime": {"atLeast": each.cutoff_hours}},
    refusals.CancellationCutoffPassed: lambda each: {"hoursBeforeTeeTime": {"atLeast": each.cutoff_hours}},
    refusals.HoldExpired: lambda each: {"before": _plain(each.expired_at)},
}


def _accepted(refusal: Refusal) -> dict[str, Any] | None:
    known = _ACCEPTED.get(type(refusal))
    return None if known is None else known(refusal)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return str(value)
    if isinstance(value, timedelta):
        return int(value.total_seconds())
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, str | int | float | bool | list | None) else str(value)
