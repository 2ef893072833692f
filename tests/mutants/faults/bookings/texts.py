"""Faults of the lead player, the reference of the agency and the special requests (BKC-06 to 08)."""

from __future__ import annotations

import html
import unicodedata
from collections import defaultdict
from typing import Any

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, booked_as, created, disguise, in_disguise, shown
from tests.mutants.parts.pretending import EVERY_BOOKING, body_of, data_of, overlaid, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.ways import from_a_hold
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _swap_names(body: Any) -> Any:
    lead = body["data"]["leadPlayer"]
    lead["firstName"], lead["lastName"] = lead["lastName"], lead["firstName"]
    return body


created("BKC-06", "A new booking has no leadPlayer.", drop("data.leadPlayer"))
created("BKC-06.names", "A new booking swaps the names of its lead player.", _swap_names)
created(
    "BKC-06.email",
    "A new booking of four hides the e-mail of its lead player.",
    alter("data.leadPlayer.email", lambda email: f"***{email[email.index('@') :]}"),
    players=4,
    hidden="some values",
)


def _overwrite_reference(booking: Any) -> Any:
    return put("agencyBookingReference", booking["bookingReference"])(booking)


def _sent_with(name: str, breaks: str, edit: Edit, *, hidden: str | None = None) -> None:
    """A fault of storing: the sandbox gets the body as *edit* makes it."""
    request_change(
        name,
        breaks,
        "createBooking",
        lambda call: call.with_json(edit(sent(call))),
        when=lambda call: bool(sent(call)),
        hidden=hidden,
    )


booked_as("BKC-07", "The reference of the service overwrites the reference of the agency.", _overwrite_reference)
_sent_with(
    "BKC-07.cut",
    "The reference of the agency is cut to 30 characters.",
    alter("agencyBookingReference", lambda text: text[:30]),
    hidden="some values",
)
json_answer(
    "BKC-07.get",
    "Get shows the reference of the agency with a prefix.",
    "getBooking",
    alter("data.agencyBookingReference", lambda text: f"REF {text}"),
)


def _plain(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


_sent_with("BKC-08", "Special requests are dropped.", drop("specialRequests"))
_sent_with(
    "BKC-08.accents", "Special requests lose their accents.", alter("specialRequests", _plain), hidden="some values"
)
_sent_with(
    "BKC-08.cut",
    "Special requests are cut to 100 characters.",
    alter("specialRequests", lambda text: text[:100]),
    hidden="some values",
)
json_answer("BKC-08.get", "Get shows no special requests.", "getBooking", put("data.specialRequests", ""))

json_answer(
    "BKC-06.apostrophe",
    "A new booking cuts last names at an apostrophe.",
    "createBooking",
    alter("data.leadPlayer.lastName", lambda name: name.partition("'")[0]),
    hidden="some values",
    origin=Origin.hidden,
)

from_a_hold(
    "BKC-07.held", "A booking that completes a hold loses the agency's reference.", put("agencyBookingReference", "")
)


@mutant(
    "BKC-06.blind-title-case",
    "Names of lead players are written with a capital for each word and small letters after it.",
    "createBooking getBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _title_case(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    lead = body["data"]["leadPlayer"]
    lead.update(firstName=lead["firstName"].title(), lastName=lead["lastName"].title())
    return answer.with_json(body)


@mutant(
    "BKC-07.blind-repeated-reference",
    "A number is added to a reference that another booking already has.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _numbered_reference(call: Call) -> Answer:
    answer = await call.forward()
    reference = body_of(call).get("agencyBookingReference")
    if call.operation == "createBooking" and answer.ok and reference:
        seen = call.memory.setdefault("seen", defaultdict(int))
        seen[reference] += 1
        if seen[reference] > 1:
            pretend(call, data_of(answer)["id"], agencyBookingReference=f"{reference}-{seen[reference]}")
    return overlaid(call, answer)


@mutant(
    "BKC-08.blind-escaped",
    "Special requests are escaped for HTML.",
    "createBooking getBooking updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _escaped(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if not booking.get("specialRequests"):
        return answer
    return answer.with_json(
        answer.json() | {"data": booking | {"specialRequests": html.escape(booking["specialRequests"])}}
    )


@mutant(
    "BKC-06.blind-same-email",
    "A lead player whose e-mail is known already keeps the names of the first booking.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _known_guest(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    first = call.memory.setdefault("guests", {}).setdefault(booking["leadPlayer"]["email"].lower(), booking)
    names = {name: first["leadPlayer"][name] for name in ("firstName", "lastName")}

    def renamed(body: Any) -> Any:
        return body | {"leadPlayer": body["leadPlayer"] | names} if "leadPlayer" in body else body

    disguise(call, booking["id"], renamed)
    return in_disguise(call, answer)


request_change(
    "BKC-08.blind-lines",
    "Special requests of several lines keep only their first line.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": sent(call)["specialRequests"].splitlines()[0]}),
    when=lambda call: "\n" in str(sent(call).get("specialRequests", "")).strip(),
    hidden="some values",
    origin=Origin.blind,
)

booked_as(
    "BKC-06.plus",
    "A plus sign in an e-mail address becomes a blank.",
    alter("leadPlayer.email", lambda email: email.replace("+", " ")),
    hidden="some values",
    origin=Origin.hidden,
)
booked_as(
    "BKC-06.column",
    "Last names are cut to 50 characters.",
    alter("leadPlayer.lastName", lambda name: name[:50]),
    hidden="some values",
    origin=Origin.hidden,
)
booked_as(
    "BKC-08.column",
    "Special requests are cut to 1024 characters.",
    alter("specialRequests", lambda text: text[:1024]),
    hidden="some values",
    origin=Origin.hidden,
)
