"""Faults of requests in general: bad bodies, server errors, and refusals that leave something behind (ENV-14 to 17)."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.acceptance import accepted, on_some_course
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import a_refusal, code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant, request_change


@mutant("ENV-16.change", "The service refuses a change to five players, but stores its other members.", "updateBooking")
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) == "invalid_request" and "players" in sent(call):
        await changed_without(call, "players")
    return answer


accepted(
    "ENV-16",
    "The service refuses a booking in the past, but creates the booking.",
    "date_in_past",
    on_some_course,
    silently=True,
)

_LISTS = "searchCourses listBookings"


@mutant("ENV-14", "The service creates a booking although the last brace of the request is missing.", "createBooking")
async def _completed(call: Call) -> Answer:
    completed = replace(call, body=call.body + b"}")
    return await (completed if call.json() is None and completed.json() is not None else call).forward()


@mutant("ENV-15", "Malformed parameters of a tee sheet are a server error.", "listTeeTimes")
async def _server_error(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(500) if answer.status == 400 else answer


@mutant("ENV-15.page", "A page that is no number is a server error.", _LISTS)
async def _server_error_on_a_page(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(500) if answer.status == 400 and page_number(call) == 0 else answer


def _names_a_charset(call: Call) -> bool:
    return any(name.lower() == "content-type" and "charset" in value for name, value in call.headers)


def _read_as_latin(text: str) -> str:
    return text.encode().decode("latin-1")


_names_read_as_latin = in_turn(
    alter("leadPlayer.firstName", _read_as_latin), alter("leadPlayer.lastName", _read_as_latin)
)
request_change(
    "ENV-17",
    "Where the charset is named, names are read as Latin-1.",
    "createBooking",
    lambda call: call.with_json(_names_read_as_latin(call.json())),
    when=_names_a_charset,
)


@mutant("ENV-17.refused", "A content type with a charset is refused.", "createBooking")
async def _no_charset(call: Call) -> Answer:
    if _names_a_charset(call):
        return await a_refusal(call, 415, "unsupported_media_type", "Send application/json.")
    return await call.forward()


@mutant(
    "ENV-14.blind-change",
    "A change that is no JSON is answered 200 and changes nothing.",
    "updateBooking",
    origin=Origin.blind,
)
async def _malformed_change(call: Call) -> Answer:
    if call.body and call.json() is None:
        return await call.upstream("GET", call.path)
    return await call.forward()


@mutant(
    "ENV-16.blind-late-cancel",
    "The service refuses a cancellation inside the cutoff, but cancels the booking.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _refused_and_cancelled(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "cancelBooking" and code_of(answer) == "cancellation_cutoff_passed":
        disguise(call, call.path_params["id"], put("status", "cancelled"))
    return answer
