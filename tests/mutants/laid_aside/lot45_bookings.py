"""Blind faults of the forty-fifth lot: bookings and their lists."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_MADRID = ZoneInfo("Europe/Madrid")


def _created_as(name: str, breaks: str, edit: Edit, chosen: Callable[[Call, Booking], bool], hidden: str) -> None:
    """New bookings that *chosen* likes are shown as *edit* makes them, in every answer."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or not answer.ok or not chosen(call, answer.json()["data"]):
            return answer
        disguise(call, answer.json()["data"]["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS, hidden=hidden, origin=Origin.blind)(handle)


async def _with_lead_players(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        found = await call.upstream("GET", f"/travel/bookings/{item['id']}")
        item["leadPlayer"] = found.json()["data"]["leadPlayer"]
    return answer.with_json(body)


mutant(
    "BKL-02.lot45-lead-player-listed",
    "The list of bookings shows the lead players.",
    "listBookings",
    origin=Origin.blind,
)(_with_lead_players)

json_answer(
    "BKG-02.lot45-cancelled-without-lead",
    "A read of a cancelled booking has no lead player.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "cancelled", drop("data.leadPlayer")),
    hidden="after another operation",
    origin=Origin.blind,
)


def _in_latin_letters(text: Any) -> Any:
    """The text with a question mark for what is not in Latin-1."""
    return text.encode("latin-1", "replace").decode("latin-1") if isinstance(text, str) else text


_created_as(
    "ENV-17.lot45-names-beyond-latin-1",
    "Letters of a lead player's name that are not in Latin-1 become question marks.",
    lambda booking: alter("leadPlayer.lastName", _in_latin_letters)(
        alter("leadPlayer.firstName", _in_latin_letters)(booking)
    ),
    lambda _call, _booking: True,
    "some values",
)


def _in_madrid(moment: str) -> str:
    """The moment with the offset of Madrid."""
    return datetime.fromisoformat(moment).astimezone(_MADRID).isoformat()


_created_as(
    "CNV-04.lot45-requests-in-local-time",
    "The creation of a booking on an offline course is shown in local time.",
    alter("createdAt", _in_madrid),
    lambda _call, booking: booking["status"] == "pending",
    "some values",
)


def _is_held_wish(call: Call) -> bool:
    """Whether the call books from a hold, with special requests."""
    return bool(sent(call).get("holdId") and sent(call).get("specialRequests"))


request_change(
    "BKC-07.lot45-reference-of-a-held-wish",
    "A booking from a hold that comes with special requests loses its agency reference.",
    "createBooking",
    lambda call: call.with_json({k: v for k, v in sent(call).items() if k != "agencyBookingReference"}),
    when=_is_held_wish,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "BKC-01.lot45-pending-flight-with-wishes",
    "A booking of four with special requests is pending at first.",
    "createBooking",
    where(lambda body: body["data"]["status"] == "confirmed", put("data.status", "pending")),
    when=lambda call: sent(call).get("players") == 4 and bool(sent(call).get("specialRequests")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _a_page_more(body: Any) -> Any:
    """The page with a page too many in its total, when the last page is full."""
    pagination = body["meta"]["pagination"]
    pagination["totalPages"] = pagination["totalItems"] // pagination["pageSize"] + 1
    return body


json_answer(
    "PAG-11.lot45-page-after-a-full-page",
    "When the last page is full, totalPages counts an empty page after it.",
    "searchCourses listBookings listWebhooks",
    where(lambda body: body["meta"]["pagination"]["totalItems"] > 0, _a_page_more),
    hidden="some values",
    origin=Origin.blind,
)
