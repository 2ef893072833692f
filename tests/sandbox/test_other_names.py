"""A booking code or a reference in place of a document id is refused with the id that was meant."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import LEAD, ORDINARY, TeeTime, booked, booking, by_trait, hold

CODE = ORDINARY.booking_code


def _refused(answer: object) -> tuple[int, str, str]:
    body = answer.json()  # type: ignore[attr-defined]  # httpx.Response, from either plane.
    return body["status"], body["code"], body["detail"]


@pytest.mark.parametrize("code", [CODE, CODE.lower()])
@pytest.mark.parametrize("path", ["terms", "tee-times", "availability"])
def test_a_booking_code_in_a_path_names_the_document_id(alpha: Agency, path: str, code: str) -> None:
    query = {} if path == "terms" else {"date": "2040-05-12", "players": 1}

    status, problem, detail = _refused(alpha.get(f"/travel/courses/{code}/{path}", **query))

    assert (status, problem, ORDINARY.id in detail) == (404, "course_not_found", True), detail


def test_a_booking_code_in_a_body_names_the_document_id(alpha: Agency, tee_time: TeeTime) -> None:
    group = {"courseId": CODE, "date": "2040-05-12", "preferredTime": "10:00", "totalPlayers": 8, "leadPlayer": LEAD}

    answers = [
        alpha.post(f"/travel/courses/{CODE}/hold-tee-time", hold(tee_time)),
        alpha.post("/travel/bookings", booking(tee_time, courseId=CODE)),
        alpha.post("/travel/bookings/hooks", booking(tee_time, courseId=CODE)),
        alpha.post("/travel/group-bookings", group),
        alpha.control("POST", "/rival", {"courseId": CODE, "date": "2040-05-12", "teeTime": tee_time.time}),
        alpha.control("PUT", f"/policies/{CODE}", {"answer": "decline"}),
        alpha.control("GET", f"/ledger?courseId={CODE}&date=2040-05-12"),
    ]

    assert [(answer.status_code, ORDINARY.id in answer.text) for answer in answers] == [(404, True)] * len(answers)


def test_a_code_that_no_course_has_names_none(alpha: Agency) -> None:
    assert "document ids" in _refused(alpha.get("/travel/courses/ESXXX999/terms"))[2]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_the_reference_of_a_booking_names_its_id(alpha: Agency, tee_time: TeeTime, method: str) -> None:
    made = booked(alpha, tee_time)
    body = {"json": {"players": 1}} if method == "PUT" else {}

    answer = alpha.send(method, f"/travel/bookings/{made['bookingReference']}", **body)

    assert _refused(answer)[:2] == (404, "booking_not_found")
    assert made["id"] in _refused(answer)[2]


def test_the_reference_of_another_agency_names_nothing(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)

    answer = bravo.get(f"/travel/bookings/{made['bookingReference']}")

    assert (answer.status_code, made["id"] in answer.text) == (404, False)


def test_the_desk_sees_the_bookings_of_every_agency(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)

    answer = bravo.control("POST", f"/desk/{made['bookingReference']}/confirm")

    assert (answer.status_code, made["id"] in answer.json()["detail"]) == (404, True)


def test_a_course_with_its_code_in_the_search_is_read_all_the_same(alpha: Agency) -> None:
    assert alpha.get(f"/travel/courses/{by_trait('sold-out').booking_code}").status_code == 200
