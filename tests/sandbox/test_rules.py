"""Rules: interference on purpose, counted, limited and repeatable, and refused when it is misspelt."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from time import perf_counter
from typing import Any

import httpx
import pytest

from openapi.bundler import contract
from tests.sandbox.agencies import Agency
from tests.sandbox.ruled import raw, ruled
from tests.sandbox.trade import TeeTime, booked, booking, bookings_total, hold, places, written

COURSES = "/travel/courses?pageSize=1"


def test_a_problem_on_order_writes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    before = written(alpha, tee_time)
    ruled(alpha, {"problem": {"code": "tee_time_unavailable"}}, match={"operations": ["createBooking"]})

    refused = alpha.post("/travel/bookings", booking(tee_time))

    assert (refused.status_code, refused.json()["code"]) == (409, "tee_time_unavailable")
    assert written(alpha, tee_time) == before


def test_a_rule_names_itself_in_its_problem(alpha: Agency) -> None:
    rule = ruled(alpha, {"problem": {"code": "unavailable", "retryAfterSeconds": 30}})

    refused = alpha.get("/travel/bookings")

    assert (refused.status_code, refused.headers["retry-after"]) == (503, "30")
    assert rule["id"] in refused.json()["detail"]


def test_a_rule_may_write_retry_after_as_a_date(alpha: Agency) -> None:
    rule = ruled(alpha, {"problem": {"code": "rate_limited", "retryAfterSeconds": 30, "retryAfterForm": "date"}})

    refused = raw(alpha, "GET", "/travel/bookings")

    wait = parsedate_to_datetime(refused.headers["retry-after"]) - datetime.now(UTC)
    assert refused.status_code == 429
    assert timedelta(seconds=25) < wait <= timedelta(seconds=31)
    assert rule["effect"]["problem"]["retryAfterForm"] == "date"


def test_a_price_moves_just_before_a_hold(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"price": {"percent": 125}}, match={"operations": ["holdTeeTime"]}, times=1)

    held = alpha.post(f"/travel/courses/{tee_time.course_id}/hold-tee-time", hold(tee_time))

    assert held.json()["pricing"]["greenFee"] == pytest.approx(tee_time.green_fee * 1.25, abs=0.005)


def test_a_rival_takes_the_whole_day_before_a_group(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"rival": {}}, match={"operations": ["createGroupBooking"]})
    lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
    wish = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "preferredTime": "10:00"}
    group = alpha.post("/travel/group-bookings", {**wish, "totalPlayers": 8, "leadPlayer": lead}).json()["data"]

    alpha.advance(by="PT1M")

    assert alpha.get(f"/travel/group-bookings/{group['id']}").json()["data"]["status"] == "failed"


def test_skip_and_times_bound_a_rule(alpha: Agency) -> None:
    ruled(alpha, {"status": {"status": 502, "body": "Bad gateway"}}, skip=2, times=2)

    statuses = [raw(alpha, "GET", COURSES).status_code for _ in range(6)]

    assert statuses == [200, 200, 502, 502, 200, 200]


@pytest.mark.parametrize(
    ("body", "kind"), [("<html>Bad gateway</html>", "text/html"), ("Bad gateway", "text/plain")], ids=["page", "text"]
)
def test_a_gateway_says_what_kind_of_text_it_sends(alpha: Agency, body: str, kind: str) -> None:
    ruled(alpha, {"status": {"status": 502, "body": body}})

    answer = raw(alpha, "GET", COURSES)

    assert (answer.text, answer.headers["content-type"]) == (body, f"{kind}; charset=utf-8")


def test_a_rule_counts_what_it_meets_and_what_it_does(alpha: Agency) -> None:
    rule = ruled(alpha, {"problem": {"code": "forbidden"}}, match={"operations": ["searchCourses"]}, skip=1)
    for _ in range(3):
        raw(alpha, "GET", COURSES)
    alpha.get("/travel/bookings")

    kept = alpha.control("GET", f"/rules/{rule['id']}").json()["data"]

    assert (kept["met"], kept["acted"]) == (3, 2)


def test_the_same_seed_draws_the_same(alpha: Agency, stranger: Agency) -> None:
    for agency in (alpha, stranger):
        ruled(agency, {"problem": {"code": "forbidden"}}, probability=0.4, seed=7)

    drawn = [[raw(agency, "GET", COURSES).status_code for _ in range(40)] for agency in (alpha, stranger)]

    assert drawn[0] == drawn[1]
    assert 4 <= drawn[0].count(403) <= 28


def test_probability_zero_never_acts_and_one_always(alpha: Agency) -> None:
    ruled(alpha, {"problem": {"code": "forbidden"}}, probability=0)
    assert [raw(alpha, "GET", COURSES).status_code for _ in range(5)] == [200] * 5

    ruled(alpha, {"problem": {"code": "forbidden"}}, probability=1)
    assert [raw(alpha, "GET", COURSES).status_code for _ in range(5)] == [403] * 5


def test_latency_makes_the_answer_late_and_right(alpha: Agency) -> None:
    ruled(alpha, {"latency": {"milliseconds": 300}}, times=1)

    began = perf_counter()
    answer = alpha.get("/travel/courses", pageSize=1)

    assert (answer.status_code, perf_counter() - began >= 0.3) == (200, True)


def test_others_are_answered_while_one_waits(alpha: Agency, stranger: Agency) -> None:
    ruled(alpha, {"latency": {"milliseconds": 60_000}})
    with pytest.raises(httpx.ReadTimeout):
        alpha.http.get(f"{alpha.address}/api/v1{COURSES}", headers={"X-Api-Key": alpha.key}, timeout=0.2)

    assert stranger.get("/travel/courses", pageSize=1).status_code == 200


def test_a_quota_lets_its_number_of_requests_pass(alpha: Agency) -> None:
    ruled(alpha, {"quota": {"requests": 3}})

    statuses = [raw(alpha, "GET", COURSES).status_code for _ in range(5)]

    assert statuses == [200, 200, 200, 429, 429]


def test_a_used_quota_says_how_to_lift_it(alpha: Agency) -> None:
    rule = ruled(alpha, {"quota": {"requests": 0}})["id"]

    refused = raw(alpha, "GET", COURSES)

    assert refused.json()["detail"] == (
        f"Rule {rule} let 0 requests pass and refuses every further request. The quota never refills, so waiting does "
        f"not help. Remove the rule with DELETE /_sandbox/v1/rules/{rule}."
    )
    assert int(refused.headers["retry-after"]) == contract()["components"]["headers"]["RetryAfter"]["schema"]["maximum"]


def test_a_used_quota_ends_with_its_rule(alpha: Agency) -> None:
    rule = ruled(alpha, {"quota": {"requests": 0}})["id"]
    alpha.control("DELETE", f"/rules/{rule}")

    assert raw(alpha, "GET", COURSES).status_code == 200


def test_a_rival_is_faster(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"rival": {}}, match={"operations": ["createBooking"]}, times=1)

    refused = alpha.post("/travel/bookings", booking(tee_time))

    assert (refused.status_code, refused.json()["code"], places(alpha, tee_time)) == (409, "tee_time_unavailable", 0)


def test_a_rival_leaves_the_places_that_its_rule_names(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"rival": {"leave": 2}}, match={"operations": ["holdTeeTime"]}, times=1)

    held = alpha.post(f"/travel/courses/{tee_time.course_id}/hold-tee-time", hold(tee_time))

    assert (held.status_code, places(alpha, tee_time)) == (201, 0)


def test_a_rule_meets_the_agency_it_names(alpha: Agency, bravo: Agency) -> None:
    ruled(alpha, {"problem": {"code": "forbidden"}}, match={"agency": "bravo"})

    assert [item.get("/travel/bookings").status_code for item in (alpha, bravo)] == [200, 403]


def test_a_rule_stays_in_its_world(alpha: Agency, stranger: Agency) -> None:
    ruled(alpha, {"problem": {"code": "forbidden"}})

    assert stranger.get("/travel/bookings").status_code == 200


def test_a_removed_rule_acts_no_more(alpha: Agency) -> None:
    first = ruled(alpha, {"problem": {"code": "forbidden"}})
    ruled(alpha, {"problem": {"code": "unavailable"}})

    assert alpha.control("DELETE", f"/rules/{first['id']}").status_code == 204
    assert alpha.get("/travel/bookings").status_code == 503
    assert alpha.control("DELETE", "/rules").status_code == 204
    assert alpha.get("/travel/bookings").status_code == 200
    assert alpha.control("GET", f"/rules/{first['id']}").status_code == 404


def test_a_reset_ends_interference(alpha: Agency) -> None:
    ruled(alpha, {"problem": {"code": "forbidden"}})

    alpha.control("POST", "/worlds/self/reset")

    assert alpha.get("/travel/bookings").status_code == 200


def test_the_control_plane_is_beyond_the_rules(alpha: Agency) -> None:
    ruled(alpha, {"drop": {"when": "before"}})

    assert alpha.control("GET", "/rules").status_code == 200


@pytest.mark.parametrize(
    ("name", "status"),
    [("Sandbox-Server-Error", 500), ("Sandbox-Unavailable-Service", 503), ("sandbox-rate-limited", 429)],
)
def test_a_reserved_name_provokes_a_status_and_writes_nothing(
    alpha: Agency, tee_time: TeeTime, name: str, status: int
) -> None:
    before = written(alpha, tee_time)
    lead = {"firstName": "Ada", "lastName": name, "email": "ada@lindqvist.example"}

    refused = alpha.post("/travel/bookings", booking(tee_time, leadPlayer=lead))

    assert refused.status_code == status
    assert written(alpha, tee_time) == before


def test_a_reserved_name_ends_the_connection_after_the_write(alpha: Agency, tee_time: TeeTime) -> None:
    lead = {"firstName": "Ada", "lastName": "Sandbox-Drop", "email": "ada@lindqvist.example"}

    with pytest.raises(httpx.RemoteProtocolError):
        alpha.post("/travel/bookings", booking(tee_time, leadPlayer=lead))

    assert bookings_total(alpha) == 1


def test_an_ordinary_booking_is_left_alone(alpha: Agency, tee_time: TeeTime) -> None:
    ruled(alpha, {"problem": {"code": "forbidden"}}, match={"operations": ["cancelBooking"]})

    assert booked(alpha, tee_time)["status"] == "confirmed"


def test_a_rule_delays_and_repeats_a_delivery(alpha: Agency, tee_time: TeeTime) -> None:
    inbox = f"{alpha.address}/_sandbox/v1/inbox/{alpha.world}/ruled"
    alpha.post("/webhooks", {"url": inbox, "events": ["booking.confirmed"]})
    ruled(alpha, {"delivery": {"variant": "duplicate", "delaySeconds": 3600}}, match={"events": ["booking.confirmed"]})
    booked(alpha, tee_time)

    early = alpha.control("POST", "/wait", {"for": {"delivery": {"state": "delivered"}}, "timeoutSeconds": 1})
    alpha.advance(by="PT1H")
    late = alpha.control("POST", "/wait", {"for": {"delivery": {"state": "delivered"}}, "timeoutSeconds": 10})

    received = alpha.control("GET", "/inbox/ruled").json()["data"]
    assert (early.json()["data"]["met"], late.json()["data"]["met"]) == (False, True)
    assert len({_sent(delivery, "webhook-id") for delivery in received}) == 1
    assert len(received) == 2


def _sent(received: dict[str, Any], name: str) -> str:
    return next(header["value"] for header in received["headers"] if header["name"] == name)
