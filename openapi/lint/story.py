"""The examples of the contract tell one story: a thing has the same facts everywhere, and every number agrees."""

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Judged, Rule, RuleSet, judgement

# These facts belong to one thing for good.
_LASTING_FACTS = ("bookingReference", "agencyBookingReference", "courseId", "date", "teeTime", "createdAt", "name")
_WEEKEND_GREEN_FEE = Decimal(92)
_PROBLEM_TYPE = "https://teesheet.example/problems/"
# An unknown path and an operation without an example are answered outside every operation of the contract.
_SHOWN_BY_NO_OPERATION = frozenset({"not_found", "no_example"})


@dataclass(frozen=True)
class Shown:
    """An object inside an example."""

    pointer: str
    content: Mapping[str, Any]


def _shown(*members: str) -> Callable[[Document], list[Shown]]:
    """Selects the objects in examples that have all these members."""
    return lambda document: [
        Shown(pointer, found) for pointer, found in document.example_objects if found.keys() >= {*members}
    ]


def _facts(document: Document) -> Iterator[Judged]:
    first: dict[tuple[Any, str], Any] = {}
    for thing in _shown("id")(document):
        name = thing.content["id"]
        facts = {fact: thing.content[fact] for fact in _LASTING_FACTS if fact in thing.content}
        changed = [
            f"`{fact}` of {name} is {said!r}, and {first[name, fact]!r} in another example."
            for fact, said in facts.items()
            if first.setdefault((name, fact), said) != said
        ]
        yield Judged(thing.pointer, changed[0] if changed else None)


def _courses(document: Document) -> Iterator[Judged]:
    first: dict[Any, Any] = {}
    for shown in _shown("courseId", "courseName")(document):
        course, name = shown.content["courseId"], shown.content["courseName"]
        earlier = first.setdefault(course, name)
        sentence = f"The course {course} is named {name!r}, and {earlier!r} in another example."
        yield Judged(shown.pointer, None if earlier == name else sentence)


def _wrong_sum(_: Document, price: Shown) -> str | None:
    subtotal, discount, total = (Decimal(str(price.content[item])) for item in ("subtotal", "discount", "total"))
    share = subtotal * Decimal(str(price.content["discountPercent"])) / 100
    if discount == share and total == subtotal - discount:
        return None
    return f"The price does not add up: {subtotal} less {share} is {subtotal - share}."


def _subtotals(document: Document) -> list[Shown]:
    groups = _shown("totalPlayers")(document)
    return [group for group in groups if "subtotal" in group.content.get("pricing", group.content)]


def _wrong_subtotal(_: Document, group: Shown) -> str | None:
    players = group.content["totalPlayers"]
    subtotal = Decimal(str(group.content.get("pricing", group.content)["subtotal"]))
    if subtotal == players * _WEEKEND_GREEN_FEE:
        return None
    return f"{players} players pay {players * _WEEKEND_GREEN_FEE}, the weekend green fee for each, not {subtotal}."


@dataclass(frozen=True)
class _Run:
    """Consecutive tee times for a group."""

    pointer: str
    wanted: int
    held: int


def _runs(document: Document) -> Iterator[_Run]:
    for group in _shown("totalPlayers")(document):
        for option in [group.content, *group.content.get("options", [])]:
            if "teeTimes" in option:
                held = sum(tee_time["players"] for tee_time in option["teeTimes"])
                yield _Run(group.pointer, group.content["totalPlayers"], held)


def _short_run(_: Document, run: _Run) -> str | None:
    return None if run.held == run.wanted else f"The tee times hold {run.held} of {run.wanted} players."


def _odd_amount(_: Document, price: Shown) -> str | None:
    fee, total = (Decimal(str(price.content[item])) for item in ("greenFee", "totalAmount"))
    return f"The total {total} is not a multiple of the green fee {fee}." if total % fee else None


@dataclass(frozen=True)
class _Refusal:
    """The example of a problem under a status of an operation."""

    pointer: str
    status: str
    content: Mapping[str, Any]


def _refusals(document: Document) -> Iterator[_Refusal]:
    for operation in document.parts("operation"):
        for status, answer in document.answers(operation).items():
            media = answer.get("content", {}).get("application/problem+json", {})
            named = [document.target(example).get("value") for example in media.get("examples", {}).values()]
            for value in [*named, media.get("example")]:
                if isinstance(value, dict) and "status" in value:
                    yield _Refusal(f"{operation.pointer}/responses/{status}", status, value)


def _misplaced_problem(_: Document, refusal: _Refusal) -> str | None:
    shown = str(refusal.content["status"])
    fits = re.fullmatch(refusal.status.replace("X", "[0-9]"), shown)
    return None if fits else f"The example of a problem says {shown} under the status {refusal.status}."


def _mistyped_problem(_: Document, problem: Shown) -> str | None:
    wanted = f"{_PROBLEM_TYPE}{problem.content['code']}"
    return None if problem.content["type"] == wanted else f"The type of the problem is not {wanted}."


def _problem_codes(document: Document) -> list[DocumentPart]:
    return [
        part
        for part in document.parts("property")
        if part.name == "code" and part.pointer.startswith("/components/schemas/Problem/")
    ]


def _open_codes(document: Document, part: DocumentPart) -> str | None:
    return None if document.target(part.node).get("enum") else "The codes of problems are open: add `enum`."


def _unshown_code(document: Document, part: DocumentPart) -> str | None:
    codes = document.target(part.node).get("enum", [])
    shown = {problem.content["code"] for problem in _shown("code", "requestId")(document)} | _SHOWN_BY_NO_OPERATION
    unshown = [code for code in codes if code not in shown]
    return f"No example shows the code `{unshown[0]}`." if unshown else None


def _located(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts("response") if "Location" in part.node.get("headers", {})]


def _foreign_location(document: Document, response: DocumentPart) -> str | None:
    location = str(document.target(response.node["headers"]["Location"]).get("example", ""))
    examples = response.node.get("content", {}).get("application/json", {}).get("examples", {})
    first: Mapping[str, Any] = next((document.target(example).get("value", {}) for example in examples.values()), {})
    thing = first.get("data", first).get("id")
    if location.rpartition("/")[2] == thing:
        return None
    return f"The Location `{location}` does not end with `{thing}`, the id in the first example."


def _signatures(document: Document) -> list[Judged]:
    shown = [part for part in document.parts("parameter") if part.node.get("name") == "webhook-signature"]
    right = _right_signature(document) if shown else None
    sentence = (
        "The example signature does not sign the first example of the first delivery."
        if right
        else "No example shows the secret and the delivery that the signature belongs to."
    )
    return [
        Judged(part.pointer, None if right is not None and part.node.get("example") == right else sentence)
        for part in shown
    ]


def _right_signature(document: Document) -> str | None:
    """The signature of the first example of the first delivery. None without such an example, or without a secret."""
    headers = {item.node.get("name"): str(item.node.get("example")) for item in document.parts("parameter")}
    shown = [
        found["secret"] for _, found in document.example_objects if str(found.get("secret", "")).startswith("whsec_")
    ]
    bodies = [
        document.target(example).get("value")
        for delivery in document.deliveries[:1]
        for media in delivery.node["requestBody"]["content"].values()
        for example in media.get("examples", {}).values()
    ]
    if not shown or not bodies:
        return None
    body = json.dumps(bodies[0], separators=(",", ":"))
    signed = f"{headers.get('webhook-id')}.{headers.get('webhook-timestamp')}.{body}"
    return f"v1,{_signature(shown[0], signed)}"


def _signature(secret: str, signed: str) -> str | None:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        return None
    return base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()


RULES = (
    Rule(
        "story-thing-keeps-its-facts",
        RuleSet.CONTRACT,
        "A reader follows one booking through all examples.",
        _facts,
        judgement,
    ),
    Rule(
        "story-course-keeps-its-name",
        RuleSet.CONTRACT,
        "A reader recognises the course in every example.",
        _courses,
        judgement,
    ),
    Rule(
        "story-price-adds-up",
        RuleSet.CONTRACT,
        "A reader calculates along to understand the discount.",
        _shown("discountPercent", "subtotal", "discount", "total"),
        _wrong_sum,
    ),
    Rule(
        "story-group-pays-green-fees",
        RuleSet.CONTRACT,
        "A reader sees where the price of a group comes from.",
        _subtotals,
        _wrong_subtotal,
    ),
    Rule(
        "story-tee-times-hold-the-group",
        RuleSet.CONTRACT,
        "A reader counts the players of the tee times.",
        _runs,
        _short_run,
    ),
    Rule(
        "story-total-is-green-fees",
        RuleSet.CONTRACT,
        "A reader sees that the total is the green fee for every player.",
        _shown("greenFee", "totalAmount"),
        _odd_amount,
    ),
    Rule(
        "problem-is-under-its-status",
        RuleSet.CONTRACT,
        "A mock server answers the status with this example.",
        _refusals,
        _misplaced_problem,
    ),
    Rule(
        "problem-type-ends-with-code",
        RuleSet.CONTRACT,
        "A client can use the type or the code, and gets the same meaning.",
        _shown("type", "code", "title", "requestId"),
        _mistyped_problem,
    ),
    Rule(
        "problem-codes-are-closed",
        RuleSet.CONTRACT,
        "A client has one branch for each code, and knows when it has them all.",
        _problem_codes,
        _open_codes,
    ),
    Rule(
        "problem-code-has-example",
        RuleSet.CONTRACT,
        "A client is tested with every refusal that it can get.",
        _problem_codes,
        _unshown_code,
    ),
    Rule(
        "location-names-the-created-thing",
        RuleSet.CONTRACT,
        "A reader sees how the id and the address belong together.",
        _located,
        _foreign_location,
    ),
    Rule(
        "signature-signs-the-delivery",
        RuleSet.CONTRACT,
        "Receivers test their check of signatures with this example.",
        _signatures,
        judgement,
    ),
)
