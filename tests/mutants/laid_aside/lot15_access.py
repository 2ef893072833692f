"""Faults of the access of agencies and of tokens, written blind."""

from __future__ import annotations

from tests.mutants.parts.disguises import asked_for, one_page
from tests.mutants.parts.pretending import all_bookings, memory_of_all
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_READ_WITHOUT_KEY = "AUT-01.lot15-token-in-place-of-the-key"
_READS = (
    "searchCourses getCourse getCoursePricing getCourseTerms listTeeTimes checkAvailability listBookings getBooking "
    "getGroupBooking"
)
_AGENCIES = WorldMemory()


@mutant(
    _READ_WITHOUT_KEY,
    "A read without X-Api-Key is answered when it carries a token.",
    f"{_READS} createToken refreshToken",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _token_alone(call: Call) -> Answer:
    keys: dict[str, str] = memory_of_all(_READ_WITHOUT_KEY)
    answer = await call.forward()
    if call.operation in ("createToken", "refreshToken"):
        if answer.ok:
            keys[answer.json()["data"]["accessToken"]] = call.api_key
        return answer
    given = {name.lower(): value for name, value in call.headers}
    key = keys.get(given.get("authorization", "").removeprefix("Bearer "))
    if key is None or "x-api-key" in given:
        return answer
    return await call.with_header("x-api-key", key).forward()


@mutant(
    "AUT-09.lot15-joined-by-reference",
    "The booking list shows bookings of other agencies that have the agencyBookingReference of an own booking.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _joined_by_reference(call: Call) -> Answer:
    answer = await call.forward()
    agencies: dict[str, bool] = _AGENCIES.of(call)
    if answer.ok and call.operation == "createBooking":
        agencies[call.api_key] = True
    if not answer.ok or call.operation != "listBookings":
        return answer
    own = await all_bookings(call)
    references = {booking["agencyBookingReference"] for booking in own if booking.get("agencyBookingReference")}
    others = [booking for key in agencies if key != call.api_key for booking in await all_bookings(call, key)]
    joined = [booking for booking in others if booking.get("agencyBookingReference") in references]
    if not joined:
        return answer
    return one_page(call, answer, [booking for booking in own + joined if asked_for(call, booking)])


@mutant(
    "JWT-02.lot15-refreshed-once",
    "A token that came from a refresh cannot be refreshed.",
    "refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_once(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if sent(call).get("refreshToken") in refreshed:
        return await a_refusal(call, 401, "token_invalid", "The token is not valid.")
    answer = await call.forward()
    if answer.ok:
        refreshed.add(answer.json()["data"]["refreshToken"])
    return answer
