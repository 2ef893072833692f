"""Rules in words: templates for people who do not know the form of a rule, and what a rule of the world does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Template:
    """A rule to choose. *words* say what happens, *lesson* says what a client learns from it, *rule* is the request."""

    words: str
    lesson: str
    rule: Mapping[str, Any]


def _once(operation: str, effect: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"match": {"operations": [operation]}, "effect": effect, "times": 1}


def _on_deliveries(effect: Mapping[str, Any], **further: Any) -> Mapping[str, Any]:
    return {"match": {"events": ["booking.confirmed"]}, "effect": {"delivery": effect}, **further}


TEMPLATES = (
    Template(
        "The next booking loses its tee time to a rival",
        "Does the client offer another tee time?",
        _once("createBooking", {"rival": {}}),
    ),
    Template(
        "The next booking is created, but its answer is lost",
        "Does a retry with the same Idempotency-Key book once?",
        _once("createBooking", {"drop": {"when": "after"}}),
    ),
    Template(
        "The next booking never arrives",
        "Does the client notice that there is no booking?",
        _once("createBooking", {"drop": {"when": "before"}}),
    ),
    Template(
        "The next hold is refused, since the places are gone",
        "Does the client search again?",
        _once("holdTeeTime", {"problem": {"code": "tee_time_unavailable"}}),
    ),
    Template(
        "The next request meets a service that is away for 30 seconds",
        "Does the client wait as long as Retry-After says?",
        {"effect": {"problem": {"code": "unavailable", "retryAfterSeconds": 30}}, "times": 1},
    ),
    Template(
        "A gateway answers the next request with 502 and no JSON",
        "Does the client survive a body that is no JSON?",
        {"effect": {"status": {"status": 502, "body": "Bad gateway"}}, "times": 1},
    ),
    Template(
        "The next search is cut off in the middle of its answer",
        "Does the client read the answer again?",
        _once("searchCourses", {"malformed": {"form": "truncated"}}),
    ),
    Template(
        "Every answer comes two seconds late",
        "Does the client show that it waits?",
        {"effect": {"latency": {"milliseconds": 2000}}},
    ),
    Template(
        "One request in ten fails with 500",
        "Does the client retry what it may retry?",
        {"effect": {"problem": {"code": "internal_error"}}, "probability": 0.1, "seed": 7},
    ),
    Template(
        "Ten requests pass, then every request gets 429",
        "Does the client slow down?",
        {"effect": {"quota": {"requests": 10}}},
    ),
    Template(
        "Every confirmation is delivered twice",
        "Does the receiver act on each webhook-id once?",
        _on_deliveries({"variant": "duplicate"}),
    ),
    Template(
        "The next confirmation has a wrong signature",
        "Does the receiver refuse the delivery?",
        _on_deliveries({"variant": "bad_signature"}, times=1),
    ),
    Template(
        "Every confirmation is delivered an hour late",
        "Does the client show a booking before its delivery?",
        _on_deliveries({"delaySeconds": 3600}),
    ),
)

_EFFECTS = {
    "problem": "refuses with {code}",
    "status": "answers {status} in place of the service",
    "latency": "waits {milliseconds} ms before the answer",
    "drop": "cuts the connection {when} the request takes effect",
    "malformed": "spoils the answer: {form}",
    "quota": "lets {requests} requests pass, then answers 429",
    "rival": "lets a rival take the places first",
    "delivery": "sends deliveries in another way: ",
}


def in_words(rule: Mapping[str, Any]) -> str:
    """What a rule does, in a sentence."""
    match = rule["match"]
    ((action, details),) = rule["effect"].items()
    effect = _EFFECTS[action].format(**details)
    if action == "delivery":
        effect += ", ".join(f"{name} {value}" for name, value in details.items())
    elif details.get("leave"):
        effect += f", and leaves {details['leave']}"
    whom = ", ".join(match.get("operations", match.get("events", ["every request"])))
    who = f" of {match['agency']}" if "agency" in match else ""
    return f"On {whom}{who}, the sandbox {effect}{_how_often(rule)}."


def _how_often(rule: Mapping[str, Any]) -> str:
    skipped = f" after {rule['skip']} that pass" if rule["skip"] else ""
    share = f" for a share of {rule['probability']}" if rule["probability"] < 1 else ""
    times = {None: "", 1: ", once"}.get(rule["times"], f", {rule['times']} times")
    return f"{skipped}{share}{times}"
