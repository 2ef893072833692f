"""Blind faults of the fifty-first lot: bookings."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.days import date_in, is_summer_time
from tests.mutants.parts.page_swaps import from_page, other_items
from tests.mutants.parts.pretending import EVERY_BOOKING, data_of, moment_of, overlaid, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SHOWING_A_COURSE = "createBooking getBooking listBookings updateBooking confirmBookingHook"
_HOLD_LASTS = timedelta(minutes=15)
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


def _plain_letters(name: str) -> str:
    """The name without the letters, accents and signs that are not in ASCII."""
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")


def _in_plain_letters(body: Any) -> Any:
    shown = body["data"]
    for booking in shown if isinstance(shown, list) else [shown]:
        booking["course"]["name"] = _plain_letters(booking["course"]["name"])
    return body


json_answer(
    "BKC-35.lot51-names-in-plain-letters",
    "Bookings show the name of a course without its accents and its letters outside ASCII.",
    _SHOWING_A_COURSE,
    _in_plain_letters,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-16.lot51-phone-in-place-of-email",
    "A lead player with a phone number needs no e-mail address.",
    EVERY_BOOKING,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _phone_in_place_of_email(call: Call) -> Answer:
    player = sent(call).get("leadPlayer")
    is_known = isinstance(player, dict) and player.get("phone") and "email" not in player
    if call.operation != "createBooking" or not is_known:
        return overlaid(call, await call.forward())
    mended = sent(call) | {"leadPlayer": {**sent(call)["leadPlayer"], "email": "reservations@example.com"}}
    answer = await call.with_json(mended).forward()
    if not answer.ok:
        return await call.forward()
    booking = data_of(answer)
    pretend(call, booking["id"], leadPlayer=booking["leadPlayer"] | {"email": ""})
    return overlaid(call, answer)


def _one_page_more(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    pagination["totalPages"] = pagination["totalItems"] // pagination["pageSize"] + 1
    return body


def _when_pages_are_full(edit: Edit) -> Edit:
    """*edit* of a list whose items fill its pages exactly."""

    def edited(body: Any) -> Any:
        pagination = body["meta"]["pagination"]
        is_full = pagination["totalItems"] and not pagination["totalItems"] % pagination["pageSize"]
        return edit(body) if is_full else body

    return edited


json_answer(
    "PAG-11.lot51-a-page-after-full-pages",
    "A list of bookings that fills its pages exactly counts one page too many.",
    "listBookings",
    _when_pages_are_full(_one_page_more),
    hidden="some values",
    origin=Origin.blind,
)

other_items(
    "BKL-05.lot51-later-pages-from-any-day",
    "Later pages of bookings with a status contain bookings before the start date.",
    "listBookings",
    lambda call: call.without("startDate"),
    when=lambda call: from_page(2)(call) and {"startDate", "status"} <= set(call.query),
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot51-as-old-as-its-hold",
    "A booking that completes a hold was created, it says, when the hold was made.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _as_old_as_its_hold(call: Call) -> Answer:
    answer = await call.forward()
    held: dict[str, str] = call.memory.setdefault("held", {})
    if answer.ok and call.operation == "holdTeeTime":
        hold = answer.json()
        held[hold["holdId"]] = (moment_of(hold["holdExpiration"]) - _HOLD_LASTS).strftime(_TIMESTAMP)
    if answer.ok and call.operation == "createBooking" and sent(call).get("holdId") in held:
        pretend(call, data_of(answer)["id"], createdAt=held[sent(call)["holdId"]])
    return overlaid(call, answer)


@mutant(
    "BKC-05.lot51-an-hour-early-in-summer",
    "A booking on an offline course for a day of summer time shows a tee time one hour before the one that was sent.",
    EVERY_BOOKING,
    hidden="certain days",
    origin=Origin.blind,
)
async def _an_hour_early_in_summer(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        booking = data_of(answer)
        day, time = date_in(str(booking["date"])), str(booking["teeTime"])
        is_moved = day is not None and is_summer_time(day) and time >= "01:00"
        if is_moved and await is_online(aside(call), booking["course"]["id"]) is False:
            pretend(call, booking["id"], teeTime=f"{int(time[:2]) - 1:02}{time[2:]}")
    return overlaid(call, answer)
