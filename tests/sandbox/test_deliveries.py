"""Deliveries really arrive: signed, in order, repeated on the clock of the world. Assumptions A-50 and A-51."""

import time

import pytest
from standardwebhooks import Webhook

from tests.sandbox.agencies import Agency
from tests.sandbox.delivery_logs import deliveries, log_of, second_before, settled, subscribed
from tests.sandbox.receivers import Receiver
from tests.sandbox.trade import LEAD, NOW, TeeTime, booked, booking, offline


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


def test_another_agency_gets_no_delivery(alpha: Agency, bravo: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(bravo, receiver)
    booked(alpha, tee_time)

    assert deliveries(alpha) == []


@pytest.mark.parametrize("silenced", ["paused", "removed"])
def test_a_silent_subscription_gets_no_delivery(
    alpha: Agency, receiver: Receiver, tee_time: TeeTime, silenced: str
) -> None:
    path = f"/webhooks/{subscribed(alpha, receiver)['id']}"
    silence = {"paused": lambda: alpha.put(path, {"isActive": False}), "removed": lambda: alpha.delete(path)}
    silence[silenced]()
    booked(alpha, tee_time)

    assert deliveries(alpha) == []


def test_the_answer_of_a_course_is_delivered_when_its_time_comes(alpha: Agency, receiver: Receiver) -> None:
    subscribed(alpha, receiver)
    booked(alpha, offline("offline-declines"))
    timeline = alpha.advance(by="P1D")

    (delivery,) = receiver.got(1)

    assert delivery.event["type"] == "booking.cancelled"
    assert delivery.event["timestamp"] == timeline[0]["at"]


def test_the_answer_of_a_course_is_delivered_though_nobody_looks(alpha: Agency, receiver: Receiver) -> None:
    subscribed(alpha, receiver)
    booked(alpha, offline("offline-confirms"))
    (answers_at,) = (item["at"] for item in alpha.control("GET", "/clock").json()["data"]["upcoming"])
    alpha.advance(to=second_before(answers_at))

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


def test_a_late_name_sends_its_delivery_ten_minutes_later(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    alpha.post("/travel/bookings", booking(tee_time, leadPlayer={**LEAD, "lastName": "Sandbox-Webhook-Late"}))
    (waiting,) = deliveries(alpha)
    alpha.advance(by="PT10M")

    (delivery,) = receiver.got(1)
    (attempt,) = log_of(alpha, settled(alpha, 1)["id"])

    assert waiting["nextAttemptAt"] == "2040-05-07T08:10:00Z"
    assert (delivery.event["timestamp"], attempt["at"]) == (NOW, "2040-05-07T08:10:00Z")


def test_a_double_name_sends_two_deliveries_under_one_id(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    subscribed(alpha, receiver)
    alpha.post("/travel/bookings", booking(tee_time, leadPlayer={**LEAD, "lastName": "Sandbox-Webhook-Twice"}))

    first, second = receiver.got(2)

    assert (first.id, first.body) == (second.id, second.body)
    assert settled(alpha, 1)["state"] == "delivered"


def test_a_badly_signed_name_sends_a_signature_that_fails(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
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
