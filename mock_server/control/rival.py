"""The rival: another agency that takes places on purpose."""

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Problem
from mock_server.services.rival import RIVAL, take_places
from mock_server.storage.sessions import Session


def send_rival(call: Call, session: Session) -> Answer:
    """POST /rival: the rival books until only some places are free. Refuses to leave more places than are free."""
    sent = call.body
    leave = sent.get("leave", 0)
    bookings, free = take_places(
        session,
        sent["courseId"],
        date.fromisoformat(sent["date"]),
        time.fromisoformat(sent["teeTime"]),
        leave,
    )
    if max(free, 0) < leave:
        raise Problem("tee_time_unavailable", _too_few(sent, max(free, 0)))
    body = {
        "agency": RIVAL,
        "taken": sum(booking.players for booking in bookings),
        "free": free,
        "bookings": [{"id": booking.id, "players": booking.players} for booking in bookings],
    }
    return Answer(200, {"data": body})


def _too_few(sent: Mapping[str, Any], free: int) -> str:
    places = "1 free place" if free == 1 else f"{free} free places"
    way_out = f"Send `leave` below {free}." if free else "Choose another tee time."
    return (
        f"The tee time {sent['teeTime']} on {sent['date']} has {places}, so the rival cannot leave {sent['leave']} and "
        f"takes nothing. {way_out}"
    )
