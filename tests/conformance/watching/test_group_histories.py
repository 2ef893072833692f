"""What several exchanges show about group bookings, whoever else uses the service."""

from typing import Any

from tests.conformance.proxy.watched import ALPHA, BRAVO, CHARLIE, Traffic

SENT = {
    "courseId": "crs_1",
    "date": "2027-03-01",
    "totalPlayers": 12,
    "preferredTimes": ["09:00"],
    "contact": {"name": "Ada", "email": "ada@example.com"},
}


def _shown(**changed: Any) -> dict[str, Any]:
    group = {"id": "grp_1", "status": "processing", "courseId": "crs_1", "date": "2027-03-01", "totalPlayers": 12}
    return {"data": group | changed}


def _made() -> Traffic:
    return Traffic().passes("POST /travel/group-bookings", 202, _shown(), sent=SENT)


def _read(traffic: Traffic, answered: int = 200, *, key: str = ALPHA, **changed: Any) -> Traffic:
    return traffic.passes("GET /travel/group-bookings/grp_1", answered, _shown(**changed), key=key)


def _services(found: dict[str, str]) -> dict[str, str]:
    return {row: weight for row, weight in found.items() if weight != "caller"}


def test_a_group_booking_of_another_day_is_found() -> None:
    assert _services(_read(_made(), date="2027-03-02").found()) == {"GRP-04": "violated"}


def test_another_channel_may_change_the_players_of_a_group_booking() -> None:
    assert _services(_read(_made(), totalPlayers=16, status="confirmed").found()) == {}


def test_a_group_booking_that_is_away_for_a_while_is_found() -> None:
    assert _services(_read(_read(_made(), 404)).found()) == {"GRP-05": "violated"}


def test_a_group_booking_that_stays_away_proves_nothing() -> None:
    assert _services(_read(_made(), 404).found()) == {}


def test_another_agency_that_reads_a_group_booking_is_found() -> None:
    assert _services(_read(_made(), key=BRAVO).found()) == {"AUT-13": "violated"}


def test_a_key_that_may_be_of_the_same_agency_reads_a_group_booking() -> None:
    assert _services(_read(_made(), key=CHARLIE).found()) == {}


def test_another_group_booking_with_the_same_id_is_no_finding() -> None:
    assert _services(_read(_made(), key=BRAVO, date="2027-05-01").found()) == {}
