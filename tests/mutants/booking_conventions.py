"""Mutants of conventions that only writing shows: success (ENV-01), envelopes (ENV-04, ENV-11), timestamps (CNV)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import json_answer, mutant
from tests.mutants.tools.substitutes import a_refusal


def _fails(name: str, operation: str, status: int, *, done: bool = False) -> None:
    """*operation* answers *status*; *done* says whether it is done before."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward() if done else None
        if answer is not None and not answer.ok:
            return answer
        return await a_refusal(call, status, "internal_error", "The service failed.")

    mutant(name, f"{operation} answers {status}{', and is done' if done else ''}.", operation)(handle)


_fails("ENV-01", "updateBooking", 500)
_fails("ENV-01.days", "checkAvailability", 503)
_fails("ENV-01.hold", "holdTeeTime", 500, done=True)
_fails("ENV-01.terms", "getCourseTerms", 404)


def _bare(body: Any) -> Any:
    return body["data"]


json_answer("ENV-04", "A new booking comes at top level.", "createBooking", _bare)
json_answer("ENV-04.get", "A booking is read at top level.", "getBooking", _bare)
json_answer("ENV-04.cancel", "A cancelled booking comes at top level.", "cancelBooking", _bare)
json_answer(
    "ENV-04.list", "A booking is read as a list of one.", "getBooking", alter("data", lambda booking: [booking])
)

json_answer("ENV-11", "A hold is wrapped in data.", "holdTeeTime", lambda body: {"data": body})
json_answer(
    "ENV-11.both", "A hold comes at top level and again under data.", "holdTeeTime", lambda body: body | {"data": body}
)

_CREATED = ("createBooking", "data.createdAt", "A new booking")
_READ = ("getBooking", "data.createdAt", "A booking that is read")
_LISTED = ("listBookings", "data[-1].createdAt", "The last booking of a page")
_CANCELLED = ("cancelBooking", "data.cancellationDate", "A cancelled booking")
_HELD = ("holdTeeTime", "holdExpiration", "A hold")


def _timed(name: str, place: tuple[str, str, str], form: str, written: Callable[[datetime], object]) -> None:
    operation, path, what = place
    edit = alter(path, lambda moment: written(datetime.fromisoformat(moment)))
    json_answer(name, f"{what} has its timestamp {form}.", operation, edit)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _two_hours_east(moment: datetime) -> str:
    return moment.astimezone(timezone(timedelta(hours=2))).isoformat()


_timed("CNV-03", _CREATED, "in epoch seconds", _seconds)
_timed("CNV-03.cancel", _CANCELLED, "in epoch seconds", lambda moment: str(_seconds(moment)))
_timed("CNV-03.hold", _HELD, "as an HTTP date", lambda moment: format_datetime(moment, usegmt=True))
_timed("CNV-03.list", _LISTED, "with slashes", lambda moment: f"{moment:%d/%m/%Y %H:%M:%S}")
_timed("CNV-03.get", _READ, "as a date alone", lambda moment: f"{moment:%Y-%m-%d}")
_timed("CNV-04", _CREATED, "at +02:00", _two_hours_east)
_timed("CNV-04.cancel", _CANCELLED, "at +02:00", _two_hours_east)
_timed("CNV-04.hold", _HELD, "at +02:00", _two_hours_east)
_timed("CNV-04.list", _LISTED, "at +02:00", _two_hours_east)
_timed("CNV-04.get", _READ, "at +02:00", _two_hours_east)
