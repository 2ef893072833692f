"""What all agencies of a world have made, in one list for each kind of object."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import LEAD, ORDINARY, TeeTime, booked, booking, by_trait, held, offline

LISTS = ["/bookings", "/tee-time-holds", "/booking-hooks", "/group-bookings", "/webhooks"]
SUBSCRIPTION = {"url": "https://hooks.meridian-golf.example/teesheet", "events": ["booking.confirmed"]}


def listed(agency: Agency, path: str) -> list[dict[str, Any]]:
    """The records of a list of the control plane, `path` with its query."""
    answer = agency.control("GET", path)
    assert answer.status_code == 200, answer.text
    records: list[dict[str, Any]] = answer.json()["data"]
    return records


def grouped(agency: Agency, tee_time: TeeTime) -> dict[str, Any]:
    """A group booking of eight players that was made."""
    where = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "preferredTime": tee_time.time}
    answer = agency.post("/travel/group-bookings", {**where, "totalPlayers": 8, "leadPlayer": LEAD})
    created: dict[str, Any] = answer.json()["data"]
    return created


@pytest.mark.parametrize("path", LISTS)
def test_a_fresh_world_has_nothing_to_list(alpha: Agency, path: str) -> None:
    answer = alpha.control("GET", path).json()

    assert answer == {"data": [], "meta": {"page": 1, "limit": 100, "total": 0}}


def test_bookings_of_all_agencies_are_listed_newest_first(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    of_alpha, of_bravo = booked(alpha, tee_time), booked(bravo, tee_time)

    assert listed(alpha, "/bookings") == [{"agency": "bravo", **of_bravo}, {"agency": "alpha", **of_alpha}]


def test_holds_show_what_became_of_them(alpha: Agency, bravo: Agency, tee_times: list[TeeTime]) -> None:
    expired = held(alpha, tee_times[0])
    alpha.advance(by="PT15M")
    completed, active = held(bravo, tee_times[1]), held(alpha, tee_times[2])
    made = booked(bravo, tee_times[1], holdId=completed["holdId"])

    found = {item["holdId"]: item for item in listed(alpha, "/tee-time-holds")}

    assert {hold_id: item["status"] for hold_id, item in found.items()} == {
        expired["holdId"]: "expired",
        completed["holdId"]: "completed",
        active["holdId"]: "active",
    }
    assert found[completed["holdId"]]["bookingId"] == made["id"]
    assert active.items() <= found[active["holdId"]].items()


def test_booking_hooks_are_listed_with_the_booking_they_became(alpha: Agency, tee_time: TeeTime) -> None:
    hook = alpha.post("/travel/bookings/hooks", booking(tee_time)).json()["data"]
    made = alpha.send("POST", f"/travel/bookings/hooks/{hook['id']}/confirm").json()["data"]

    (record,) = listed(alpha, "/booking-hooks")

    assert record == {"agency": "alpha", **hook, "status": "confirmed", "bookingId": made["id"]}


def test_group_bookings_are_listed_as_they_are_now(alpha: Agency, tee_time: TeeTime) -> None:
    group = grouped(alpha, tee_time)
    alpha.advance(by="PT20S")

    (record,) = listed(alpha, "/group-bookings")

    assert record == {"agency": "alpha", **alpha.get(f"/travel/group-bookings/{group['id']}").json()["data"]}


def test_records_are_found_by_agency_course_and_status(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)
    waiting = booked(bravo, offline("offline-silent"))
    booked(bravo, tee_time)

    assert len(listed(alpha, "/bookings?agency=bravo")) == 2
    assert len(listed(alpha, f"/bookings?courseId={tee_time.course_id}")) == 2
    assert [item["id"] for item in listed(alpha, "/bookings?status=pending")] == [waiting["id"]]
    assert listed(alpha, f"/bookings?agency=alpha&courseId={waiting['course']['id']}") == []


@pytest.mark.parametrize(("status", "found"), [("active", 1), ("expired", 1), ("completed", 0)])
def test_holds_are_found_by_status(alpha: Agency, tee_times: list[TeeTime], status: str, found: int) -> None:
    held(alpha, tee_times[0])
    alpha.advance(by="PT15M")
    held(alpha, tee_times[1])

    assert len(listed(alpha, f"/tee-time-holds?status={status}")) == found


def test_pages_hold_every_record_once(alpha: Agency, tee_times: list[TeeTime]) -> None:
    made = [held(alpha, tee_time)["holdId"] for tee_time in tee_times[:5]]

    pages = [listed(alpha, f"/tee-time-holds?limit=2&page={page}") for page in (1, 2, 3, 4)]

    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert sorted(item["holdId"] for page in pages for item in page) == sorted(made)
    assert alpha.control("GET", "/tee-time-holds?limit=2&page=4").json()["meta"]["total"] == 5


@pytest.mark.parametrize("path", LISTS)
def test_another_world_is_not_listed(alpha: Agency, stranger: Agency, tee_times: list[TeeTime], path: str) -> None:
    booked(alpha, tee_times[0])
    held(alpha, tee_times[1])
    alpha.post("/travel/bookings/hooks", booking(tee_times[2]))
    grouped(alpha, tee_times[3])
    alpha.post("/webhooks", SUBSCRIPTION)

    assert (len(listed(alpha, path)), listed(stranger, path)) == (1, [])


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("status=waiting", "confirmed, pending, cancelled"),
        ("limit=501", "500"),
        ("page=0", "1"),
        ("course=x", "agency, courseId, id, limit, page, status"),
    ],
)
def test_a_wrong_filter_names_the_accepted_values(alpha: Agency, query: str, named: str) -> None:
    answer = alpha.control("GET", f"/bookings?{query}")

    assert (answer.status_code, named in answer.json()["errors"][0]["detail"]) == (400, True), answer.text


def test_a_course_that_does_not_exist_is_no_empty_list(alpha: Agency) -> None:
    answer = alpha.control("GET", "/bookings?courseId=crs_00000000")

    assert (answer.status_code, answer.json()["code"]) == (404, "course_not_found")


def test_a_booking_code_in_place_of_a_document_id_names_the_document_id(alpha: Agency) -> None:
    answer = alpha.control("GET", f"/tee-time-holds?courseId={ORDINARY.booking_code}")

    assert (answer.status_code, ORDINARY.id in answer.json()["detail"]) == (404, True)
    assert by_trait("offline-silent").id not in answer.json()["detail"]


def test_a_record_is_found_by_its_id(alpha: Agency, tee_time: TeeTime) -> None:
    first, _second = booked(alpha, tee_time, players=1), booked(alpha, tee_time, players=1)

    assert [booking["id"] for booking in listed(alpha, f"/bookings?id={first['id']}")] == [first["id"]]


def test_subscriptions_of_all_agencies_are_listed_without_their_secrets(alpha: Agency, bravo: Agency) -> None:
    of_alpha, of_bravo = (agency.post("/webhooks", SUBSCRIPTION).json()["data"] for agency in (alpha, bravo))
    del of_alpha["secret"], of_bravo["secret"]

    assert listed(alpha, "/webhooks") == [{"agency": "bravo", **of_bravo}, {"agency": "alpha", **of_alpha}]
    assert listed(alpha, "/webhooks?agency=alpha") == [{"agency": "alpha", **of_alpha}]
