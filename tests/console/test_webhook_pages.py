"""Webhooks in the console: subscriptions, deliveries, inboxes, the doctor of signatures and the gauntlet."""

from collections.abc import Awaitable, Callable
from html import unescape
from typing import Any

import pytest

from mock_server.console.pages.receivers import read_delivery
from tests.console.test_journal_pages import play_the_story
from tests.console.test_record_pages import created
from tests.console.visitors import Visitor

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]
EVENTS = ["booking.confirmed"]
ARRIVAL = {"type": "booking.confirmed", "name": "<b>Ada</b>"}


async def subscribed(visitor: Visitor, agency: str = "alpha") -> dict[str, Any]:
    """A new subscription, with its secret."""
    body = {"url": f"http://localhost/_sandbox/v1/inbox/{visitor.world}/desk", "events": EVENTS}
    webhook: dict[str, Any] = (await visitor.interface("POST", "/webhooks", body, agency))["data"]
    return webhook


async def sent_to_the_inbox(visitor: Visitor, headers: dict[str, str]) -> None:
    """A delivery arrives in the inbox `desk`."""
    await visitor.http.post(f"/_sandbox/v1/inbox/{visitor.world}/desk", json=ARRIVAL, headers=headers)


def test_the_subscriptions_of_every_agency_are_shown(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, list[str]]:
        made = [await subscribed(visitor, agency) for agency in ("alpha", "bravo")]
        return await visitor.open("webhooks"), [webhook["id"] for webhook in made]

    page, ids = visiting(steps)

    assert all(webhook_id in page for webhook_id in ids)
    assert page.index("agency bravo") < page.index("agency alpha")
    assert "whsec_" not in page


def test_a_subscription_is_paused_continued_and_removed(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[Any]:
        await subscribed(visitor)
        seen = []
        for button in ("Pause", "Continue", "Remove"):
            await visitor.open("webhooks")
            await visitor.post("do", visitor.form(button))
            seen.append([item["isActive"] for item in (await visitor.control("GET", "/webhooks"))["data"]])
        return seen

    assert visiting(steps) == [[False], [True], []]


def test_the_page_subscribes_an_inbox(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> Any:
        await visitor.open("webhooks")
        await visitor.post("do", {**visitor.form("Subscribe"), "as": "bravo"})
        return (await visitor.control("GET", "/webhooks"))["data"]

    (webhook,) = visiting(steps)

    assert webhook["agency"] == "bravo"
    assert webhook["url"].endswith("/console")


def test_deliveries_are_listed_filtered_and_shown_with_their_bytes(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str, str]:
        await play_the_story(visitor)
        (newest, *_) = (await visitor.control("GET", "/deliveries"))["data"]
        everything, none = await visitor.open("webhooks"), await visitor.open("webhooks?state=dropped")
        assert newest["id"] in everything
        return newest["id"], none, await visitor.open(f"deliveries/{newest['id']}")

    delivery_id, none, page = visiting(steps)

    assert delivery_id not in none
    assert "No delivery matches" in none
    assert "No attempt yet" in page
    assert "&#34;type&#34;" in page


def test_a_delivery_is_sent_again(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await play_the_story(visitor)
        (newest, *_) = (await visitor.control("GET", "/deliveries"))["data"]
        await visitor.open(f"deliveries/{newest['id']}")
        return await visitor.post("do", visitor.form("redeliver"))

    assert "on its way again" in visiting(steps)


def test_missed_events_are_recovered(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, int]:
        await play_the_story(visitor)
        webhook = await subscribed(visitor, "bravo")
        await visitor.open("webhooks")
        form = visitor.form(f"{webhook['id']}/recover")
        page = await visitor.post("do", {**form, "set.since": "2020-01-01T00:00:00Z"})
        sent = (await visitor.control("GET", f"/deliveries?webhookId={webhook['id']}"))["data"]
        return page, len(sent)

    page, sent = visiting(steps)

    assert ("on their way" in page, sent > 0) == (True, True)


def test_the_inbox_shows_what_arrived_and_is_emptied(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        await sent_to_the_inbox(visitor, {"webhook-id": "msg_1"})
        full = await visitor.open("inbox/desk")
        await visitor.post("do", visitor.form("Empty the inbox"))
        return full, await visitor.open("inbox/desk")

    full, empty = visiting(steps)

    assert "&lt;b&gt;Ada&lt;/b&gt;" in full
    assert "<b>Ada</b>" not in full
    assert "Nothing is in this inbox" in empty


def test_an_arrival_fills_the_form_of_the_doctor_and_the_doctor_names_the_mistake(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        webhook = await subscribed(visitor)
        await sent_to_the_inbox(visitor, {"webhook-id": "msg_1", "webhook-timestamp": "1803982600"})
        page = await visitor.open("signatures?inbox=desk&number=1")
        pasted = unescape(page.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0])
        form = {"form_token": visitor.token, "webhookId": webhook["id"], "pasted": pasted.replace("\n", "\r\n")}
        return await visitor.post("signatures/verify", form)

    page = visiting(steps)

    assert "It does not verify: header missing." in page
    assert "webhook-id: msg_1" in page


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("what is this", "This is not a delivery"),
        ("", "This is not a delivery"),
        ("webhook-id: m\n\n<not json>", "The pasted body is no JSON"),
    ],
)
def test_a_text_that_is_no_delivery_gets_a_sentence_and_stays(visiting: Visiting, pasted: str, sentence: str) -> None:
    async def steps(visitor: Visitor) -> tuple[int, str]:
        webhook = await subscribed(visitor)
        form = {"form_token": visitor.token, "webhookId": webhook["id"], "pasted": pasted}
        page = await visitor.post("signatures/verify", form)
        return visitor.seen.status_code, page

    status, page = visiting(steps)

    assert (status, sentence in page) == (200, True)
    assert unescape(page.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0]) == pasted


def test_without_a_secret_the_page_says_what_is_missing(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        form = {"form_token": visitor.token, "pasted": "webhook-id: m\n\n{}"}
        return await visitor.post("signatures/verify", form)

    assert "Choose the subscription" in visiting(steps).split('role="alert"')[1].split("</p>")[0]


def test_an_arrival_of_this_world_chooses_the_subscription_that_sent_it(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[str, str]:
        webhook = await subscribed(visitor)
        await created(visitor, "bookings")
        (delivery, *_) = (await visitor.control("GET", "/deliveries"))["data"]
        await sent_to_the_inbox(visitor, {"webhook-id": delivery["id"]})
        return webhook["id"], await visitor.open("signatures?inbox=desk&number=1")

    webhook_id, page = visiting(steps)

    assert f'<option value="{webhook_id}" selected>' in page


@pytest.mark.parametrize("head", ["POST /hooks HTTP/1.1\r\n", "", "\n"])
def test_a_pasted_request_is_read_with_or_without_its_first_line(head: str) -> None:
    headers, body = read_delivery(f'{head}Webhook-Id: a: b\r\nx:\r\n\r\n{{"a":\r\n1}}\r\n')

    assert (headers, body) == ({"Webhook-Id": "a: b", "x": ""}, '{"a":\n1}')


def test_the_gauntlet_grades_an_address_that_does_not_answer(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        form = {"form_token": visitor.token, "url": "http://127.0.0.1:9/hooks", "secret": "whsec_dGVlc2hlZXQ="}
        return await visitor.post("gauntlet/run", form)

    page = visiting(steps)

    assert "The endpoint did not pass." in page
    assert page.count('data-name="This endpoint"') > 5


def test_the_gauntlet_says_why_it_cannot_begin(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        return await visitor.post("gauntlet/run", {"form_token": visitor.token, "webhookId": "whk_nothing"})

    assert "whk_nothing" in visiting(steps).split('role="alert"')[1].split("</p>")[0]


def test_the_gauntlet_asks_for_an_endpoint(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await visitor.open("gauntlet")
        return await visitor.post("gauntlet/run", {"form_token": visitor.token})

    assert "Choose a subscription" in visiting(steps).split('role="alert"')[1].split("</p>")[0]


def test_a_page_of_a_form_that_is_opened_again_shows_the_empty_form(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[int]:
        pages = []
        for address in ("signatures/verify", "gauntlet/run", "deliveries/msg_none", "signatures?inbox=desk&number=7"):
            await visitor.open(address)
            pages.append(visitor.seen.status_code)
        return pages

    assert visiting(steps) == [200, 200, 404, 404]
