"""Another service may answer otherwise and still conform: each choice can be tried, per world."""

from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import TeeTime, booked, booking, held, offline


def chosen(agency: Agency, **alternatives: str) -> None:
    """Lets the world of an agency answer otherwise."""
    answer = agency.control("PATCH", "/settings", {"alternatives": alternatives})
    assert answer.status_code == 200, answer.text


def raw(agency: Agency, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
    """An answer that may differ from the contract on purpose."""
    options = {} if body is None else {"json": body}
    sent = {"X-Api-Key": agency.key, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return agency.http.request(method, f"{agency.address}/api/v1{path}", headers=sent, **options)


@pytest.mark.parametrize(
    ("form", "media_type"),
    [("problem", "application/problem+json"), ("envelope", "application/json"), ("text", "text/plain; charset=utf-8")],
)
def test_a_refusal_has_the_chosen_form(alpha: Agency, form: str, media_type: str) -> None:
    chosen(alpha, errorBody=form)

    refused = raw(alpha, "GET", "/travel/bookings/bkg_000000000000")

    assert (refused.status_code, refused.headers["content-type"]) == (404, media_type)
    assert "bkg_000000000000" in refused.text


def test_a_refusal_can_be_silent(alpha: Agency) -> None:
    chosen(alpha, errorBody="empty")

    refused = raw(alpha, "GET", "/travel/bookings/bkg_000000000000")

    assert (refused.status_code, refused.content) == (404, b"")


@pytest.mark.parametrize(("choice", "statuses"), [("split", (400, 422)), ("400", (400, 400)), ("422", (422, 422))])
def test_invalid_requests_have_the_chosen_status(
    alpha: Agency, tee_time: TeeTime, choice: str, statuses: tuple[int, int]
) -> None:
    chosen(alpha, invalidStatus=choice)

    misshapen = raw(alpha, "POST", "/travel/bookings", booking(tee_time, players="two"))
    in_the_past = raw(alpha, "POST", "/travel/bookings", booking(tee_time, date="2039-01-01"))

    assert (misshapen.status_code, in_the_past.status_code) == statuses
    assert misshapen.json()["status"] == statuses[0]


def test_a_body_that_is_no_json_stays_400(alpha: Agency) -> None:
    chosen(alpha, invalidStatus="422")

    answer = alpha.http.post(
        f"{alpha.address}/api/v1/travel/bookings",
        content=b"{",
        headers={"X-Api-Key": alpha.key, "Content-Type": "application/json"},
    )

    assert answer.status_code == 400


def test_a_creation_can_answer_200(alpha: Agency, tee_time: TeeTime) -> None:
    chosen(alpha, createdStatus="200")

    made = raw(alpha, "POST", "/travel/bookings", booking(tee_time))

    assert (made.status_code, made.json()["data"]["status"]) == (200, "confirmed")


@pytest.mark.parametrize(("sent", "used"), [("0", 1), ("101", 100), ("-5", 1), ("50", 50)])
def test_a_page_size_can_be_clamped(alpha: Agency, sent: str, used: int) -> None:
    chosen(alpha, pageSize="clamp")

    listed = raw(alpha, "GET", f"/travel/courses?pageSize={sent}&country=ES")

    assert (listed.status_code, listed.json()["meta"]["pagination"]["pageSize"]) == (200, used)


def test_clamping_forgives_nothing_else(alpha: Agency) -> None:
    chosen(alpha, pageSize="clamp")

    assert raw(alpha, "GET", "/travel/courses?pageSize=101&colour=red").status_code == 400
    assert raw(alpha, "GET", "/travel/courses?pageSize=many").status_code == 400
    assert raw(alpha, "GET", "/travel/courses?pageSize=101&pageSize=101").status_code == 400
    assert raw(alpha, "GET", "/travel/courses?pageSize=1.5").status_code == 400


def test_a_hold_can_be_named_in_a_header(alpha: Agency, tee_time: TeeTime) -> None:
    chosen(alpha, holdIdPlace="header")
    hold_id = held(alpha, tee_time)["holdId"]

    in_body = raw(alpha, "POST", "/travel/bookings", booking(tee_time, holdId=hold_id))
    in_header = raw(alpha, "POST", "/travel/bookings", booking(tee_time), X_Hold_Id=hold_id)
    again = raw(alpha, "POST", "/travel/bookings", booking(tee_time), X_Hold_Id=hold_id)

    assert [item.status_code for item in (in_body, in_header, again)] == [400, 201, 409]
    assert again.json()["code"] == "hold_already_used"


def test_a_pending_booking_can_refuse_its_cancellation(alpha: Agency) -> None:
    made = booked(alpha, offline("offline-silent"))
    chosen(alpha, pendingCancel="refuse")

    refused = raw(alpha, "DELETE", f"/travel/bookings/{made['id']}")

    assert (refused.status_code, refused.json()["code"]) == (409, "booking_pending")
    assert alpha.get(f"/travel/bookings/{made['id']}").json()["data"]["status"] == "pending"


def test_a_second_cancellation_can_be_refused(alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    chosen(alpha, secondCancel="refuse")

    statuses = [raw(alpha, "DELETE", f"/travel/bookings/{made['id']}").status_code for _ in range(2)]

    assert statuses == [200, 409]


def test_empty_members_can_be_null(alpha: Agency, tee_time: TeeTime) -> None:
    chosen(alpha, emptyMembers="null")

    made = raw(alpha, "POST", "/travel/bookings", booking(tee_time)).json()["data"]
    listed = raw(alpha, "GET", "/travel/bookings").json()["data"][0]

    assert (made["agencyBookingReference"], made["specialRequests"], made["cancellationReason"]) == (None, None, None)
    assert listed["agencyBookingReference"] is None


def test_a_choice_stays_in_its_world_and_ends_with_a_reset(alpha: Agency, stranger: Agency) -> None:
    chosen(alpha, errorBody="text")
    path = "/travel/bookings/bkg_000000000000"

    assert raw(stranger, "GET", path).headers["content-type"] == "application/problem+json"
    alpha.control("POST", "/worlds/self/reset")
    assert raw(alpha, "GET", path).headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "alternatives", [{"errorBodies": "text"}, {"errorBody": "xml"}, {"createdStatus": 200}], ids=str
)
def test_an_unknown_choice_is_refused(alpha: Agency, alternatives: dict[str, Any]) -> None:
    assert alpha.control("PATCH", "/settings", {"alternatives": alternatives}).status_code == 400


def test_a_rate_limit_counts_per_agency_and_window(alpha: Agency, bravo: Agency) -> None:
    alpha.control("PATCH", "/settings", {"rateLimit": {"requests": 2, "seconds": 60}})

    statuses = [alpha.get("/travel/bookings").status_code for _ in range(3)]
    other = bravo.get("/travel/bookings")
    alpha.advance(by="PT1M")
    later = alpha.get("/travel/bookings")

    assert statuses == [200, 200, 429]
    assert (other.status_code, later.status_code) == (200, 200)
    assert later.headers["ratelimit-policy"] == '"agency";q=2;w=60'
    assert later.headers["ratelimit"] == '"agency";r=1;t=60'


@pytest.mark.parametrize(
    ("path", "status"), [("/travel/bookings/bkg_none", 404), ("/travel/courses/crs_h3w8kz11/tee-times", 400)]
)
def test_a_refusal_within_the_rate_shows_the_rest_of_the_limit(alpha: Agency, path: str, status: int) -> None:
    alpha.control("PATCH", "/settings", {"rateLimit": {"requests": 3, "seconds": 60}})

    refused = alpha.get(path)

    assert refused.status_code == status
    assert refused.headers["ratelimit-policy"] == '"agency";q=3;w=60'
    assert refused.headers["ratelimit"] == '"agency";r=2;t=60'


def test_a_refusal_for_the_rate_says_how_long_to_wait(alpha: Agency) -> None:
    alpha.control("PATCH", "/settings", {"rateLimit": {"requests": 1, "seconds": 60}})
    alpha.get("/travel/bookings")

    refused = alpha.get("/travel/bookings")

    assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
    assert refused.headers["ratelimit-policy"] == '"agency";q=1;w=60'
    assert refused.headers["ratelimit"] == '"agency";r=0;t=60'
    alpha.advance(by="PT59S")
    assert alpha.get("/travel/bookings").status_code == 429
    alpha.advance(by="PT1S")
    assert alpha.get("/travel/bookings").status_code == 200
