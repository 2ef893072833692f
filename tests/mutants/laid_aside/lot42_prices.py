"""Blind faults of the forty-second lot: prices and terms."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import by_booking_code, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import Edit, alter, put
from tests.mutants.tools.registry import Origin, json_answer, request_change

json_answer(
    "TRM-06.lot42-tiers-from-zero",
    "The tiers of a cancellation policy run from 0 hours upwards.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: list(reversed(tiers))),
    origin=Origin.blind,
)


def price_items_counted(body: Any) -> Any:
    """Counts the price items of all seasons as seasons."""
    total = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return put("meta.totalSeasons", total)(body)


json_answer(
    "PRC-19.lot42-price-items-counted",
    "The number of seasons is the number of their price items.",
    "getCoursePricing",
    price_items_counted,
    origin=Origin.blind,
)


def from_the_day_before(call: Call) -> Call:
    """The call for a period that begins a day earlier."""
    return call.asking(startDate=days_after(call.query["startDate"], -1))


request_change(
    "PRC-17.lot42-season-that-ended",
    "A period shows the season that ended on the day before it begins.",
    "getCoursePricing",
    from_the_day_before,
    when=lambda call: day_in(call, "startDate") is not None,
    then=lambda call: put("meta.requestedPeriod.startDate", call.query["startDate"]),
    hidden="certain days",
    origin=Origin.blind,
)


def asks_for_holes_alone(call: Call) -> bool:
    """Whether the call filters by holes and asks for no extras."""
    return "holeCount" in call.query and call.query.get("includeExtraProducts", "false") == "false"


request_change(
    "PRC-09.lot42-extras-with-a-hole-filter",
    "With a hole filter the seasons show extra products that nobody asked for.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=asks_for_holes_alone,
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def as_if_filtered(call: Call) -> Edit:
    """The edit that repeats the hole filter of the call."""
    return put("meta.holeCount", int(call.query["holeCount"]))


request_change(
    "PRC-06.lot42-code-loses-the-filter",
    "Prices of a course that is named by its booking code ignore the filter for 18 holes.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: by_booking_code(call) and call.query.get("holeCount") == "18",
    then=as_if_filtered,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def unrounded(price: dict[str, Any]) -> dict[str, Any]:
    """The price of a group with a discount that is not rounded to cents."""
    exact = Decimal(price["subtotal"]) * price["discountPercent"] / 100
    if exact == exact.quantize(Decimal("0.01")):
        return price
    return price | {"discount": exact.normalize(), "total": (Decimal(price["subtotal"]) - exact).normalize()}


def discount_unrounded(body: Any) -> Any:
    """Edits the price wherever an answer about groups has it."""
    subject = body["data"]
    if "subtotal" in subject:
        return body | {"data": unrounded(subject)}
    if subject.get("pricing"):
        subject["pricing"] = unrounded(subject["pricing"])
    return body


json_answer(
    "CNV-05.lot42-group-discount-unrounded",
    "A group discount that is no whole number of cents is not rounded.",
    "calculateGroupPrice validateGroupBooking getGroupBooking updateGroupBookingPlayers",
    discount_unrounded,
    hidden="some values",
    origin=Origin.blind,
)
