"""Blind faults of the sixty-fifth lot: access and tokens."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates, has_status
from tests.mutants.parts.borrowed import ANYBODY
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import Json, all_bookings, data_of, filters_of, paged
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant, request_change

_OWNERS_OF_REQUESTS = WorldMemory()
_AGENCIES = WorldMemory()

request_change(
    "AUT-04.lot65-token-without-key",
    "POST /auth/token opens a token session for a caller who sends no key.",
    "createToken",
    lambda call: call.with_header("x-api-key", ANYBODY),
    when=lambda call: not call.api_key,
    origin=Origin.blind,
)


@mutant(
    "AUT-10.lot65-cancelled-requests-open",
    "A cancelled booking of an offline course can be read by every agency that knows its id.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_requests_open(call: Call) -> Answer:
    answer = await call.forward()
    owners = _OWNERS_OF_REQUESTS.of(call)
    if call.operation == "createBooking":
        if data_of(answer).get("status") == "pending":
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or owner is None:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if data_of(found).get("status") == "cancelled" else answer


@mutant(
    "AUT-09.lot65-two-filters-widen",
    "A booking list with a filter by status and by date shows the bookings of other agencies too.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _two_filters_widen(call: Call) -> Answer:
    answer = await call.forward()
    agencies = _AGENCIES.of(call)
    if call.operation == "createBooking":
        if answer.ok:
            agencies[call.api_key] = True
        return answer
    others = [key for key in agencies if key != call.api_key]
    if not (answer.ok and others and has_status(call) and has_dates(call)):
        return answer
    found: list[Json] = await all_bookings(aside(call), **filters_of(call))
    for key in others:
        found += await all_bookings(aside(call), key, **filters_of(call))
    return paged(answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


def _misread(text: str) -> str:
    """UTF-8 that was read as Latin-1."""
    return text.encode("utf-8").decode("latin-1")


@mutant(
    "ENV-17.lot65-last-name-misread",
    "A last name with letters beyond ASCII is garbled when the content type of the booking names its charset.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _last_name_misread(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    typed = next((value for name, value in call.headers if name.lower() == "content-type"), "")
    if "charset" not in typed.lower() or str(sent(call)["leadPlayer"]["lastName"]).isascii():
        return answer
    disguise(call, answer.json()["data"]["id"], alter("leadPlayer.lastName", _misread))
    return in_disguise(call, answer)
