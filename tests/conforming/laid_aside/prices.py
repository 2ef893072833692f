"""Green fees and currencies. The prices of tee times, days and holds agree."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, best_of, money, read
from tests.conforming.laid_aside.selling import is_within
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    edited,
    everywhere,
    has_json,
    variation,
    with_json,
)

Fee = Callable[[str, str, str, Item], tuple[Decimal, str]]
_MONEY = frozenset(
    [
        "b2bPrice",
        "retailPrice",
        "greenFee",
        "totalAmount",
        "estimatedGreenFee",
        "lowestPrice",
        "subtotal",
        "discount",
        "total",
        "price",
    ]
)
_FORINT_PER_UNIT = 400


@dataclass(frozen=True)
class Priced:
    """A layer: *fee* gives green fee and price type of a tee time, from course, date, time and shown pricing."""

    fee: Fee
    twilight: bool

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer with these prices."""
        answer = forward(ask)
        if not has_json(answer):
            return answer
        body = body_of(answer)
        if ask.operation == "listTeeTimes" and body.get("isOnline"):
            return with_json(answer, self._sheet(body))
        if ask.operation == "holdTeeTime":
            fee, _ = self.fee(body["courseId"], body["date"], body["time"], body["pricing"] | {"priceType": ""})
            prices = {"greenFee": fee, "totalAmount": fee * body["players"]}
            return with_json(answer, body | {"pricing": body["pricing"] | prices})
        if ask.operation == "checkAvailability":
            days = [self._day(ask, forward, body["courseId"], day) for day in body["availabilityResults"]]
            return with_json(answer, body | {"availabilityResults": days, "bestAvailability": best_of(days)})
        return answer

    def _sheet(self, sheet: Item) -> Item:
        listed = [item | {"pricing": self._pricing(sheet, item)} for item in sheet["availableTimes"]]
        limits = sheet["timeSlots"] if self.twilight else sheet["timeSlots"] | {"twilightStart": None}
        return sheet | {"availableTimes": listed, "timeSlots": limits}

    def _pricing(self, sheet: Item, item: Item) -> Item:
        shown = item["pricing"]
        players = shown["totalAmount"] / shown["greenFee"]
        fee, price_type = self.fee(sheet["courseId"], sheet["date"], item["time"], shown)
        return dict(shown) | {"greenFee": fee, "totalAmount": money(fee * players), "priceType": price_type}

    def _day(self, ask: Ask, forward: Forward, course_id: str, day: Item) -> Item:
        if not day["hasAvailability"]:
            return day
        players, part = ask.query.get("players", "4"), ask.query.get("timeRange", "all")
        answer = read(ask, forward, f"/travel/courses/{course_id}/tee-times", date=day["date"], players=players)
        listed = self._sheet(body_of(answer))["availableTimes"] if has_json(answer) else []
        fees = [item["pricing"]["greenFee"] for item in listed if is_within(part, item["time"])]
        return day | {"lowestPrice": min(fees, default=day["lowestPrice"])}


def _drawn(text: str, lowest: int, highest: int) -> Decimal:
    """An amount between *lowest* and *highest* cents that follows from *text*."""
    return Decimal(lowest + zlib.crc32(text.encode()) % (highest - lowest)) / 100


def _of_the_day(course_id: str, day: str, _time: str, _shown: Item) -> tuple[Decimal, str]:
    return money(_drawn(course_id + day, 3000, 9000)), "standard"


def _of_the_tee_time(course_id: str, day: str, time: str, _shown: Item) -> tuple[Decimal, str]:
    return money(_drawn(course_id + day + time, 2001, 14999)), "dynamic"


def _free_before_eight(_course_id: str, _day: str, time: str, shown: Item) -> tuple[Decimal, str]:
    return (Decimal("0.00"), "complimentary") if time < "08:00" else (shown["greenFee"], shown["priceType"])


def _in_forint(_ask: Ask, body: Any) -> Any:
    return everywhere(_forint, body)


def _forint(value: Any) -> Any:
    prices = {name: _exchanged(amount) for name, amount in value.items() if name in _MONEY}
    return value | prices | ({"currency": "HUF"} if "currency" in value else {})


def _exchanged(amount: Any) -> Any:
    return money(amount * _FORINT_PER_UNIT) if isinstance(amount, int | float | Decimal) else amount


def _without_twilight_items(_ask: Ask, body: Any) -> Any:
    for season in body["data"]["seasons"]:
        season["prices"] = [item for item in season["prices"] if item["itemType"] in ("green_fee_18", "green_fee_9")]
    return body


_CHOICE = "green fees"

VARIATIONS: tuple[Variation, ...] = (
    variation(
        "a day has one green fee and no twilight",
        "The specification shows twilight as a value seen, and does not say that every course has a twilight rate.",
        Priced(_of_the_day, twilight=False),
        choice=_CHOICE,
    ),
    variation(
        "every tee time has a price of its own",
        "The complete set of price types is not shown, and no sentence says how a green fee is found.",
        Priced(_of_the_tee_time, twilight=False),
        choice=_CHOICE,
    ),
    variation(
        "tee times before eight are free of charge",
        "The specification sets no lowest green fee.",
        Priced(_free_before_eight, twilight=True),
        choice=_CHOICE,
    ),
    edited(
        "all prices are in forint",
        "The specification asks for a currency code, and names no currency.",
        "listTeeTimes checkAvailability holdTeeTime getCoursePricing calculateGroupPrice validateGroupBooking"
        " getGroupBooking updateGroupBookingPlayers",
        _in_forint,
    ),
    edited(
        "seasonal prices have no weekend and twilight items",
        "The specification shows green_fee_18 and green_fee_9 as values seen, and demands no further item.",
        "getCoursePricing",
        _without_twilight_items,
    ),
)
