"""Blind faults of the sixty-first lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import Edit, put, where
from tests.mutants.tools.registry import Origin, json_answer, request_change

json_answer(
    "PRC-08.lot61-filter-not-repeated",
    "The meta of a price list says that all prices are shown although a filter of holes applies.",
    "getCoursePricing",
    put("meta.holeCount", "all"),
    origin=Origin.blind,
)


def _without_extras_in_meta(_: Call) -> Edit:
    return put("meta.includeExtraProducts", False)


request_change(
    "PRC-09.lot61-false-is-a-text",
    "A price list shows the extra products when the flag is sent with the value false.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=_without_extras_in_meta,
    hidden="some values",
    origin=Origin.blind,
)


def _extras_in_euros(body: Any) -> Any:
    for season in body["data"]["seasons"]:
        for product in season.get("extraProducts", ()):
            product["currency"] = "EUR"
    return body


json_answer(
    "PRC-23.lot61-extras-in-euros",
    "The extra products of a course outside of the euro are labelled in euros.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", _extras_in_euros),
    when=lambda call: call.query.get("includeExtraProducts") == "true",
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _reversed_tiers(body: Any) -> Any:
    body["data"]["cancellationPolicy"]["tiers"].reverse()
    return body


json_answer(
    "TRM-06.lot61-own-tiers-as-typed-in",
    "The tiers of a course with terms of its own run from 0 upwards.",
    "getCourseTerms",
    where(lambda body: body["data"]["cancellationPolicy"]["source"] != "platform", _reversed_tiers),
    hidden="some values",
    origin=Origin.blind,
)
