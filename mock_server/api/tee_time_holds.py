"""Tee-time holds over HTTP. Spec: POST /courses/{courseId}/hold-tee-time."""

from datetime import date, time
from typing import Any

from mock_server.api.calls import Answer, Call, hh_mm, timestamp
from mock_server.domain.tee_time_holds import TeeTimeHold
from mock_server.services.tee_time_holds import HoldRequest
from mock_server.services.tee_time_holds import hold_tee_time as hold
from mock_server.storage.sessions import Session


def hold_tee_time(call: Call, session: Session) -> Answer:
    """Holds a tee time for 15 minutes. The answer is a top-level object. Assumptions A-25 and A-26."""
    body = call.body
    held = hold(
        session,
        call.caller.agency,
        HoldRequest(
            course_id=call.path["courseId"],
            play_date=date.fromisoformat(body["date"]),
            tee_time=time.fromisoformat(body["time"]),
            players=int(body["players"]),
        ),
    )
    return Answer(201, shown_hold(held, session))


def shown_hold(held: TeeTimeHold, session: Session) -> dict[str, Any]:
    """A hold, as in the answer to its creation."""
    return {
        "holdId": held.id,
        "courseId": held.course_id,
        "date": str(held.play_date),
        "time": hh_mm(held.tee_time),
        "players": held.players,
        "holdExpiration": timestamp(held.expires_at),
        "pricing": {
            "currency": session.courses.by_id(held.course_id).currency,
            "greenFee": held.green_fee,
            "totalAmount": held.green_fee * held.players,
        },
    }
