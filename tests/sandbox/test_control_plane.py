"""The levers of a world: its clock, its reset, the desk of its courses. A key reaches only its world."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.trade import SATURDAY, TeeTime, booked, bookings_total, by_trait, day_of, held, read

CONFIRMS, DECLINES, SILENT = (
    TeeTime(by_trait(name).id, SATURDAY, "10:00", 4, 0)
    for name in ("offline-confirms", "offline-declines", "offline-silent")
)


def _clock(agency: Agency) -> dict[str, Any]:
    data: dict[str, Any] = agency.control("GET", "/clock").json()["data"]
    return data


def _untouched(agency: Agency) -> Agency:
    """An agency of a world that nobody has used."""
    return Agency(agency.http, agency.address, f"w{uuid4().hex[:16]}", "alpha")


def test_info_needs_no_key(alpha: Agency) -> None:
    assert alpha.http.get(f"{alpha.address}{CONTROL}/info").status_code == 200


def test_info_counts_every_operation_of_the_contract(alpha: Agency) -> None:
    operations = alpha.control("GET", "/info").json()["operations"]

    assert len({*operations["stateful"], *operations["answeredFromExamples"]}) == 28


def test_info_names_the_contract_that_is_served(alpha: Agency) -> None:
    served = alpha.http.get(f"{alpha.address}/openapi.json").content

    told = alpha.control("GET", "/info").json()["contract"]["sha256"]

    assert told == hashlib.sha256(served).hexdigest()


def test_info_counts_the_courses(alpha: Agency) -> None:
    total = alpha.get("/travel/courses").json()["meta"]["pagination"]["totalItems"]

    assert alpha.control("GET", "/info").json()["courses"] == total


def test_a_fresh_clock_ticks_with_the_wall(alpha: Agency) -> None:
    clock = _clock(_untouched(alpha))

    behind = datetime.now(UTC) - datetime.fromisoformat(clock["now"])
    assert (clock["mode"], timedelta(0) <= behind < timedelta(seconds=60)) == ("ticking", True)


def test_a_frozen_clock_shows_the_moment_it_was_given(alpha: Agency) -> None:
    assert _clock(alpha) == {"now": "2040-05-07T08:00:00Z", "mode": "frozen"}


def test_freezing_keeps_the_time(alpha: Agency) -> None:
    agency = _untouched(alpha)

    frozen = agency.control("PUT", "/clock", {"mode": "frozen"}).json()["data"]

    assert _clock(agency) == {"now": frozen["now"], "mode": "frozen"}


def test_a_moment_with_an_offset_is_the_same_moment_in_utc(alpha: Agency) -> None:
    alpha.control("PUT", "/clock", {"now": "2040-05-07T12:30:00+02:00"})

    assert _clock(alpha)["now"] == "2040-05-07T10:30:00Z"


def test_a_released_clock_ticks_from_where_it_stood(alpha: Agency) -> None:
    alpha.control("PUT", "/clock", {"mode": "ticking"})

    shown = _clock(alpha)
    assert (shown["mode"], shown["now"] >= "2040-05-07T08:00:00Z", shown["now"] < "2040-05-07T08:01:00Z") == (
        "ticking",
        True,
        True,
    )


@pytest.mark.parametrize(
    ("how", "then"),
    [
        ({"by": "PT15M"}, "2040-05-07T08:15:00Z"),
        ({"by": "P14D"}, "2040-05-21T08:00:00Z"),
        ({"by": "P1DT2H30M5S"}, "2040-05-08T10:30:05Z"),
        ({"by": "PT0S"}, "2040-05-07T08:00:00Z"),
        ({"to": "2040-05-07T08:00:00Z"}, "2040-05-07T08:00:00Z"),
        ({"to": "2040-05-07T08:00:01Z"}, "2040-05-07T08:00:01Z"),
    ],
    ids=str,
)
def test_the_clock_advances_by_a_duration_or_to_a_moment(alpha: Agency, how: dict[str, str], then: str) -> None:
    alpha.advance(**how)

    assert _clock(alpha)["now"] == then


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/clock", {"now": "2040-05-07T07:59:59Z"}),
        ("PUT", "/clock", {"now": "1970-01-01T00:00:00Z", "mode": "ticking"}),
        ("POST", "/clock/advance", {"to": "2040-05-07T07:59:59Z"}),
    ],
)
def test_the_clock_does_not_go_back(alpha: Agency, method: str, path: str, body: dict[str, str]) -> None:
    answer = alpha.control(method, path, body)

    assert (answer.status_code, answer.json()["code"], _clock(alpha)["now"]) == (
        422,
        "clock_backwards",
        "2040-05-07T08:00:00Z",
    )


def test_the_timeline_tells_in_order_what_happened(alpha: Agency) -> None:
    first = held(alpha, _online(alpha))["holdId"]
    confirmed = booked(alpha, CONFIRMS)["id"]
    alpha.advance(by="PT5M")
    second = held(alpha, _online(alpha))["holdId"]
    declined = booked(alpha, DECLINES)["id"]

    assert alpha.advance(by="P1D") == [
        {"at": "2040-05-07T08:15:00Z", "kind": "tee_time_hold.expired", "id": first},
        {"at": "2040-05-07T08:20:00Z", "kind": "tee_time_hold.expired", "id": second},
        {"at": "2040-05-07T08:30:00Z", "kind": "booking.confirmed", "id": confirmed},
        {"at": "2040-05-07T08:35:00Z", "kind": "booking.cancelled", "id": declined},
    ]


def _online(agency: Agency) -> TeeTime:
    course = by_trait("no-hooks")
    first = day_of(agency, course.id, SATURDAY, players=2)["availableTimes"][0]
    return TeeTime(course.id, SATURDAY, first["time"], first["available"], 0)


@pytest.mark.parametrize(("by", "happened"), [("PT14M59S", 0), ("PT15M", 1)], ids=["a second before", "on the line"])
def test_the_timeline_includes_the_moment_it_ends_at(alpha: Agency, by: str, happened: int) -> None:
    held(alpha, _online(alpha))

    assert len(alpha.advance(by=by)) == happened


def test_what_happened_is_told_once(alpha: Agency) -> None:
    held(alpha, _online(alpha))
    alpha.advance(by="PT15M")

    assert alpha.advance(by="PT15M") == []


def test_a_used_hold_does_not_expire(alpha: Agency) -> None:
    tee_time = _online(alpha)
    booked(alpha, tee_time, holdId=held(alpha, tee_time)["holdId"])

    assert alpha.advance(by="PT15M") == []


def test_setting_the_clock_tells_the_timeline_too(alpha: Agency) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]

    answer = alpha.control("PUT", "/clock", {"now": "2040-05-08T08:00:00Z"}).json()["data"]

    assert [each["id"] for each in answer["timeline"]] == [booking_id]


@pytest.mark.parametrize("path", ["tee-times", "availability", "pricing"])
def test_a_world_at_the_end_of_the_calendar_still_answers(alpha: Agency, path: str) -> None:
    alpha.control("PUT", "/clock", {"now": "9999-12-31T23:59:59Z"})
    course = by_trait("no-hooks").id

    query = {} if path == "pricing" else {"date": "2040-05-12"}
    assert alpha.get(f"/travel/courses/{course}/{path}", **query).status_code < 500


def test_a_reset_world_gives_the_same_bookings_again(alpha: Agency) -> None:
    first = booked(alpha, SILENT)

    alpha.control("POST", "/worlds/self/reset")
    alpha.freeze("2040-05-07T08:00:00Z")

    assert booked(alpha, SILENT) == first


def test_a_reset_forgets_every_agency_of_the_world(alpha: Agency, bravo: Agency) -> None:
    booked(bravo, SILENT)

    alpha.control("POST", "/worlds/self/reset")

    assert bookings_total(bravo) == 0


def test_a_reset_lets_the_clock_tick_with_the_wall(alpha: Agency) -> None:
    alpha.control("POST", "/worlds/self/reset")

    clock = _clock(alpha)
    assert (clock["mode"], clock["now"] < "2040") == ("ticking", True)


def test_a_reset_leaves_other_worlds_alone(alpha: Agency, stranger: Agency) -> None:
    booked(stranger, SILENT)

    alpha.control("POST", "/worlds/self/reset")

    assert bookings_total(stranger) == 1


def _desk(agency: Agency) -> list[dict[str, Any]]:
    waiting: list[dict[str, Any]] = agency.control("GET", "/desk").json()["data"]
    return waiting


def test_the_desk_shows_what_waits_in_the_world_oldest_first(alpha: Agency, bravo: Agency) -> None:
    first, second = booked(bravo, SILENT)["id"], booked(alpha, CONFIRMS)["id"]

    assert [(each["id"], each["agency"]) for each in _desk(alpha)] == [(first, "bravo"), (second, "alpha")]


def test_the_desk_tells_when_a_course_answers_by_itself(alpha: Agency) -> None:
    booked(alpha, SILENT)
    booked(alpha, CONFIRMS)

    assert [each["courseAnswersAt"] for each in _desk(alpha)] == [None, "2040-05-07T08:30:00Z"]


@pytest.mark.parametrize(("decision", "status"), [("confirm", "confirmed"), ("decline", "cancelled")])
def test_a_decision_at_the_desk_decides_the_booking(alpha: Agency, decision: str, status: str) -> None:
    booking_id = booked(alpha, SILENT)["id"]

    alpha.control("POST", f"/desk/{booking_id}/{decision}")

    assert (read(alpha, booking_id)["status"], _desk(alpha)) == (status, [])


@pytest.mark.parametrize(
    ("body", "reason"),
    [(None, "course_declined"), ({}, "course_declined"), ({"reason": "A club championship"}, "A club championship")],
    ids=["no body", "no reason", "a reason"],
)
def test_a_course_declines_with_or_without_a_reason(alpha: Agency, body: Any, reason: str) -> None:
    booking_id = booked(alpha, SILENT)["id"]

    alpha.control("POST", f"/desk/{booking_id}/decline", body)

    assert read(alpha, booking_id)["cancellationReason"] == reason


@pytest.mark.parametrize("decision", ["confirm", "decline"])
def test_the_timer_of_a_course_does_not_decide_again(alpha: Agency, decision: str) -> None:
    booking_id = booked(alpha, DECLINES)["id"]
    alpha.control("POST", f"/desk/{booking_id}/{decision}")
    decided = read(alpha, booking_id)

    alpha.advance(by="PT1H")

    assert read(alpha, booking_id) == decided


@pytest.mark.parametrize("decision", ["confirm", "decline"])
def test_what_is_decided_cannot_be_decided_again(alpha: Agency, decision: str) -> None:
    booking_id = booked(alpha, SILENT)["id"]
    alpha.control("POST", f"/desk/{booking_id}/confirm")

    answer = alpha.control("POST", f"/desk/{booking_id}/{decision}")

    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_decide")


def test_the_desk_of_another_world_does_not_know_the_booking(alpha: Agency, stranger: Agency) -> None:
    booking_id = booked(alpha, SILENT)["id"]

    answer = stranger.control("POST", f"/desk/{booking_id}/confirm")

    assert (answer.status_code, read(alpha, booking_id)["status"]) == (404, "pending")


def test_the_desk_of_another_world_does_not_show_the_booking(alpha: Agency, stranger: Agency) -> None:
    booked(alpha, SILENT)

    assert _desk(stranger) == []


WRONG_BODIES: list[tuple[str, str, Any]] = [
    ("PUT", "/clock", {}),
    ("PUT", "/clock", {"mode": "stopped"}),
    ("PUT", "/clock", {"mode": "Frozen"}),
    ("PUT", "/clock", {"now": "tomorrow"}),
    ("PUT", "/clock", {"now": "2040-05-07"}),
    ("PUT", "/clock", {"now": "2040-05-07T08:00:00"}),
    ("PUT", "/clock", {"now": "2040-02-30T08:00:00Z"}),
    ("PUT", "/clock", {"now": 2_220_000_000}),
    ("PUT", "/clock", {"now": "2040-05-07T09:00:00Z", "speed": 2}),
    ("PUT", "/clock", []),
    ("PUT", "/clock", None),
    ("POST", "/clock/advance", {}),
    ("POST", "/clock/advance", {"by": "15 minutes"}),
    ("POST", "/clock/advance", {"by": "P1M"}),
    ("POST", "/clock/advance", {"by": "P1W"}),
    ("POST", "/clock/advance", {"by": "-PT15M"}),
    ("POST", "/clock/advance", {"by": "P"}),
    ("POST", "/clock/advance", {"by": "PT"}),
    ("POST", "/clock/advance", {"by": "PT1H\n"}),
    ("POST", "/clock/advance", {"by": "PT0.5S"}),
    ("POST", "/clock/advance", {"by": 900}),
    ("POST", "/clock/advance", {"by": "P99999999D"}),
    ("POST", "/clock/advance", {"by": "P999999D", "to": "2041-01-01T00:00:00Z"}),
    ("POST", "/clock/advance", {"until": "2041-01-01T00:00:00Z"}),
    ("POST", "/worlds/self/reset", {"hard": True}),
    ("POST", "/desk/bkg_000000000000/decline", {"reason": ""}),
    ("POST", "/desk/bkg_000000000000/decline", {"reason": "r" * 201}),
    ("POST", "/desk/bkg_000000000000/decline", {"why": "closed"}),
    ("POST", "/desk/bkg_000000000000/confirm", {"reason": "fine"}),
]


@pytest.mark.parametrize(("method", "path", "body"), WRONG_BODIES, ids=str)
def test_a_wrong_body_is_refused_and_moves_nothing(alpha: Agency, method: str, path: str, body: Any) -> None:
    answer = alpha.control(method, path, body)

    assert (answer.status_code, answer.json()["code"], _clock(alpha)["now"]) == (
        400,
        "invalid_request",
        "2040-05-07T08:00:00Z",
    )


def test_an_advance_beyond_the_calendar_is_refused(alpha: Agency) -> None:
    alpha.advance(to="9000-01-01T00:00:00Z")

    assert alpha.control("POST", "/clock/advance", {"by": "P999999D"}).status_code == 400


@pytest.mark.parametrize("raw", [b"{", b"", b'{"by": NaN}', b'{"by": "PT1S", "by": "PT1S"}', b"\xff"], ids=repr)
def test_what_is_no_json_is_refused(alpha: Agency, raw: bytes) -> None:
    headers = {"X-Api-Key": alpha.key}

    answer = alpha.http.post(f"{alpha.address}{CONTROL}/clock/advance", content=raw, headers=headers)

    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/clock"), ("PUT", "/clock"), ("POST", "/clock/advance"), ("POST", "/worlds/self/reset"),
     ("GET", "/desk"), ("POST", "/desk/bkg_0/confirm"), ("POST", "/desk/bkg_0/decline")],
)  # fmt: skip
def test_every_lever_demands_a_key(alpha: Agency, method: str, path: str) -> None:
    answer = alpha.http.request(method, f"{alpha.address}{CONTROL}{path}", json={})

    assert (answer.status_code, answer.json()["code"]) == (401, "key_missing")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("POST", "/info", "GET"),
        ("DELETE", "/clock", "GET, PUT"),
        ("GET", "/clock/advance", "POST"),
        ("POST", "/desk", "GET"),
    ],
)
def test_a_lever_is_pulled_in_its_own_way(alpha: Agency, method: str, path: str, allow: str) -> None:
    answer = alpha.control(method, path)

    assert (answer.status_code, answer.headers["allow"]) == (405, allow)


def test_an_unknown_lever_is_not_found(alpha: Agency) -> None:
    assert alpha.control("GET", "/weather").status_code == 404
