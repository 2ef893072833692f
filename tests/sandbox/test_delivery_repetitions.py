"""Deliveries that come again: by the schedule, by hand, after a pause, or never."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.delivery_logs import deliveries, log_of, second_before, settled, subscribed
from tests.sandbox.receivers import Receiver, receiving
from tests.sandbox.trade import NOW, TeeTime, booked

WAITS = ["PT5S", "PT5M", "PT30M", "PT2H", "PT5H", "PT10H"]


def _advance_past_attempt(alpha: Agency, number: int) -> bool:
    """Advances the clock past the next attempt. Returns whether the attempt came before its second."""
    due = settled(alpha, number)["nextAttemptAt"]
    alpha.advance(to=second_before(due))
    is_early = settled(alpha, number)["nextAttemptAt"] != due
    alpha.advance(by="PT1S")
    return is_early


def test_each_repetition_comes_at_its_second_and_not_before(alpha: Agency, tee_time: TeeTime) -> None:
    with receiving(500) as receiver:
        subscribed(alpha, receiver)
        booked(alpha, tee_time)
        early = [wait for number, wait in enumerate(WAITS, 1) if _advance_past_attempt(alpha, number)]
        delivery = settled(alpha, 7)

    assert early == []
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


def test_a_redirect_is_not_followed_and_is_logged(alpha: Agency, tee_time: TeeTime, receiver: Receiver) -> None:
    with receiving(307) as redirecting:
        redirecting.headers["Location"] = receiver.url
        subscribed(alpha, redirecting)
        booked(alpha, tee_time)
        (attempt,) = log_of(alpha, settled(alpha, 1)["id"])

    assert "Redirects are not followed" in attempt["reason"]
    assert receiver.received == []


def test_a_receiver_that_is_away_is_logged_and_tried_again(alpha: Agency, tee_time: TeeTime) -> None:
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


def test_an_unknown_subscription_is_unknown_in_the_whole_world(alpha: Agency) -> None:
    answer = alpha.control("POST", "/webhooks/whk_x/recover", {"since": NOW})

    assert (answer.status_code, answer.json()["detail"]) == (
        404,
        "This world has no subscription 'whk_x'. List its subscriptions to see their ids.",
    )


def test_nothing_is_recovered_from_before_the_moment(alpha: Agency, receiver: Receiver, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)
    webhook = subscribed(alpha, receiver)

    later = {"since": "2040-05-07T08:00:01Z"}
    assert alpha.control("POST", f"/webhooks/{webhook['id']}/recover", later).json()["data"] == []
