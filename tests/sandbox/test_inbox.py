"""The built-in inbox, the doctor of signatures and the gauntlet: help for those who receive deliveries."""

import base64
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.receivers import receiving
from tests.sandbox.servers import serving
from tests.sandbox.test_deliveries import settled
from tests.sandbox.trade import NOW, TeeTime, booked, free_tee_times


def address_of(agency: Agency, name: str = "desk") -> str:
    return f"{agency.address}{CONTROL}/inbox/{agency.world}/{name}"


def arrivals(agency: Agency, name: str = "desk") -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = agency.control("GET", f"/inbox/{name}").json()["data"]
    return data


def subscribed(agency: Agency, url: str) -> dict[str, Any]:
    answer = agency.post("/webhooks", {"url": url, "events": ["booking.confirmed"]})
    assert answer.status_code == 201, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def delivered(agency: Agency, tee_time: TeeTime) -> tuple[dict[str, Any], dict[str, Any]]:
    """A subscription to the inbox, and the delivery that arrived there."""
    webhook = subscribed(agency, address_of(agency))
    booked(agency, tee_time)
    settled(agency, 1, "delivered")
    (arrival,) = arrivals(agency)
    return webhook, arrival


def verdict(agency: Agency, question: dict[str, Any]) -> dict[str, Any]:
    answer = agency.control("POST", "/signatures/verify", question)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def headers_of(arrival: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["value"] for each in arrival["headers"]}


def test_a_delivery_can_be_received_without_an_address_of_ones_own(alpha: Agency, tee_time: TeeTime) -> None:
    _, arrival = delivered(alpha, tee_time)

    assert (arrival["method"], arrival["at"]) == ("POST", NOW)
    assert '"type":"booking.confirmed"' in arrival["body"]
    assert headers_of(arrival)["webhook-id"].startswith("msg_")


BODIES = {"empty": b"", "broken": b"{", "binary": b"\xff\x00", "large": b"x" * 256 * 1024}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_anything_is_received_without_a_key(alpha: Agency, body: bytes) -> None:
    answer = alpha.http.post(address_of(alpha), content=body, headers={"X-Api-Key": "nonsense"})

    assert answer.status_code == 204
    assert arrivals(alpha)[0]["body"] == body.decode(errors="replace")


def test_more_than_256_kib_is_refused(alpha: Agency) -> None:
    answer = alpha.http.post(address_of(alpha), content=b"x" * (256 * 1024 + 1))

    assert answer.status_code == 413
    assert arrivals(alpha) == []


def test_an_inbox_keeps_the_newest_two_hundred(alpha: Agency) -> None:
    for number in range(203):
        alpha.http.post(address_of(alpha), content=str(number).encode())

    assert [arrival["body"] for arrival in arrivals(alpha)] == [str(number) for number in range(3, 203)]


def test_a_world_has_at_most_twenty_inboxes(alpha: Agency) -> None:
    for number in range(20):
        alpha.http.post(address_of(alpha, f"box-{number}"))

    assert alpha.http.post(address_of(alpha, "one-more")).status_code == 403
    assert alpha.http.post(address_of(alpha, "box-7")).status_code == 204


def test_an_inbox_can_be_emptied(alpha: Agency) -> None:
    alpha.http.post(address_of(alpha), content=b"x")
    alpha.http.post(address_of(alpha, "other"), content=b"y")

    assert alpha.control("DELETE", "/inbox/desk").status_code == 204

    assert arrivals(alpha) == []
    assert alpha.control("GET", "/inbox").json()["data"] == [{"name": "other", "arrivals": 1}]


def test_inboxes_belong_to_their_world(alpha: Agency, stranger: Agency) -> None:
    alpha.http.post(address_of(alpha), content=b"x")

    assert arrivals(stranger) == []


def test_a_world_that_nobody_uses_receives_nothing(alpha: Agency) -> None:
    answer = alpha.http.post(f"{alpha.address}{CONTROL}/inbox/nobody-was-here/desk", content=b"x")

    assert answer.status_code == 404


@pytest.mark.parametrize("name", ["UPPER", "a" * 33, "%2e%2e"])
def test_the_name_of_an_inbox_is_checked(alpha: Agency, name: str) -> None:
    assert alpha.http.post(address_of(alpha, name)).status_code in (400, 404)


def test_reading_an_inbox_takes_a_key(alpha: Agency) -> None:
    assert httpx.get(f"{alpha.address}{CONTROL}/inbox/desk").status_code == 401


def test_what_arrived_verifies(alpha: Agency, tee_time: TeeTime) -> None:
    webhook, arrival = delivered(alpha, tee_time)
    question = {"body": arrival["body"], "headers": headers_of(arrival)}

    assert verdict(alpha, {**question, "secret": webhook["secret"]})["valid"]
    assert verdict(alpha, {**question, "webhookId": webhook["id"]})["valid"]


def test_bytes_can_be_judged_as_base64(alpha: Agency, tee_time: TeeTime) -> None:
    webhook, arrival = delivered(alpha, tee_time)
    body = base64.b64encode(arrival["body"].encode()).decode()

    assert verdict(alpha, {"bodyBase64": body, "headers": headers_of(arrival), "secret": webhook["secret"]})["valid"]


def test_the_secret_of_another_subscription_is_recognised(alpha: Agency, tee_time: TeeTime) -> None:
    webhook, arrival = delivered(alpha, tee_time)
    other = subscribed(alpha, "https://elsewhere.example/")

    judged = verdict(alpha, {"body": arrival["body"], "headers": headers_of(arrival), "secret": other["secret"]})

    assert judged["reason"] == "other_secret"
    assert webhook["id"] in judged["detail"]


def test_the_age_of_a_delivery_is_judged_on_the_clock_of_the_world(alpha: Agency, tee_time: TeeTime) -> None:
    webhook, arrival = delivered(alpha, tee_time)
    question = {"body": arrival["body"], "headers": headers_of(arrival), "secret": webhook["secret"]}
    alpha.advance(by="PT5M1S")

    assert verdict(alpha, question)["reason"] == "timestamp_stale"
    assert verdict(alpha, {**question, "now": NOW})["valid"]


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"body": "{}", "headers": {}},
        {"body": "{}", "bodyBase64": "e30=", "headers": {}, "secret": "x"},
        {"body": "{}", "headers": {}, "secret": "x", "webhookId": "whk_1"},
        {"body": "{}", "headers": {"webhook-id": 1}, "secret": "x"},
        {"bodyBase64": "e", "headers": {}, "secret": "x"},
    ],
)
def test_an_incomplete_question_is_refused(alpha: Agency, question: dict[str, Any]) -> None:
    assert alpha.control("POST", "/signatures/verify", question).status_code == 400


def test_the_gauntlet_grades_a_subscription(alpha: Agency) -> None:
    with receiving(200) as careless:
        webhook = subscribed(alpha, careless.url)
        answer = alpha.control("POST", "/gauntlet", {"webhookId": webhook["id"]})

    grades = {each["name"]: each["verdict"] for each in answer.json()["data"]["grades"]}
    assert not answer.json()["data"]["passed"]
    assert (grades["valid"], grades["wrong_secret"], grades["duplicate"]) == ("good", "bad", "good")
    assert careless.received[0].is_signed_with(webhook["secret"])


@pytest.mark.parametrize(
    ("endpoint", "status"),
    [
        ({"url": "http://10.0.0.7/", "secret": "whsec_dGVzdA=="}, 422),
        ({"url": "https://hooks.example/", "secret": "no secret"}, 400),
        ({"url": "https://hooks.example/"}, 400),
        ({"webhookId": "whk_unknown"}, 404),
    ],
)
def test_the_gauntlet_refuses_what_it_cannot_send_to(alpha: Agency, endpoint: dict[str, str], status: int) -> None:
    assert alpha.control("POST", "/gauntlet", endpoint).status_code == status


@pytest.fixture
def public() -> Iterator[Agency]:
    """An agency at a server that other machines can reach."""
    options = ("--ephemeral", "--host", "0.0.0.0", "--admin-token", "x" * 32)  # noqa: S104 - that is what is tested.
    with serving(*options) as server, httpx.Client() as http:
        yield Agency(http, server.address, "public", "alpha")


def test_a_public_server_delivers_to_its_own_inbox(public: Agency) -> None:
    public.freeze(NOW)

    delivered(public, free_tee_times(public)[0])


@pytest.mark.parametrize(
    "path", ["/_sandbox/v1/worlds/public/reset", "/_sandbox/v1/inbox/../clock", "/api/v1/webhooks"]
)
def test_a_public_server_delivers_nowhere_else_on_its_machine(public: Agency, path: str) -> None:
    answer = public.post("/webhooks", {"url": f"{public.address}{path}", "events": ["booking.confirmed"]})

    assert (answer.status_code, answer.json()["code"]) == (422, "webhook_url")


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "https://localhost/", "https://[::1]/", "https://10.0.0.7/"])
def test_a_public_server_refuses_loopback_and_private_addresses(public: Agency, url: str) -> None:
    answer = public.post("/webhooks", {"url": url, "events": ["booking.confirmed"]})

    assert (answer.status_code, answer.json()["code"]) == (422, "webhook_url")
