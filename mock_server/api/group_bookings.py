"""Group bookings over HTTP: book, read, name players. Spec: Group bookings."""

from datetime import date, time
from typing import Any

from mock_server.api.bookings import lead_player_of, shown_lead_player
from mock_server.api.calls import Answer, Call, hh_mm, timestamp
from mock_server.domain.group_bookings import GroupBooking, GroupPlayer, GroupRequest
from mock_server.domain.group_runs import GroupPrice, Run, price_of
from mock_server.services import group_bookings
from mock_server.storage.sessions import Session


def create_group_booking(call: Call, session: Session) -> Answer:
    """POST /group-bookings: accepted at once, processed later."""
    group = group_bookings.create(session, call.caller.agency, group_request(call.body))
    return Answer(202, {"data": shown_group_booking(group, session)}, {"Location": f"{call.address}/{group.id}"})


def get_group_booking(call: Call, session: Session) -> Answer:
    """GET /group-bookings/{id}: the group as it is now."""
    return Answer(
        200, {"data": shown_group_booking(group_bookings.get(session, call.caller.agency, call.path["id"]), session)}
    )


def update_group_booking_players(call: Call, session: Session) -> Answer:
    """PUT /group-bookings/{id}/players: the whole list, in place of the former one (assumption A-44)."""
    player_list = tuple(
        GroupPlayer(player["firstName"], player["lastName"], player.get("email"), player.get("handicap"))
        for player in call.body["players"]
    )
    group = group_bookings.name_players(session, call.caller.agency, call.path["id"], player_list)
    return Answer(200, {"data": shown_group_booking(group, session)})


def group_request(body: dict[str, Any]) -> GroupRequest:
    """The request in the valid body of a group booking, or of its dry run."""
    return GroupRequest(
        course_id=body["courseId"],
        play_date=date.fromisoformat(body["date"]),
        preferred_time=time.fromisoformat(body["preferredTime"]),
        total_players=int(body["totalPlayers"]),
        lead_player=lead_player_of(body),
        agency_reference=body.get("agencyBookingReference"),
        special_requests=body.get("specialRequests"),
    )


def shown_run(run: Run) -> list[dict[str, Any]]:
    """The tee times of a group."""
    return [{"time": hh_mm(tee_time.time), "players": tee_time.players} for tee_time in run]


def shown_price(price: GroupPrice, currency: str) -> dict[str, Any]:
    """The price of a group."""
    return {
        "currency": currency,
        "subtotal": price.subtotal,
        "discountPercent": price.discount_percent,
        "discount": price.discount,
        "total": price.total,
    }


def shown_group_booking(group: GroupBooking, session: Session) -> dict[str, Any]:
    """A group booking as the interface shows it now. Assumption A-43."""
    shown: dict[str, Any] = {
        "id": group.id,
        "status": group.status.value,
        "totalPlayers": group.total_players,
        "courseId": group.course_id,
        "date": str(group.play_date),
        "createdAt": timestamp(group.created_at),
        "preferredTime": hh_mm(group.preferred_time),
        "leadPlayer": shown_lead_player(group.lead_player),
    }
    if group.agency_reference is not None:
        shown["agencyBookingReference"] = group.agency_reference
    if group.special_requests is not None:
        shown["specialRequests"] = group.special_requests
    if group.tee_times:
        shown["teeTimes"] = shown_run(group.tee_times)
        shown["pricing"] = shown_price(price_of(group.tee_times), session.courses.by_id(group.course_id).currency)
    shown["playerList"] = [_shown_player(player) for player in group.player_list]
    if group.failure_reason is not None:
        shown["failureReason"] = group.failure_reason
    shown["updatedAt"] = timestamp(group.updated_at)
    return shown


def _shown_player(player: GroupPlayer) -> dict[str, Any]:
    shown: dict[str, Any] = {"firstName": player.first_name, "lastName": player.last_name}
    if player.email is not None:
        shown["email"] = player.email
    if player.handicap is not None:
        shown["handicap"] = player.handicap
    return shown
