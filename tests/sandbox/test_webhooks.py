"""Subscriptions of an agency. Spec: Webhooks; assumptions A-48, A-49 and A-52."""

import base64

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import NOW

REQUEST = {"url": "https://hooks.meridian-golf.example/teesheet", "events": ["booking.confirmed", "booking.cancelled"]}


def created(agency: Agency, **changes: object) -> dict[str, object]:
    answer = agency.post("/webhooks", {**REQUEST, **changes})
    assert answer.status_code == 201, answer.text
    webhook: dict[str, object] = answer.json()["data"]
    return webhook


def listed(agency: Agency) -> list[dict[str, object]]:
    webhooks: list[dict[str, object]] = agency.get("/webhooks").json()["data"]
    return webhooks


def test_a_creation_answers_the_subscription_and_its_secret(alpha: Agency) -> None:
    answer = alpha.post("/webhooks", {**REQUEST, "description": "Booking desk"})

    webhook = answer.json()["data"]
    assert answer.headers["location"] == f"/api/v1/webhooks/{webhook['id']}"
    secret = webhook.pop("secret")
    assert webhook == {
        **REQUEST,
        "id": webhook["id"],
        "description": "Booking desk",
        "isActive": True,
        "createdAt": NOW,
    }
    assert len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) >= 24


def test_the_secret_does_not_appear_again(alpha: Agency) -> None:
    webhook = created(alpha)

    changed = alpha.put(f"/webhooks/{webhook['id']}", {"description": "New"}).json()["data"]
    assert "secret" not in changed
    assert ["secret" in item for item in listed(alpha)] == [False]


def test_every_subscription_has_a_secret_of_its_own(alpha: Agency, bravo: Agency) -> None:
    secrets = [created(agency)["secret"] for agency in (alpha, alpha, bravo)]

    assert len(set(secrets)) == 3


def test_subscriptions_are_listed_newest_first(alpha: Agency) -> None:
    ids = [created(alpha)["id"] for _ in range(3)]

    assert [item["id"] for item in listed(alpha)] == ids[::-1]


def test_subscriptions_are_listed_page_by_page(alpha: Agency) -> None:
    ids = [created(alpha)["id"] for _ in range(3)]

    page = alpha.get("/webhooks", page=2, pageSize=2).json()
    assert [item["id"] for item in page["data"]] == [ids[0]]
    assert page["meta"]["pagination"] == {"page": 2, "pageSize": 2, "totalItems": 3, "totalPages": 2}


@pytest.mark.parametrize(
    "change",
    [
        {"url": "https://elsewhere.example/"},
        {"events": ["group_booking.failed"]},
        {"description": "Groups"},
        {"isActive": False},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_member_that_is_not_sent_keeps_its_value(alpha: Agency, change: dict[str, object]) -> None:
    webhook = created(alpha, description="Booking desk")
    del webhook["secret"]

    answer = alpha.put(f"/webhooks/{webhook['id']}", change)

    assert answer.json()["data"] == {**webhook, **change}
    assert listed(alpha) == [{**webhook, **change}]


def test_a_removal_leaves_nothing(alpha: Agency) -> None:
    webhook = created(alpha)

    assert alpha.delete(f"/webhooks/{webhook['id']}").status_code == 204
    assert listed(alpha) == []
    assert refusal(alpha.delete(f"/webhooks/{webhook['id']}")) == (404, "webhook_not_found")


def test_a_subscription_belongs_to_its_agency(alpha: Agency, bravo: Agency) -> None:
    path = f"/webhooks/{created(alpha)['id']}"

    assert listed(bravo) == []
    assert refusal(bravo.put(path, {"isActive": False})) == (404, "webhook_not_found")
    assert refusal(bravo.delete(path)) == (404, "webhook_not_found")
    assert [item["isActive"] for item in listed(alpha)] == [True]


@pytest.mark.parametrize(
    ("member", "code"),
    [
        ({"events": ["booking.confirmed", "booking.moved"]}, "event_unknown"),
        ({"url": "http://hooks.meridian-golf.example/"}, "webhook_url"),
        ({"url": "ftp://hooks.meridian-golf.example/"}, "webhook_url"),
        ({"url": "https://10.0.0.7/"}, "webhook_url"),
        ({"url": "https://169.254.169.254/latest/meta-data"}, "webhook_url"),
        ({"url": "https://[fd00::1]/"}, "webhook_url"),
        ({"url": "https://user:secret@hooks.meridian-golf.example/"}, "webhook_url"),
    ],
)
def test_what_cannot_be_subscribed_to_is_refused(alpha: Agency, member: dict[str, object], code: str) -> None:
    webhook = created(alpha)

    assert refusal(alpha.post("/webhooks", {**REQUEST, **member})) == (422, code)
    assert refusal(alpha.put(f"/webhooks/{webhook['id']}", member)) == (422, code)
    assert len(listed(alpha)) == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/hooks", "http://localhost:9/", "http://[::1]:9/"])
def test_http_is_accepted_on_loopback(alpha: Agency, url: str) -> None:
    assert created(alpha, url=url)["url"] == url


def test_an_agency_has_at_most_fifty_subscriptions(alpha: Agency, bravo: Agency) -> None:
    for _ in range(50):
        created(alpha)

    assert alpha.post("/webhooks", REQUEST).status_code == 403
    assert bravo.post("/webhooks", REQUEST).status_code == 201


def test_a_repeated_creation_with_the_same_key_answers_the_same_secret(alpha: Agency) -> None:
    first, second = (alpha.post("/webhooks", REQUEST, Idempotency_Key="desk-1") for _ in range(2))

    assert first.json() == second.json()
    assert len(listed(alpha)) == 1
