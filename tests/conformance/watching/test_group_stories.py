"""A group that a run booked has as many players as its request named."""

from typing import Any

from tests.conformance.watching.recorded_runs import Recorded

_SENT = {"courseId": "crs_1", "date": "2027-03-01", "totalPlayers": 6}


def _group(**changed: Any) -> dict[str, Any]:
    return {"data": {"id": "grp_1", "status": "processing", "createdAt": "2026-11-20T10:00:10Z", **_SENT, **changed}}


def _booked() -> Recorded:
    return Recorded().sends("POST /travel/group-bookings", 202, _group(), sent=_SENT)


def _read(run: Recorded, **changed: Any) -> Recorded:
    return run.sends("GET /travel/group-bookings/grp_1", 200, _group(**changed))


def test_a_confirmed_group_with_other_players_is_found() -> None:
    run = _read(_booked().pulls_a_lever(), status="confirmed", totalPlayers=8)

    assert run.found() == ["GRP-04"]


def test_a_group_with_the_players_of_its_request_is_no_sight() -> None:
    assert _read(_read(_booked()), status="confirmed").found() == []


def test_a_list_of_players_may_change_their_number() -> None:
    run = _booked().sends("PUT /travel/group-bookings/grp_1/players", 200, {}, sent={"players": []})

    assert _read(run, totalPlayers=4).found() == []
