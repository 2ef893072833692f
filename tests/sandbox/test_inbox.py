"""The built-in inbox, the doctor of signatures and the gauntlet: help for those who receive deliveries."""

import base64
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.inboxes import address_of, arrivals, delivered, headers_of, subscribed, verdict
from tests.sandbox.receivers import receiving
from tests.sandbox.servers import serving
from tests.sandbox.trade import NOW, TeeTime, free_tee_times


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


def names(agency: Agency) -> list[str]:
    return [item["name"] for item in agency.control("GET", "/inbox").json()["data"]]


def test_the_inbox_that_was_quiet_for_longest_makes_room_for_the_twenty_first(alpha: Agency) -> None:
    for number in [*range(10, 30), 10]:
        alpha.http.post(address_of(alpha, f"box-{number}"))

    assert alpha.http.post(address_of(alpha, "box-30")).status_code == 204

    assert names(alpha) == ["box-10", *(f"box-{number}" for number in range(12, 31))]


def test_an_inbox_of_a_subscription_makes_no_room_for_a_name_that_somebody_made_up(alpha: Agency) -> None:
    subscribed(alpha, address_of(alpha))
    alpha.http.post(address_of(alpha), content=b"first")

    for number in range(30):
        assert alpha.http.post(address_of(alpha, f"flood-{number}")).status_code == 204

    assert (arrivals(alpha)[0]["body"], len(names(alpha))) == ("first", 20)


def test_where_all_inboxes_are_of_subscriptions_a_made_up_name_takes_no_room(alpha: Agency) -> None:
    for number in range(20):
        subscribed(alpha, address_of(alpha, f"box-{number}"))
        alpha.http.post(address_of(alpha, f"box-{number}"))
    before = names(alpha)

    flooded = alpha.http.post(address_of(alpha, "flood"))
    kept = names(alpha)
    subscribed(alpha, address_of(alpha, "wanted"))
    alpha.http.post(address_of(alpha, "wanted"))

    assert (flooded.status_code, kept) == (204, before)
    assert "wanted" in names(alpha)


def test_a_flooded_inbox_drops_its_oldest_by_bytes(alpha: Agency) -> None:
    alpha.http.post(address_of(alpha, "quiet"), content=b"kept")
    for letter in (b"a", b"b", b"c"):
        alpha.http.post(address_of(alpha), content=letter * 200 * 1024)

    assert [arrival["body"][0] for arrival in arrivals(alpha)] == ["c"]
    assert [arrival["body"] for arrival in arrivals(alpha, "quiet")] == ["kept"]


def test_the_owner_of_a_flooded_world_exports_forks_and_keeps_it(alpha: Agency) -> None:
    heavy = b"\xff" * 128 * 1024
    for number in range(60):
        alpha.http.post(address_of(alpha, f"flood-{number % 20}"), content=heavy, headers={"X-Filler": '"' * 8000})

    exported = alpha.control("GET", "/worlds/self/export")
    kept = alpha.control("POST", "/worlds/self/snapshots", {"name": "flooded"})
    forked = alpha.control("POST", "/worlds/self/fork", {"name": f"{alpha.world}-copy"})

    assert (exported.status_code, kept.status_code, forked.status_code) == (200, 201, 201)
    assert alpha.control("POST", "/worlds/self/import", exported.json()).status_code == 200


def test_too_many_bytes_of_headers_are_refused(alpha: Agency) -> None:
    answer = alpha.http.post(address_of(alpha), headers={f"X-Filler-{number}": "x" * 8000 for number in range(5)})

    assert (answer.status_code, arrivals(alpha)) == (413, [])


def test_an_inbox_can_be_emptied(alpha: Agency) -> None:
    alpha.http.post(address_of(alpha), content=b"x")
    alpha.http.post(address_of(alpha, "other"), content=b"y")

    assert alpha.control("DELETE", "/inbox/desk").status_code == 204

    assert arrivals(alpha) == []
    assert alpha.control("GET", "/inbox").json()["data"] == [{"name": "other", "arrivals": 1}]


def test_inboxes_belong_to_their_world(alpha: Agency, stranger: Agency) -> None:
    alpha.http.post(address_of(alpha), content=b"x")

    assert arrivals(stranger) == []


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_whether_there_is_a_world_is_nothing_that_an_inbox_tells(alpha: Agency, body: bytes) -> None:
    nowhere = f"{alpha.address}{CONTROL}/inbox/nobody-was-here/desk"
    alpha.http.post(address_of(alpha), content=b"x")

    shown = [_told(alpha.http.post(address, content=body)) for address in (address_of(alpha), nowhere)]
    other_inbox = _told(alpha.http.post(address_of(alpha, "never-used"), content=body))

    assert shown == [other_inbox, other_inbox]


def _told(answer: httpx.Response) -> tuple[int, bytes, list[str]]:
    """Everything that a stranger sees, except the names that each answer has for itself."""
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name not in ("date", "x-request-id")]
    return answer.status_code, answer.content, headers


def test_a_world_that_nobody_uses_receives_nothing_and_is_not_begun(alpha: Agency) -> None:
    alpha.http.post(f"{alpha.address}{CONTROL}/inbox/never-begun/desk", content=b"x")

    assert alpha.http.get(f"{alpha.address}{CONTROL}/worlds/never-begun").status_code == 400


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


def test_a_clock_that_was_moved_makes_no_delivery_old(alpha: Agency, tee_time: TeeTime) -> None:
    webhook, arrival = delivered(alpha, tee_time)
    question = {"body": arrival["body"], "headers": headers_of(arrival), "secret": webhook["secret"]}
    alpha.advance(by="P30D")

    assert verdict(alpha, question)["valid"]


def test_a_delivery_signed_by_another_clock_is_explained(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.control("PATCH", "/settings", {"signatureClock": "world"})
    webhook, arrival = delivered(alpha, tee_time)
    question = {"body": arrival["body"], "headers": headers_of(arrival), "secret": webhook["secret"]}
    alpha.control("PATCH", "/settings", {"signatureClock": "wall"})

    shown = verdict(alpha, question)

    assert shown["reason"] == "timestamp_in_future"
    assert "it was signed while the setting signatureClock was world" in shown["detail"]


def test_the_age_of_a_delivery_can_be_judged_on_the_clock_of_the_world(alpha: Agency, tee_time: TeeTime) -> None:
    alpha.control("PATCH", "/settings", {"signatureClock": "world"})
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

    grades = {grade["name"]: grade["verdict"] for grade in answer.json()["data"]["grades"]}
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
