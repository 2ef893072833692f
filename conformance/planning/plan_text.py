"""A plan for a person at a terminal of 80 columns, and for a program as JSON."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from conformance.footprint.measured import Footprint
from conformance.planning.plan import Plan, UntestedRows

_WIDTH = 80
_WORDS: Mapping[str, str] = {
    "requests": "requests",
    "bookings": "bookings",
    "holds": "tee-time holds",
    "hooks": "booking hooks",
    "groups": "group bookings",
    "subscriptions": "subscriptions",
    "tokens": "tokens",
}


def plan_text(plan: Plan) -> str:
    """The plan in words."""
    return "\n".join(_lines(plan)) + "\n"


def plan_json(plan: Plan) -> str:
    """The plan as JSON, numbers as numbers."""
    document = {
        "target": plan.target,
        "checks": plan.checks,
        "checksDone": plan.done,
        "droppedCases": plan.dropped_cases,
        "requirements": plan.rows,
        "expected": _numbers(plan.usual),
        "atMost": _numbers(plan.most) | {"requests": plan.most_requests},
        "atMostAtOnce": plan.at_once,
        "cutShort": plan.cut_short,
        "generated": {"requests": plan.generated, "wanted": plan.generated_wanted},
        "requestsAtOnce": plan.requests_at_once,
        "firstDay": plan.first_day.isoformat(),
        "lastDay": plan.last_day.isoformat(),
        "staysBehind": list(plan.stays),
        "atWorst": list(plan.worst),
        "untested": [_as_json(untested) for untested in plan.untested],
        "uncertain": [_as_json(untested) for untested in plan.uncertain],
        "secondsByAnswer": [
            {"answerSeconds": item, "seconds": round(seconds), "requests": plan.requests_by_answer[item]}
            for item, seconds in plan.seconds_by_answer.items()
        ],
    }
    return json.dumps(document, indent=2)


def _lines(plan: Plan) -> Iterator[str]:
    if plan.done:
        yield f"{plan.done} checks are done, and {plan.checks} are left, on {plan.target}."
    else:
        yield f"{plan.checks} checks would decide {plan.rows} requirements on {plan.target}."
    yield "Nothing was sent for this plan."
    yield ""
    yield from _table(plan)
    if plan.most.created:
        yield ""
        yield from _wrapped(
            f"At most {plan.at_once} of these exist on the target at one time, and at most {plan.requests_at_once}"
            " requests are under way at once."
        )
        yield from _wrapped(
            f"Tee times are taken from {plan.first_day} to {plan.last_day}, beyond every cutoff and cancellation tier"
            " of their course, and later where a course has longer deadlines or few free days. Some tee times are in"
            " the other season, and some are more than a year ahead."
        )
    for sentence in _of_the_limit(plan):
        yield ""
        yield from _wrapped(sentence)
    yield from _sentences("What stays behind", plan.stays)
    yield from _sentences("At worst", plan.worst)
    yield from _untested(plan.untested)
    yield from _uncertain(plan.uncertain)
    yield from _time(plan)


def _of_the_limit(plan: Plan) -> Iterator[str]:
    if plan.cut_short:
        yield f"The limit of {plan.most_requests:,} requests would cut this run short: raise it with --requests."
        return
    if plan.dropped_cases:
        cases = "1 case" if plan.dropped_cases == 1 else f"{plan.dropped_cases} cases"
        yield (
            f"To save requests, the run drops {cases} of its checks. The other cases find nearly all the faults that we"
            " know. A higher --requests drops fewer."
        )
    if plan.generated < plan.generated_wanted:
        yield (
            f"Generated requests come after the checks. The limit --requests allows at most {plan.generated:,} of the"
            f" {plan.generated_wanted:,} generated requests."
        )


def _as_json(group: UntestedRows) -> dict[str, Any]:
    return {"reason": group.reason, "musts": group.musts, "rows": list(group.rows)}


def _table(plan: Plan) -> Iterator[str]:
    yield f"{'':18}{'expected':>10}{'at most':>10}"
    most = _numbers(plan.most) | {"requests": plan.most_requests}
    for name, value in _numbers(plan.usual).items():
        yield f"{_WORDS[name]:18}{value:>10,}{most[name]:>10,}"


def _untested(groups: tuple[UntestedRows, ...]) -> Iterator[str]:
    if not groups:
        yield from ("", "Every selected requirement can be decided.")
        return
    yield from ("", "Stays untested")
    yield from _groups(groups)


def _uncertain(groups: tuple[UntestedRows, ...]) -> Iterator[str]:
    if groups:
        yield from ("", "Stays untested unless the target does the usual")
        yield from _groups(groups)


def _groups(groups: tuple[UntestedRows, ...]) -> Iterator[str]:
    for group in groups:
        count = "1 row" if len(group.rows) == 1 else f"{len(group.rows)} rows"
        musts = f" ({group.musts} must)" if group.musts else ""
        yield from _wrapped(f"{count}{musts}: {group.reason}")
        yield from _wrapped(" ".join(group.rows), "    ")


def _time(plan: Plan) -> Iterator[str]:
    yield from ("", "How long it takes")
    for item, seconds in plan.seconds_by_answer.items():
        answers = f"when an answer takes {item * 1000:.0f} ms" if item else "when answers take no time"
        fitting, usual = plan.requests_by_answer[item], plan.usual.requests
        cut = f": the time budget is enough for about {fitting:,} of {usual:,} requests" if fitting < usual else ""
        yield from _wrapped(f"about {_duration(seconds)} {answers}{cut}")


def _sentences(title: str, sentences: tuple[str, ...]) -> Iterator[str]:
    if sentences:
        yield from ("", title)
    for sentence in sentences:
        yield from _wrapped(sentence)


def _wrapped(text: str, indent: str = "  ") -> Iterator[str]:
    yield from textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _numbers(footprint: Footprint) -> dict[str, Any]:
    return {field.name: getattr(footprint, field.name) for field in fields(footprint) if field.name in _WORDS}
