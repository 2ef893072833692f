"""JSON that breaks the contract: every finding in one problem, each with its pointer, and nothing is written."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import pointers, refusal
from tests.sandbox.trade import LEAD, TeeTime, booked, booking, hold, read, without, written

INVALID = (400, "invalid_request")
LONG = "x" * 5000


def _lead(**changes: Any) -> dict[str, Any]:
    return {"leadPlayer": {**LEAD, **changes}}


# Changes of a valid booking, and where the problem points.
WRONG_MEMBERS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "players 0": ({"players": 0}, ["/body/players"]),
    "players 5": ({"players": 5}, ["/body/players"]),
    "players -1": ({"players": -1}, ["/body/players"]),
    "players 2.5": ({"players": 2.5}, ["/body/players"]),
    "players true": ({"players": True}, ["/body/players"]),
    "players null": ({"players": None}, ["/body/players"]),
    "players as text": ({"players": "2"}, ["/body/players"]),
    "players as array": ({"players": [2]}, ["/body/players"]),
    "players of 18 digits": ({"players": 10**17}, ["/body/players"]),
    "30 February": ({"date": "2026-02-30"}, ["/body/date"]),
    "29 February of no leap year": ({"date": "2041-02-29"}, ["/body/date"]),
    "month 13": ({"date": "2040-13-01"}, ["/body/date"]),
    "day 0": ({"date": "2040-05-00"}, ["/body/date"]),
    "year 0": ({"date": "0000-05-12"}, ["/body/date"]),
    "date with time": ({"date": "2040-05-12T00:00:00Z"}, ["/body/date"]),
    "date without hyphens": ({"date": "20400512"}, ["/body/date"]),
    "date of a week": ({"date": "2040-W19-6"}, ["/body/date"]),
    "date with a blank": ({"date": " 2040-05-12"}, ["/body/date"]),
    "date with a line break": ({"date": "2040-05-12\n"}, ["/body/date"]),
    "date in other digits": ({"date": "٢٠٤٠-٠٥-١٢"}, ["/body/date"]),
    "date as number": ({"date": 20400512}, ["/body/date"]),
    "date empty": ({"date": ""}, ["/body/date"]),
    "24:00": ({"teeTime": "24:00"}, ["/body/teeTime"]),
    "09:60": ({"teeTime": "09:60"}, ["/body/teeTime"]),
    "9:30": ({"teeTime": "9:30"}, ["/body/teeTime"]),
    "time with seconds": ({"teeTime": "09:30:00"}, ["/body/teeTime"]),
    "time with a line break": ({"teeTime": "09:30\n"}, ["/body/teeTime"]),
    "time in other digits": ({"teeTime": "٠٩:٣٠"}, ["/body/teeTime"]),
    "course id empty": ({"courseId": ""}, ["/body/courseId"]),
    "course id with a blank": ({"courseId": "crs 1"}, ["/body/courseId"]),
    "course id of 65 letters": ({"courseId": "c" * 65}, ["/body/courseId"]),
    "course id as path": ({"courseId": "../bookings"}, ["/body/courseId"]),
    "course id null": ({"courseId": None}, ["/body/courseId"]),
    "hold id as number": ({"holdId": 7}, ["/body/holdId"]),
    "hold id null": ({"holdId": None}, ["/body/holdId"]),
    "reference of 101 letters": ({"agencyBookingReference": "r" * 101}, ["/body/agencyBookingReference"]),
    "reference as number": ({"agencyBookingReference": 7}, ["/body/agencyBookingReference"]),
    "requests of 2001 letters": ({"specialRequests": "r" * 2001}, ["/body/specialRequests"]),
    "requests as object": ({"specialRequests": {}}, ["/body/specialRequests"]),
    "lead player null": ({"leadPlayer": None}, ["/body/leadPlayer"]),
    "lead player as text": ({"leadPlayer": "Ada Lindqvist"}, ["/body/leadPlayer"]),
    "lead player as array": ({"leadPlayer": [LEAD]}, ["/body/leadPlayer"]),
    "lead player empty": (
        {"leadPlayer": {}},
        ["/body/leadPlayer/email", "/body/leadPlayer/firstName", "/body/leadPlayer/lastName"],
    ),
    "first name empty": (_lead(firstName=""), ["/body/leadPlayer/firstName"]),
    "first name of 101 letters": (_lead(firstName="a" * 101), ["/body/leadPlayer/firstName"]),
    "last name as number": (_lead(lastName=7), ["/body/leadPlayer/lastName"]),
    "e-mail without at": (_lead(email="ada.lindqvist.example"), ["/body/leadPlayer/email"]),
    "e-mail of 255 letters": (_lead(email=f"{'a' * 243}@li.example"), ["/body/leadPlayer/email"]),
    "e-mail empty": (_lead(email=""), ["/body/leadPlayer/email"]),
    "phone of letters": (_lead(phone="call me"), ["/body/leadPlayer/phone"]),
    "phone null": (_lead(phone=None), ["/body/leadPlayer/phone"]),
    "unknown member of the lead player": (_lead(handicap=12), ["/body/leadPlayer/handicap"]),
    "unknown member": ({"notes": "by the window"}, ["/body/notes"]),
    "member in another case": ({"Players": 2}, ["/body/Players"]),
    "member with a slash": ({"a/b": 1}, ["/body/a~1b"]),
    "member with a tilde": ({"a~b": 1}, ["/body/a~0b"]),
    "member with a line break": ({"a\nb": 1}, ["/body/a\nb"]),
    "member that the answer carries": ({"status": "confirmed"}, ["/body/status"]),
    "member of Object": ({"__proto__": {"players": 1}}, ["/body/__proto__"]),
    "several at once": (
        {"players": 9, "date": "2026-02-30", "teeTime": "24:00", **_lead(email="ada")},
        ["/body/date", "/body/leadPlayer/email", "/body/players", "/body/teeTime"],
    ),
}


@pytest.mark.parametrize("case", WRONG_MEMBERS)
def test_a_booking_with_a_wrong_member_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, case: str
) -> None:
    changes, wrong = WRONG_MEMBERS[case]
    before = written(alpha, tee_time)

    answer = alpha.post("/travel/bookings", booking(tee_time, **changes))

    assert (refusal(answer), pointers(answer), written(alpha, tee_time)) == (INVALID, wrong, before)


@pytest.mark.parametrize("name", ["courseId", "date", "teeTime", "players", "leadPlayer"])
def test_a_booking_without_a_required_member_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, name: str
) -> None:
    before = written(alpha, tee_time)

    answer = alpha.post("/travel/bookings", without(booking(tee_time), name))

    assert (pointers(answer), written(alpha, tee_time)) == ([f"/body/{name}"], before)


@pytest.mark.parametrize("body", [[], "text", 7, True, False, None, [{}]], ids=repr)
def test_a_body_that_is_no_object_is_refused(alpha: Agency, body: Any) -> None:
    answer = alpha.send("POST", "/travel/bookings", json=body)

    assert pointers(answer) == ["/body"]


# What JSON spells differently and means the same.
@pytest.mark.parametrize("players", [2, 2.0], ids=["2", "2.0"])
def test_a_whole_number_of_players_is_accepted(alpha: Agency, tee_time: TeeTime, players: float) -> None:
    created = booked(alpha, tee_time, players=players)

    assert created["players"] == 2


WRONG_HOLDS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "players 0": ({"players": 0}, ["/body/players"]),
    "players 5": ({"players": 5}, ["/body/players"]),
    "players true": ({"players": True}, ["/body/players"]),
    "30 February": ({"date": "2026-02-30"}, ["/body/date"]),
    "year 0": ({"date": "0000-05-12"}, ["/body/date"]),
    "24:00": ({"time": "24:00"}, ["/body/time"]),
    "the name of a booking": ({"teeTime": "09:30"}, ["/body/teeTime"]),
    "unknown member": ({"holdMinutes": 60}, ["/body/holdMinutes"]),
}


@pytest.mark.parametrize("case", WRONG_HOLDS)
def test_a_hold_with_a_wrong_member_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, case: str
) -> None:
    changes, wrong = WRONG_HOLDS[case]
    before = written(alpha, tee_time)

    answer = alpha.post(f"/travel/courses/{tee_time.course_id}/hold-tee-time", hold(tee_time, **changes))

    assert (refusal(answer), pointers(answer), written(alpha, tee_time)) == (INVALID, wrong, before)


@pytest.mark.parametrize("name", ["date", "time", "players"])
def test_a_hold_without_a_member_is_refused(alpha: Agency, tee_time: TeeTime, name: str) -> None:
    answer = alpha.post(f"/travel/courses/{tee_time.course_id}/hold-tee-time", without(hold(tee_time), name))

    assert pointers(answer) == [f"/body/{name}"]


WRONG_CHANGES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "nothing": ({}, ["/body"]),
    "players 0": ({"players": 0}, ["/body/players"]),
    "players 5": ({"players": 5}, ["/body/players"]),
    "players 2.5": ({"players": 2.5}, ["/body/players"]),
    "players null": ({"players": None}, ["/body/players"]),
    "reference null": ({"agencyBookingReference": None}, ["/body/agencyBookingReference"]),
    "requests of 2001 letters": ({"specialRequests": "r" * 2001}, ["/body/specialRequests"]),
    "status": ({"status": "cancelled"}, ["/body/status"]),
    "date": ({"players": 1, "date": "2040-05-13"}, ["/body/date"]),
    "tee time": ({"players": 1, "teeTime": "10:00"}, ["/body/teeTime"]),
    "lead player": ({"players": 1, "leadPlayer": LEAD}, ["/body/leadPlayer"]),
}


@pytest.mark.parametrize("case", WRONG_CHANGES)
def test_a_change_with_a_wrong_member_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, case: str
) -> None:
    changes, wrong = WRONG_CHANGES[case]
    before = booked(alpha, tee_time)

    answer = alpha.put(f"/travel/bookings/{before['id']}", changes)

    assert (refusal(answer), pointers(answer), read(alpha, before["id"])) == (INVALID, wrong, before)


def test_findings_of_body_and_headers_come_in_one_problem(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post("/travel/bookings", booking(tee_time, players=9), Idempotency_Key="a b")

    assert pointers(answer) == ["/body/players", "/header/Idempotency-Key"]


def test_findings_of_path_and_body_come_in_one_problem(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post("/travel/courses/a.b/hold-tee-time", hold(tee_time, players=9))

    assert pointers(answer) == ["/body/players", "/path/courseId"]


def test_a_problem_does_not_echo_a_value_of_any_length(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post("/travel/bookings", booking(tee_time, date=LONG))

    assert LONG not in answer.text
