"""The inventory: places that the caller blocks, and green fees that the caller sets."""

from datetime import date, time
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from mock_server.api.calls import Answer, Call, hh_mm
from mock_server.services.inventory import Override, block, override, overrides, set_green_fee
from mock_server.storage.sessions import Session


def list_inventory(call: Call, session: Session) -> Answer:
    """GET /inventory: the tee times that differ from their sheet."""
    wanted = call.query.get("courseId"), call.query.get("date")
    found = [override for override in overrides(session) if _fits(override, *wanted)]
    return Answer(200, {"data": [_override(override) for override in found]})


def _fits(item: Override, course_id: str | None, day: str | None) -> bool:
    return course_id in (None, item.course_id) and day in (None, str(item.play_date))


def change_inventory(call: Call, session: Session) -> Answer:
    """PUT /inventory: blocks places of a tee time, sets its green fee, or both."""
    sent = call.body
    key = sent["courseId"], date.fromisoformat(sent["date"]), time.fromisoformat(sent["teeTime"])
    if "blocked" in sent:
        block(session, key, sent["blocked"])
    if "greenFee" in sent:
        set_green_fee(session, key, _money(sent["greenFee"]))
    return Answer(200, {"data": _override(override(session, key))})


def _money(sent: float | None) -> Decimal | None:
    """The sent price, in whole cents."""
    return None if sent is None else Decimal(repr(sent)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def _override(item: Override) -> dict[str, Any]:
    return {
        "courseId": item.course_id,
        "date": str(item.play_date),
        "teeTime": hh_mm(item.tee_time),
        "blocked": item.blocked,
        "greenFee": item.green_fee,
    }
