"""The levers of a world read as sentences, and each does what its sentence says."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import httpx
import pytest

from teesheet.testing import LeverRefused, NoSuchKey, NothingHappened, Receiver, Sandbox, World
from tests.embedding.conftest import DAY, NOW, TIME, order
from tests.sandbox.servers import serving

NOON = datetime(2040, 5, 7, 12, tzinfo=UTC)


def booked(world: World, behaviour: str = "daylight-saving", **members: Any) -> dict[str, Any]:
    """The new booking at a course."""
    answer = world.client.post("/travel/bookings", json=order(world.course(behaviour)["id"], **members))
    assert answer.status_code == 201, answer.text
    booking: dict[str, Any] = answer.json()["data"]
    return booking


def test_a_retry_with_its_key_books_once_after_a_lost_answer(world: World) -> None:
    body, key = order(world.course("daylight-saving")["id"]), {"Idempotency-Key": "order-1"}
    world.rules.next("createBooking").loses_the_answer()

    with pytest.raises(httpx.RemoteProtocolError):
        world.client.post("/travel/bookings", json=body, headers=key)
    retried = world.client.post("/travel/bookings", json=body, headers=key)

    assert (retried.status_code, len(world.bookings())) == (201, 1)


def test_a_lost_request_books_nothing(world: World) -> None:
    world.rules.next("createBooking").loses_the_request()

    with pytest.raises(httpx.RemoteProtocolError):
        booked(world)

    assert world.bookings() == []


def test_a_rival_takes_every_place_except_those_that_are_left(world: World) -> None:
    course = world.course("daylight-saving")

    world.rival.takes(course, date(2040, 5, 12), time(9, 30), leave=1)
    refused = world.client.post("/travel/bookings", json=order(course["id"]))

    assert (world.why(refused)["code"], world.why(refused)["facts"]["freePlaces"]) == ("tee_time_unavailable", 1)


def test_the_desk_declines_with_a_reason(world: World) -> None:
    booking = booked(world, "offline-silent")

    asked = [waiting["id"] for waiting in world.desk.waiting()]
    world.desk.decline(booking["id"], reason="The course is closed.")

    (declined,) = world.bookings(status="cancelled")
    assert (asked, declined["id"], world.desk.waiting()) == ([booking["id"]], booking["id"], [])


def test_the_desk_confirms(world: World) -> None:
    assert world.desk.confirm(booked(world, "offline-silent")["id"])["status"] == "confirmed"


def test_a_silent_course_waits_for_the_test(world: World) -> None:
    booking = booked(world, "offline-confirms")

    world.desk.silence(booking["id"])

    assert world.clock.advance(days=1) == []


def test_a_course_answers_by_itself_as_the_test_decides(world: World) -> None:
    course = world.course("offline-silent")
    world.desk.answers(course, "decline", after_minutes=5, reason="Championship")
    booked(world, "offline-silent")

    (happened,) = world.clock.advance(minutes=5)

    assert happened["kind"] == "booking.cancelled"


def test_the_clock_reports_what_happens_on_the_way(world: World) -> None:
    booked(world, "offline-confirms")

    (expected,) = world.clock.upcoming()
    (happened,) = world.clock.advance_to_next()

    assert (happened["at"], happened["kind"]) == (expected["at"], "booking.confirmed")
    assert world.clock.advance(timedelta(hours=1), minutes=30) == []
    assert world.clock.now() == datetime(2040, 5, 7, 10, tzinfo=UTC)


def test_the_clock_moves_to_a_moment_and_ticks_again(world: World) -> None:
    world.clock.advance_to(NOON)

    frozen = world.clock.now()
    world.clock.tick()

    assert (frozen, world.clock.now() >= NOON) == (NOON, True)


RULES: dict[str, tuple[str, dict[str, Any], int]] = {
    "a problem": ("answers", {"code": "course_offline"}, 409),
    "a problem with a pause": ("answers", {"code": "rate_limited", "retry_after_seconds": 7}, 429),
    "a gateway": ("fails", {"status": 503}, 503),
    "a slow answer": ("is_late", {"milliseconds": 1}, 201),
    "a rival": ("meets_a_rival", {}, 409),
}


@pytest.mark.parametrize("case", RULES)
def test_a_rule_meets_the_next_booking_and_no_other(world: World, case: str) -> None:
    effect, arguments, status = RULES[case]
    body = order(world.course("daylight-saving")["id"])
    getattr(world.rules.next("createBooking", skip=1), effect)(**arguments)

    statuses = [world.client.post("/travel/bookings", json=body).status_code for _attempt in range(2)]

    assert (statuses, [rule["acted"] for rule in world.rules.all()]) == ([201, status], [1])


def test_a_rule_for_every_request_acts_until_it_is_cleared(world: World) -> None:
    world.rules.every("listBookings", agency="alpha").answers("unavailable")

    before = [world.client.get("/travel/bookings").status_code for _attempt in range(2)]
    world.rules.clear()

    assert (before, world.client.get("/travel/bookings").status_code) == ([503, 503], 200)


def test_two_agencies_of_a_world_compete(world: World) -> None:
    booked(world, players=4)

    refused = world.agency("bravo").client.post("/travel/bookings", json=order(world.course("daylight-saving")["id"]))

    assert refused.status_code == 409


def test_the_ledger_shows_who_has_the_places(world: World) -> None:
    booking = booked(world)

    (account,) = [row for row in world.ledger(world.course("daylight-saving"), DAY) if row["teeTime"] == TIME]

    assert [owner["owner"] for owner in account["owners"]] == [booking["id"]]


def test_the_inventory_blocks_and_prices(world: World) -> None:
    course = world.course("daylight-saving")

    blocked = world.inventory.block(course, DAY, TIME, 2)
    priced = world.inventory.price(course, DAY, TIME, 99.5)

    assert (blocked["blocked"], priced["blocked"], priced["greenFee"]) == (2, 2, 99.5)


def test_a_snapshot_brings_the_state_back(world: World) -> None:
    before = world.snapshot()
    booked(world)

    before.restore()

    assert world.bookings() == []
    before.delete()


def test_a_fork_is_independent(world: World) -> None:
    booked(world)

    copy = world.fork("copy-of-a-test")
    world.reset()

    assert (len(copy.bookings()), world.bookings(), copy.state()["made"]["bookings"]) == (1, [], 1)


def test_an_inbox_keeps_what_the_sandbox_delivers(world: World) -> None:
    wanted = {"url": world.inbox_url(), "events": ["booking.confirmed"], "description": "test"}
    world.client.post("/webhooks", json=wanted)
    booked(world)

    world.wait_for({"delivery": {"state": "delivered"}})

    assert (len(world.inbox()), len(world.deliveries.all(state="delivered"))) == (1, 1)


def test_an_inbox_receives_from_a_sandbox_that_has_another_address_for_itself() -> None:
    with serving("--ephemeral", "--host", "0.0.0.0", "--admin-token", "a-token-of-these-tests") as server:  # noqa: S104
        world = Sandbox.at(server.address.replace("0.0.0.0", "127.0.0.1")).world()  # noqa: S104
        world.clock.freeze(NOW)
        world.client.post("/webhooks", json={"url": world.inbox_url(), "events": ["booking.confirmed"]})
        booked(world)

        world.wait_for({"delivery": {"state": "delivered"}})

        assert len(world.inbox()) == 1


def test_a_receiver_verifies_a_delivery(world: World) -> None:
    with Receiver(world) as receiver:
        receiver.subscribe(["booking.confirmed"])
        booking = booked(world)
        (delivered,) = receiver.wait_for("booking.confirmed")

    assert delivered.payload["data"]["id"] == booking["id"]


@pytest.mark.parametrize("variant", ["wrong_secret", "stale_timestamp", "tampered_body", "unsigned"])
def test_a_receiver_refuses_a_delivery_that_does_not_verify(world: World, variant: str) -> None:
    world.rules.next_event("booking.confirmed").is_delivered(variant)
    with Receiver(world) as receiver:
        receiver.subscribe(["booking.confirmed"])
        booked(world)
        world.wait_for({"request": {"operation": "createBooking"}})
        with pytest.raises(AssertionError, match="did not arrive within 1 seconds"):
            receiver.wait_for("booking.confirmed", within_seconds=1)

        assert [delivered.refused != "" for delivered in receiver.arrived] == [True]


def test_a_world_can_answer_as_another_service_does(world: World) -> None:
    world.choose(createdStatus="200")

    answer = world.client.post("/travel/bookings", json=order(world.course("daylight-saving")["id"]))

    assert answer.status_code == 200


def test_a_wait_without_end_says_what_to_do(world: World) -> None:
    with pytest.raises(NothingHappened, match=r"world\.clock\.advance"):
        world.wait_for({"event": {"kind": "booking.modified"}}, within_seconds=0)


def test_the_clock_does_not_go_back(world: World) -> None:
    with pytest.raises(LeverRefused, match="Reset the world instead") as refused:
        world.clock.freeze("2039-01-01T00:00:00Z")

    assert (refused.value.status, refused.value.code) == (409, "clock_backwards")


MISTAKES: dict[str, tuple[Any, type[Exception], str]] = {
    "an unknown behaviour": (lambda world: world.course("sold-in"), KeyError, "offline-declines"),
    "a moment without a zone": (lambda world: world.clock.freeze(datetime(2040, 5, 7)), ValueError, "tzinfo=UTC"),  # noqa: DTZ001
    "a step back": (lambda world: world.clock.advance(minutes=-1), ValueError, "reset the world"),
    "an unknown code": (
        lambda world: world.rules.next("createBooking").answers("sold"),
        LeverRefused,
        "booking_not_found",
    ),
    "another agency's name": (lambda world: world.agency("Bravo!"), NoSuchKey, "hyphen"),
    "an answer of somebody else": (lambda world: world.why(httpx.Response(409)), LookupError, "this sandbox"),
    "an unknown request": (lambda world: world.why("req_unknown"), LookupError, "another world"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_says_what_to_do(world: World, case: str) -> None:
    mistake, kind, advice = MISTAKES[case]

    with pytest.raises(kind, match=advice):
        mistake(world)


def test_a_world_without_a_name_is_a_new_world(sandbox: Sandbox) -> None:
    first, second = sandbox.world(), sandbox.world()

    first.clock.freeze(NOW)

    assert second.state()["clock"]["mode"] == "ticking"
