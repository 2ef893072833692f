"""What the ledger machine sends to the services, and what it reads and expects."""

from collections.abc import Callable
from typing import Any

from mock_server.domain.refusals import Refusal
from mock_server.services.bookings import BookingRequest
from mock_server.storage.booking_hooks import find_booking_hook
from mock_server.storage.bookings import find_any_booking
from mock_server.storage.group_bookings import find_group_booking
from mock_server.storage.sessions import Session
from mock_server.storage.tee_time_holds import find_hold
from tests.proofs.ledger_draws import (
    COURSES,
    LEAD,
)
from tests.proofs.ledger_model import LedgerModel
from tests.proofs.ledger_values import ONLINE, Refused, Slot


def modelled(expect: Callable[[], str | None]) -> tuple[str | None, type[Refusal] | None]:
    try:
        return expect(), None
    except Refused as refused:
        return None, refused.kind


def outcome_of(refusal: type[Refusal] | None) -> str:
    return "done" if refusal is None else f"refused as {refusal.__name__}"


def request_for(slot: Slot, players: int, hold_id: str | None = None) -> BookingRequest:
    return BookingRequest(COURSES[slot.course].id, slot.day, slot.at, players, LEAD, None, None, hold_id)


def seen(session: Session, key: str, thing: dict[str, Any], object_id: str) -> tuple[Any, ...]:
    """What the sandbox has stored of an object: its status, its players, and where a group plays."""
    if key.startswith("hold"):
        hold = find_hold(session, thing["agency"], object_id)
        return hold and (hold.booking_id is not None, hold.players)
    if key.startswith("group"):
        group = find_group_booking(session, object_id)
        where = (
            {tee_time.time: tee_time.players for tee_time in group.tee_times}
            if thing["slot"].course == ONLINE
            else None
        )
        return group.status, group.total_players, where
    find = find_booking_hook if key.startswith("hook") else find_any_booking
    found = find(session, object_id)
    return found and (found.status, found.players)


def expected(model: LedgerModel, key: str, thing: dict[str, Any]) -> tuple[Any, ...]:
    if key.startswith("hold"):
        return thing["used"], thing["players"]
    if key.startswith("group"):
        where = thing["plays"] if thing["slot"].course == ONLINE else None
        return thing["status"], thing["players"], where
    return thing["status"], thing["players"]
