"""Interference and choices: rules, reserved names and limits, and the answers where the specification is silent."""

from collections.abc import Iterable, Mapping
from typing import Any

from mock_server.console.asking import Ask
from mock_server.console.choice_words import FOR_A_CLIENT
from mock_server.console.rule_words import TEMPLATES, in_words
from mock_server.console.views import Page, View

_LIMIT = {"requests": 20, "seconds": 60}
_ANSWERS = ("confirm", "decline", "silent")
EXAMPLE_RULE = (
    '{"match": {"operations": ["createBooking"]}, "effect": {"drop": {"when": "after"}}, "skip": 2, "times": 1}'
)


async def show_rules(view: View) -> Page:
    """The rules of the world with what they did, templates, reserved names, the rate limit and the policies."""
    limit = (await view.read("/settings"))["data"]["rateLimit"]
    rules = (await view.read("/rules"))["data"]
    facts = {
        "rules": [(rule, in_words(rule), view.control("DELETE", f"/rules/{rule['id']}")) for rule in rules],
        "remove_all": view.control("DELETE", "/rules"),
        "templates": [(template, view.control("POST", "/rules", dict(template.rule))) for template in TEMPLATES],
        "own": view.control("POST", "/rules"),
        "example": EXAMPLE_RULE,
        "limit": limit,
        "set_limit": view.control("PATCH", "/settings", {"rateLimit": limit or _LIMIT}),
        "no_limit": view.control("PATCH", "/settings", {"rateLimit": None}),
        "names": (await view.read("/magic"))["data"],
        "policies": [
            (policy, view.control("DELETE", f"/policies/{policy['courseId']}"))
            for policy in (await view.read("/policies"))["data"]
        ],
        "policy": [(answer, view.control("PUT", "/policies/*", {"answer": answer})) for answer in _ANSWERS],
    }
    return Page("rules.html", facts)


async def show_choices(view: View) -> Page:
    """Every assumption with the answer of this world, and the buttons that set another answer."""
    assumptions = (await view.read("/contract/assumptions"))["data"]
    clock = (await view.read("/settings"))["data"]["signatureClock"]
    facts = {
        "selectable": [
            (row, selectable["name"], list(_choices(view, selectable, _texts(row))))
            for row in assumptions
            for selectable in row["selectable"]
        ],
        "clock": [
            {
                "value": value,
                "for_a_client": words,
                "is_chosen": value == clock,
                "ask": view.control("PATCH", "/settings", {"signatureClock": value}),
            }
            for value, words in FOR_A_CLIENT["signatureClock"].items()
        ],
        "others": _by_heading(row for row in assumptions if not row["selectable"]),
        "curl": view.curl(view.control("GET", "/contract/assumptions")),
    }
    return Page("choices.html", facts)


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    return {answer["value"]: answer["text"] for answer in row["answers"]}


def _choices(view: View, selectable: Mapping[str, Any], texts: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    name = selectable["name"]
    for value in selectable["choices"]:
        ask: Ask = view.control("PATCH", "/settings", {"alternatives": {name: value}})
        yield {
            "value": value,
            "text": texts.get(value, ""),
            "for_a_client": FOR_A_CLIENT[name][value],
            "is_chosen": value == selectable["chosen"],
            "ask": ask,
        }


def _by_heading(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Assumptions by the heading of the specification, in the order of the ledger."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["heading"], []).append(row)
    return found
