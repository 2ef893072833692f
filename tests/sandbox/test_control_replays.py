"""What would have happened: a history is played again, unchanged to the same bytes, or with one thing changed."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import TeeTime, booked, booking, held, hooked, offline, places

EVERY_PLACE = 4


def rows_of(agency: Agency) -> list[dict[str, Any]]:
    """The journal, oldest first, in full."""
    listed = agency.control("GET", "/journal?limit=1000").json()["data"]
    return [agency.control("GET", f"/journal/{row['number']}").json()["data"] for row in listed]


def replayed(agency: Agency, body: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question about the past."""
    answer = agency.control("POST", "/replay", body)
    assert answer.status_code == 200, answer.text
    comparison: dict[str, Any] = answer.json()["data"]
    return comparison


def first_request(agency: Agency) -> dict[str, Any]:
    """The oldest request of the journal, as a replay names it."""
    return {"request": agency.control("GET", "/journal?limit=1000").json()["data"][0]["number"]}


def lived(alpha: Agency, bravo: Agency, tee_times: list[TeeTime]) -> None:
    """A world with something of everything: holds, bookings, hooks, refusals, levers, events, a retry."""
    inbox = f"{alpha.address}/_sandbox/v1/inbox/{alpha.world}/desk"
    alpha.post("/webhooks", {"url": inbox, "events": ["booking.confirmed", "booking.cancelled"]})
    made = held(alpha, tee_times[0])
    booked(alpha, tee_times[0], holdId=made["holdId"])
    bravo.post("/travel/bookings", booking(tee_times[0], players=EVERY_PLACE), Idempotency_Key="k-1")
    bravo.post("/travel/bookings", booking(tee_times[0], players=EVERY_PLACE), Idempotency_Key="k-1")
    alpha.control("POST", "/rules", {"effect": {"problem": {"code": "unavailable"}}, "times": 1})
    alpha.get("/travel/bookings")
    alpha.advance(by="PT15M")
    waiting = booked(alpha, offline("offline-declines"))
    alpha.advance(toNext=True)
    alpha.get(f"/travel/bookings/{waiting['id']}")
    kept = hooked(bravo, tee_times[1])
    bravo.post(f"/travel/bookings/hooks/{kept['id']}/confirm", None)
    changed = booked(alpha, tee_times[2], specialRequests="A cart for Ada Lindqvist, please.")
    tag = alpha.get(f"/travel/bookings/{changed['id']}").headers["ETag"]
    alpha.send("PUT", f"/travel/bookings/{changed['id']}", json={"players": 1}, headers={"If-Match": tag})
    alpha.delete(f"/travel/bookings/{changed['id']}")
    alpha.get("/travel/courses", country="GB", pageSize=2)
    alpha.get("/travel/courses", pageSize=1000)


def test_an_unchanged_history_replays_to_the_same_bytes(alpha: Agency, bravo: Agency, tee_times: list[TeeTime]) -> None:
    lived(alpha, bravo, tee_times)
    journal = rows_of(alpha)

    replay = replayed(alpha, first_request(alpha))

    requests = [row for row in replay["rows"] if row["kind"] == "request"]
    assert replay["reason"] is None
    assert [row["number"] for row in requests] == [row["number"] for row in journal]
    assert [(row["then"]["status"], row["then"]["body"]) for row in requests] == [
        (row["status"], row["response"]["body"]) for row in journal
    ]
    assert [row["now"] for row in replay["rows"]] == [row["then"] for row in replay["rows"]]
    assert {row["verdict"] for row in replay["rows"]} == {"same"}
    assert (replay["firstDifference"], replay["reachesNow"]) == (None, True)


def test_a_replay_changes_nothing_in_the_world_and_sends_nothing(
    alpha: Agency, bravo: Agency, tee_times: list[TeeTime]
) -> None:
    lived(alpha, bravo, tee_times)
    before = [alpha.control("GET", path).json() for path in ("/worlds/self", "/bookings", "/levers", "/clock")]
    worlds = alpha.control("GET", "/worlds").json()["meta"]["total"]

    replayed(
        alpha, {**first_request(alpha), "change": {"method": "POST", "path": "/clock/advance", "body": {"by": "P1D"}}}
    )

    assert [alpha.control("GET", path).json() for path in ("/worlds/self", "/bookings", "/levers", "/clock")] == before
    assert alpha.control("GET", "/worlds").json()["meta"]["total"] == worlds


def test_with_a_rival_the_booking_is_refused_and_what_followed_differs(
    alpha: Agency, bravo: Agency, tee_times: list[TeeTime]
) -> None:
    made = booked(alpha, tee_times[0])
    alpha.get(f"/travel/bookings/{made['id']}")
    bravo.get("/travel/bookings")
    where = {"courseId": tee_times[0].course_id, "date": str(tee_times[0].play_date), "teeTime": tee_times[0].time}
    rival = {"method": "POST", "path": "/rival", "body": {**where, "leave": 0}}

    replay = replayed(alpha, {**first_request(alpha), "change": rival})

    compared = [(row["then"]["status"], row["now"]["status"], row["verdict"]) for row in replay["rows"]]
    assert compared == [(201, 409, "different"), (200, 404, "different"), (200, 200, "same")]
    assert replay["firstDifference"] == 0
    assert "place" in replay["rows"][0]["now"]["sentence"]
    assert places(alpha, tee_times[0]) == EVERY_PLACE - 2


def test_with_another_answer_of_an_assumption_only_its_rows_differ(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    alpha.get("/travel/courses", pageSize=101)
    change = {"method": "PATCH", "path": "/settings", "body": {"alternatives": {"pageSize": "clamp"}}}

    replay = replayed(alpha, {**first_request(alpha), "change": change})

    assert [row["verdict"] for row in replay["rows"]] == ["same", "different"]
    assert (replay["firstDifference"], replay["differences"]) == (1, 1)


def test_a_moved_clock_moves_everything_that_follows(alpha: Agency, tee_times: list[TeeTime]) -> None:
    made = held(alpha, tee_times[0])
    booked(alpha, tee_times[0], holdId=made["holdId"])
    number = alpha.control("GET", "/journal").json()["data"][-1]["number"]
    change = {"method": "POST", "path": "/clock/advance", "body": {"by": "PT15M"}}

    replay = replayed(alpha, {"request": number, "change": change})

    assert [(row["then"]["status"], row["now"]["status"]) for row in replay["rows"]] == [(201, 409)]
    assert "expired" in replay["rows"][0]["now"]["sentence"]


def test_a_history_can_part_before_a_lever(alpha: Agency, bravo: Agency, tee_times: list[TeeTime]) -> None:
    held(alpha, tee_times[0], players=EVERY_PLACE)
    alpha.advance(by="PT15M")
    booked(bravo, tee_times[0])
    lever = alpha.control("GET", "/levers").json()["data"][-1]["number"]
    change = {"method": "POST", "path": "/rules", "body": {"effect": {"status": {"status": 502}}}}

    replay = replayed(alpha, {"lever": lever, "change": change})

    assert [(row["kind"], row["now"]["status"]) for row in replay["rows"]] == [("lever", 200), ("request", 502)]
    assert replay["before"] == 2


def test_a_replay_begins_at_a_snapshot_after_rows_were_lost(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    alpha.control("DELETE", "/journal")
    alpha.get("/travel/bookings")
    lost = replayed(alpha, first_request(alpha))
    alpha.control("POST", "/worlds/self/snapshots", {"name": "kept"})
    alpha.get("/travel/bookings")
    number = alpha.control("GET", "/journal").json()["data"][-1]["number"]

    replay = replayed(alpha, {"request": number})

    assert (lost["rows"], "Take a snapshot" in lost["reason"]) == ([], True)
    assert (replay["reason"], replay["begins"]) == (None, "the snapshot kept")
    assert [row["verdict"] for row in replay["rows"]] == ["same"]


def test_a_world_that_was_reset_replays_from_its_reset(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    alpha.control("POST", "/worlds/self/reset")
    alpha.freeze("2040-05-07T08:00:00Z")
    booked(alpha, tee_times[0])
    newest = alpha.control("GET", "/journal").json()["data"][-1]["number"]

    after, before = replayed(alpha, {"request": newest}), replayed(alpha, first_request(alpha))

    assert [(row["verdict"], row["then"]["status"]) for row in after["rows"]] == [("same", 201)]
    assert (after["begins"], after["before"]) == ("the reset of the world", 1)
    assert ([row["kind"] for row in before["rows"]], before["reachesNow"]) == (["request"], False)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/worlds/self/import", None),
        ("PATCH", "/settings", {"journal": False}),
    ],
)
def test_what_the_journal_does_not_have_ends_in_a_sentence(
    alpha: Agency, tee_times: list[TeeTime], method: str, path: str, body: Any
) -> None:
    document = alpha.control("GET", "/worlds/self/export").json()
    alpha.control(method, path, document if body is None else body)
    alpha.control("PATCH", "/settings", {"journal": True})
    booked(alpha, tee_times[0])

    replay = replayed(alpha, first_request(alpha))

    assert replay["rows"] == []
    assert "Take a snapshot" in replay["reason"]


def test_an_object_that_no_kept_request_explains_ends_the_comparison(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    alpha.control("PATCH", "/settings", {"journal": False})
    booked(alpha, tee_times[1])

    replay = replayed(alpha, first_request(alpha))

    assert replay["rows"] == []
    assert "booking" in replay["reason"]


def test_a_request_that_cannot_be_repeated_is_not_compared(alpha: Agency, tee_times: list[TeeTime]) -> None:
    tokens = alpha.post("/auth/token", {}).json()["data"]
    alpha.post("/auth/refresh", {"refreshToken": tokens["refreshToken"]})
    booked(alpha, tee_times[0])

    replay = replayed(alpha, first_request(alpha))

    assert replay["reason"] is None
    assert [row["verdict"] for row in replay["rows"]][1:] == ["not_repeated", "same"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"method": "POST", "path": "/rules", "body": {"effect": {"explode": {}}}}, "explode"),
        ({"method": "PUT", "path": "/clock", "body": {"now": "2030-01-01T00:00:00Z"}}, "2030"),
    ],
)
def test_a_change_that_is_refused_compares_nothing(alpha: Agency, change: dict[str, Any], sentence: str) -> None:
    alpha.get("/travel/bookings")

    replay = replayed(alpha, {**first_request(alpha), "change": change})

    assert replay["rows"] == []
    assert sentence in replay["reason"]


def test_the_changed_history_is_kept_as_a_world(alpha: Agency, bravo: Agency, tee_times: list[TeeTime]) -> None:
    inbox = f"{alpha.address}/_sandbox/v1/inbox/{alpha.world}/desk"
    alpha.post("/webhooks", {"url": inbox, "events": ["booking.confirmed"]})
    held(alpha, tee_times[0], players=EVERY_PLACE)
    bravo.post("/travel/bookings", booking(tee_times[0]))
    refused = alpha.control("GET", "/journal?status=409").json()["data"][0]["number"]
    name, later = f"{alpha.world[:20]}-later", {"method": "POST", "path": "/clock/advance", "body": {"by": "PT15M"}}

    replay = replayed(alpha, {"request": refused, "change": later, "keepAs": name})

    kept = Agency(bravo.http, bravo.address, name, "bravo")
    bookings = kept.control("GET", "/bookings").json()["data"]
    deliveries = kept.control("GET", "/deliveries").json()["data"]
    assert replay["kept"] == name
    assert [(item["agency"], item["status"]) for item in bookings] == [("bravo", "confirmed")]
    assert bookings[0]["id"] in replay["rows"][0]["now"]["body"]
    assert kept.control("GET", "/clock").json()["data"]["mode"] == "frozen"
    assert {item["state"] for item in deliveries} <= {"dropped"}
    assert kept.control("GET", "/invariants").json()["data"]["holds"] is True
    assert places(bravo, tee_times[0]) == 0


def test_a_kept_history_takes_no_name_that_is_in_use(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    name = f"{alpha.world[:20]}-kept"
    replayed(alpha, {**first_request(alpha), "keepAs": name})

    answer = alpha.control("POST", "/replay", {**first_request(alpha), "keepAs": name})

    assert (answer.status_code, name in answer.json()["detail"]) == (409, True)


def test_without_a_comparison_nothing_is_kept(alpha: Agency, tee_times: list[TeeTime]) -> None:
    booked(alpha, tee_times[0])
    change = {"method": "POST", "path": "/rules", "body": {"effect": {"explode": {}}}}

    replay = replayed(alpha, {**first_request(alpha), "change": change, "keepAs": f"{alpha.world[:20]}-no"})

    assert replay["kept"] is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"request": 999999999}, 404),
        ({"request": 1, "keepAs": "self"}, 400),
        ({"request": 1, "keepAs": "Not A Name"}, 400),
        ({}, 400),
        ({"request": 1, "lever": 1}, 400),
        ({"request": 1, "change": {"method": "POST", "path": "/worlds/self/reset"}}, 400),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(alpha: Agency, body: dict[str, Any], status: int) -> None:
    assert alpha.control("POST", "/replay", body).status_code == status
