"""Blind faults of the sixty-eighth lot: lists."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.disguises import asked_for, relisted
from tests.mutants.tools.call import Call
from tests.mutants.tools.registry import Origin, json_answer


def _meets_status(call: Call, booking: dict[str, Any]) -> bool:
    return call.query.get("status") in (None, booking["status"])


relisted(
    "BKL-05.lot68-open-requests-without-a-date",
    "A list from a startDate without an endDate shows pending bookings of every date.",
    lambda call, bookings: [
        booking
        for booking in bookings
        if asked_for(call, booking) or (booking["status"] == "pending" and _meets_status(call, booking))
    ],
    when=lambda call: asks(call, "startDate") and "endDate" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

relisted(
    "BKL-09.lot68-third-filter-replaces-first",
    "A list with a status and both dates is filtered by the dates alone.",
    lambda call, bookings: [
        booking for booking in bookings if call.query["startDate"] <= booking["date"] <= call.query["endDate"]
    ],
    when=lambda call: asks(call, "status", "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _page_too_many(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    if pagination["totalItems"]:
        pagination["totalPages"] = pagination["totalItems"] // pagination["pageSize"] + 1
    return body


json_answer(
    "PAG-11.lot68-full-last-page",
    "A booking list of a status that fills its last page counts a page too many.",
    "listBookings",
    _page_too_many,
    when=lambda call: asks(call, "status"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
