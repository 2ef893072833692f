"""Deliveries really arrive: signed, in order, repeated on the clock of the world. Assumptions A-50 and A-51."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook

from tests.sandbox.agencies import Agency
from tests.sandbox.receivers import Receiver, receiving
from tests.sandbox.trade import LEAD, NOW, TeeTime, booked, booking, offline

KINDS = ["booking.confirmed", "booking.cancelled", "booking.modified"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that takes everything."""
    with receiving() as running:
        yield running


def subscribed(agency: Agency, receiver: Receiver, *kinds: str) -> dict[str, Any]:
    answer = agency.post("/webhooks", {"url": receiver.url, "events": list(kinds) or KINDS})
    assert answer.status_code == 201, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def deliveries(agency: Agency, **chosen: str) -> list[dict[str, Any]]:
    """The deliveries of the world, oldest first."""
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    answer = agency.control("GET", f"/deliveries?{query}")
    assert answer.status_code == 200, answer.text
    data: list[dict[str, Any]] = answer.json()["data"]
    return data[::-1]


def log_of(agency: Agency, delivery_id: str) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = agency.control("GET", f"/deliveries/{delivery_id}").json()["data"]["log"]
    return log


def settled(agency: Agency, attempts: int, state: str | None = None) -> dict[str, Any]:
    """The only delivery of the world, once so many attempts are recorded. Fails when they are not."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        (delivery,) = deliveries(agency)
        if delivery["attempts"] >= attempts and state in (None, delivery["state"]):
            return delivery
        time.sleep(0.02)
    raise AssertionError(delivery)


def test_a_delivery_carries_the_event_and_no_person(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    made = booked(alpha, tee_time, agencyBookingReference="MGT-1")

    (delivery,) = receiver.got(1)

    assert delivery.event == {
        "type": "booking.confirmed",
        "timestamp": NOW,
        "data": {
            "id": made["id"],
            "status": "confirmed",
            "bookingReference": made["bookingReference"],
            "agencyBookingReference": "MGT-1",
            "courseId": tee_time.course_id,
        },
    }


def test_a_delivery_is_signed_with_the_secret_at_the_time_of_the_machine(
    alpha: Agency, receiver: Receiver, tee_time: TeeTime
) -> None:
    secret = subscribed(alpha, receiver)["secret"]
    booked(alpha, tee_time)

    (delivery,) = receiver.got(1)

    assert delivery.is_signed_with(secret)
    assert abs(int(delivery.headers["webhook-timestamp"]) - time.time()) < 60


def test_events_of_one_subscription_arrive_in_order(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    made = booked(alpha, tee_time, players=2)
    for players in (3, 1, 4, 2):
        alpha.put(f"/travel/bookings/{made['id']}", {"players": players})
    alpha.delete(f"/travel/bookings/{made['id']}")

    kinds = [delivery.event["type"] for delivery in receiver.got(6)]

    assert kinds == ["booking.confirmed", *["booking.modified"] * 4, "booking.cancelled"]


def test_a_subscription_gets_the_kinds_it_lists(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver, "booking.cancelled")
    made = booked(alpha, tee_time)
    alpha.delete(f"/travel/bookings/{made['id']}")

    assert [delivery.event["type"] for delivery in receiver.got(1)] == ["booking.cancelled"]
    assert len(deliveries(alpha)) == 1


def test_every_subscription_gets_a_delivery_of_its_own(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    secrets = [subscribed(alpha, receiver)["secret"] for _ in range(2)]
    booked(alpha, tee_time)

    first, second = sorted(receiver.got(2), key=lambda item: not item.is_signed_with(secrets[0]))

    assert first.id != second.id
    assert second.is_signed_with(secrets[1])


def test_another_agency_is_told_nothing(alpha: Agency, bravo: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(bravo, receiver)
    booked(alpha, tee_time)

    assert deliveries(alpha) == []


@pytest.mark.parametrize("silenced", ["paused", "removed"])
def test_a_silent_subscription_is_told_nothing(
    alpha: Agency, receiver: Receiver, tee_time: TeeTime, silenced: str
) -> None:
    path = f"/webhooks/{subscribed(alpha, receiver)['id']}"
    silence = {"paused": lambda: alpha.put(path, {"isActive": False}), "removed": lambda: alpha.delete(path)}
    silence[silenced]()
    booked(alpha, tee_time)

    assert deliveries(alpha) == []


def test_the_answer_of_a_course_is_told_when_its_time_comes(alpha: Agency, receiver: Receiver) -> None:
    subscribed(alpha, receiver)
    booked(alpha, offline("offline-declines"))
    timeline = alpha.advance(by="P1D")

    (delivery,) = receiver.got(1)

    assert delivery.event["type"] == "booking.cancelled"
    assert delivery.event["timestamp"] == timeline[0]["at"]


def test_the_answer_of_a_course_is_told_though_nobody_looks(alpha: Agency, receiver: Receiver) -> None:
    subscribed(alpha, receiver)
    booked(alpha, offline("offline-confirms"))
    (answers_at,) = (item["at"] for item in alpha.control("GET", "/clock").json()["data"]["upcoming"])
    alpha.advance(to=_second_before(answers_at))

    alpha.control("PUT", "/clock", {"mode": "ticking"})

    assert [delivery.event["timestamp"] for delivery in receiver.got(1)] == [answers_at]


def test_an_accepted_delivery_is_done(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    booked(alpha, tee_time)

    delivery = settled(alpha, 1)

    assert (delivery["state"], delivery["nextAttemptAt"]) == ("delivered", None)


def test_the_log_has_the_bytes_that_were_sent_and_signed(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    receiver.headers["X-Seen"] = "yes"
    webhook = subscribed(alpha, receiver)
    booked(alpha, tee_time)
    (attempt,) = log_of(alpha, settled(alpha, 1)["id"])

    (delivery,) = receiver.got(1)

    assert attempt["body"].encode() == delivery.body
    assert attempt["headers"].items() <= delivery.headers.items()
    assert attempt["signed"] == f"{delivery.id}.{delivery.headers['webhook-timestamp']}.{attempt['body']}"
    assert (attempt["at"], attempt["url"], attempt["status"]) == (NOW, webhook["url"], 204)
    assert {"name": "X-Seen", "value": "yes"} in attempt["answer"]["headers"]


WAITS = ["PT5S", "PT5M", "PT30M", "PT2H", "PT5H", "PT10H"]


def test_each_repetition_comes_at_its_second_and_not_before(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(500) as receiver:
        subscribed(alpha, receiver)
        booked(alpha, tee_time)
        for number, wait in enumerate(WAITS, 1):
            due = settled(alpha, number)["nextAttemptAt"]
            alpha.advance(to=_second_before(due))
            assert settled(alpha, number)["nextAttemptAt"] == due, wait
            alpha.advance(by="PT1S")
        delivery = settled(alpha, 7)

    assert (delivery["state"], delivery["nextAttemptAt"]) == ("failed", None)
    assert [entry["at"] for entry in log_of(alpha, delivery["id"])] == [
        NOW,
        "2040-05-07T08:00:05Z",
        "2040-05-07T08:05:05Z",
        "2040-05-07T08:35:05Z",
        "2040-05-07T10:35:05Z",
        "2040-05-07T15:35:05Z",
        "2040-05-08T01:35:05Z",
    ]
    assert len({delivery.id for delivery in receiver.received}) == 1


def _second_before(moment: str) -> str:
    return (datetime.fromisoformat(moment) - timedelta(seconds=1)).isoformat().replace("+00:00", "Z")


def test_a_clock_moved_by_14_days_brings_every_attempt_that_was_due(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(500) as receiver:
        subscribed(alpha, receiver)
        booked(alpha, tee_time)
        settled(alpha, 1)
        alpha.advance(by="P14D")
        delivery = settled(alpha, 7, "failed")

    assert [entry["at"] for entry in log_of(alpha, delivery["id"])] == [
        NOW,
        "2040-05-07T08:00:05Z",
        "2040-05-07T08:05:05Z",
        "2040-05-07T08:35:05Z",
        "2040-05-07T10:35:05Z",
        "2040-05-07T15:35:05Z",
        "2040-05-08T01:35:05Z",
    ]


def test_a_repetition_that_is_accepted_is_the_last(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(503, 204) as receiver:
        subscribed(alpha, receiver)
        booked(alpha, tee_time)
        settled(alpha, 1)
        alpha.advance(by="P14D")
        delivery = settled(alpha, 2)

    assert (delivery["state"], len(receiver.received)) == ("delivered", 2)
    assert [entry["status"] for entry in log_of(alpha, delivery["id"])] == [503, 204]


def test_410_ends_the_subscription(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(410) as receiver:
        subscribed(alpha, receiver)
        booked(alpha, tee_time)
        delivery = settled(alpha, 1, "failed")

    assert delivery["nextAttemptAt"] is None
    assert [item["isActive"] for item in alpha.get("/webhooks").json()["data"]] == [False]


def test_a_redirect_is_not_followed_and_told(alpha: Agency, tee_time: TeeTime, receiver: Receiver) -> None:
    with receiving(307) as redirecting:
        redirecting.headers["Location"] = receiver.url
        subscribed(alpha, redirecting)
        booked(alpha, tee_time)
        (attempt,) = log_of(alpha, settled(alpha, 1)["id"])

    assert "Redirects are not followed" in attempt["reason"]
    assert receiver.received == []


def test_a_receiver_that_is_away_is_told_and_tried_again(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving() as gone:
        subscribed(alpha, gone)
    booked(alpha, tee_time)

    delivery = settled(alpha, 1)

    assert delivery["state"] == "waiting"
    assert log_of(alpha, delivery["id"])[0]["reason"].startswith("The connection failed")


def test_a_paused_subscription_keeps_what_waits_until_it_resumes(
    alpha: Agency, receiver: Receiver, tee_time: TeeTime
) -> None:
    with receiving(500, 204) as pausing:
        path = f"/webhooks/{subscribed(alpha, pausing)['id']}"
        made = booked(alpha, tee_time)
        settled(alpha, 1)
        alpha.put(path, {"isActive": False})
        alpha.advance(by="PT1H")
        # What another subscription gets shows that the outbox has looked since.
        subscribed(alpha, receiver, "booking.cancelled")
        alpha.delete(f"/travel/bookings/{made['id']}")
        receiver.got(1)
        paused = len(pausing.received)
        alpha.put(path, {"isActive": True})
        pausing.got(2)

    assert paused == 1


def test_what_waits_for_a_removed_subscription_is_dropped(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(500) as receiver:
        webhook = subscribed(alpha, receiver)
        booked(alpha, tee_time)
        settled(alpha, 1)
        alpha.delete(f"/webhooks/{webhook['id']}")

    assert [delivery["state"] for delivery in deliveries(alpha)] == ["dropped"]


@pytest.mark.parametrize(("status", "state"), [(204, "delivered"), (500, "dropped")])
def test_an_attempt_that_is_on_its_way_when_its_subscription_goes_is_recorded(
    alpha: Agency, tee_time: TeeTime, status: int, state: str
) -> None:
    with receiving(status) as receiver:
        receiver.may_answer.clear()
        webhook = subscribed(alpha, receiver)
        booked(alpha, tee_time)
        receiver.got(1)
        alpha.delete(f"/webhooks/{webhook['id']}")
        receiver.may_answer.set()

        assert settled(alpha, 1)["state"] == state


def test_a_repetition_goes_to_the_new_address(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    with receiving(500) as old:
        webhook = subscribed(alpha, old)
        booked(alpha, tee_time)
        settled(alpha, 1)
    alpha.put(f"/webhooks/{webhook['id']}", {"url": receiver.url})
    alpha.advance(by="PT5S")

    assert len(receiver.got(1)) == 1


def test_a_delivery_is_made_again_under_the_same_id(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    booked(alpha, tee_time)
    delivery = settled(alpha, 1)

    answer = alpha.control("POST", f"/deliveries/{delivery['id']}/redeliver")

    assert answer.json()["data"]["state"] == "waiting"
    assert [delivery.id for delivery in receiver.got(2)] == [delivery["id"]] * 2
    settled(alpha, 1, "delivered")
    assert [entry["number"] for entry in log_of(alpha, delivery["id"])] == [1, 2]


def test_an_unknown_delivery_is_not_found(alpha: Agency) -> None:
    read = alpha.control("GET", "/deliveries/msg_unknown")
    made_again = alpha.control("POST", "/deliveries/msg_unknown/redeliver")

    assert (read.status_code, read.json()["code"]) == (404, "delivery_not_found")
    assert (made_again.status_code, made_again.json()["code"]) == (404, "delivery_not_found")


def test_what_was_missed_during_a_pause_is_recovered(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    webhook = subscribed(alpha, receiver)
    booked(alpha, tee_time, players=1)
    receiver.got(1)
    settled(alpha, 1)
    alpha.put(f"/webhooks/{webhook['id']}", {"isActive": False})
    missed = booked(alpha, tee_time, players=1)
    alpha.put(f"/webhooks/{webhook['id']}", {"isActive": True})

    recovered = alpha.control("POST", f"/webhooks/{webhook['id']}/recover", {"since": NOW}).json()["data"]

    assert len(recovered) == 1
    assert receiver.got(2)[1].event["data"]["id"] == missed["id"]


def test_what_failed_is_recovered(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(*[500] * 7, 204) as receiver:
        webhook = subscribed(alpha, receiver)
        booked(alpha, tee_time)
        alpha.advance(by="P14D")
        settled(alpha, 7, "failed")
        alpha.control("POST", f"/webhooks/{webhook['id']}/recover", {"since": NOW})
        settled(alpha, 1, "delivered")

    assert len(receiver.received) == 8


def test_nothing_is_recovered_from_before_the_moment(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)
    webhook = subscribed(alpha, receiver)

    later = {"since": "2040-05-07T08:00:01Z"}
    assert alpha.control("POST", f"/webhooks/{webhook['id']}/recover", later).json()["data"] == []


def test_a_standard_verifier_accepts_what_a_world_sends_whose_clock_was_moved(
    alpha: Agency, receiver: Receiver, tee_time: TeeTime
) -> None:
    secret = subscribed(alpha, receiver)["secret"]
    booked(alpha, tee_time)

    (delivery,) = receiver.got(1)

    # Raises for a timestamp that is more than five minutes off.
    assert Webhook(secret).verify(delivery.body, delivery.headers) == delivery.event
    assert delivery.event["timestamp"] == NOW


def test_signatures_can_follow_the_clock_of_the_world(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    changed = alpha.control("PATCH", "/settings", {"signatureClock": "world"})
    assert changed.status_code == 200, changed.text
    subscribed(alpha, receiver)
    booked(alpha, tee_time)

    (delivery,) = receiver.got(1)

    assert delivery.moment == NOW


def test_a_late_name_is_told_ten_minutes_later(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    alpha.post("/travel/bookings", booking(tee_time, leadPlayer={**LEAD, "lastName": "Sandbox-Webhook-Late"}))
    (waiting,) = deliveries(alpha)
    alpha.advance(by="PT10M")

    (delivery,) = receiver.got(1)
    (attempt,) = log_of(alpha, settled(alpha, 1)["id"])

    assert waiting["nextAttemptAt"] == "2040-05-07T08:10:00Z"
    assert (delivery.event["timestamp"], attempt["at"]) == (NOW, "2040-05-07T08:10:00Z")


def test_a_double_name_is_told_twice_under_one_id(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    alpha.post("/travel/bookings", booking(tee_time, leadPlayer={**LEAD, "lastName": "Sandbox-Webhook-Twice"}))

    first, second = receiver.got(2)

    assert (first.id, first.body) == (second.id, second.body)
    assert settled(alpha, 1)["state"] == "delivered"


def test_a_badly_signed_name_is_told_with_a_signature_that_fails(
    alpha: Agency, receiver: Receiver, tee_time: TeeTime
) -> None:
    secret = subscribed(alpha, receiver)["secret"]
    named = booking(tee_time, leadPlayer={**LEAD, "lastName": "Sandbox-Webhook-Bad-Signature"})
    alpha.post("/travel/bookings", named)

    (delivery,) = receiver.got(1)

    assert not delivery.is_signed_with(secret)


def test_events_are_kept_whether_anybody_subscribed_or_not(alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    alpha.delete(f"/travel/bookings/{made['id']}")

    events = alpha.control("GET", "/events").json()["data"]
    after = alpha.control("GET", f"/events?after={events[0]['number']}").json()["data"]

    assert [event["kind"] for event in events] == ["booking.confirmed", "booking.cancelled"]
    assert after == events[1:]
    assert alpha.control("GET", f"/events/{events[0]['id']}").json()["data"] == {**events[0], "deliveries": []}


def test_an_unknown_event_is_not_found(alpha: Agency) -> None:
    answer = alpha.control("GET", "/events/evt_unknown")

    assert (answer.status_code, answer.json()["code"]) == (404, "event_not_found")
