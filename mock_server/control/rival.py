"""The rival: another agency that takes places on purpose."""

from datetime import date, time

from mock_server.api.calls import Answer, Call
from mock_server.services.rival import RIVAL, take_places
from mock_server.storage.sessions import Session


def send_rival(call: Call, session: Session) -> Answer:
    """POST /rival: the rival books until only some places are free."""
    sent = call.body
    bookings, free = take_places(
        session,
        sent["courseId"],
        date.fromisoformat(sent["date"]),
        time.fromisoformat(sent["teeTime"]),
        sent.get("leave", 0),
    )
    body = {
        "agency": RIVAL,
        "taken": sum(booking.players for booking in bookings),
        "free": free,
        "bookings": [{"id": booking.id, "players": booking.players} for booking in bookings],
    }
    return Answer(200, {"data": body})
