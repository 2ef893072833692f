"""An event that was acknowledged is delivered, whatever happens to the server in between: at least once."""

import signal
import threading
from pathlib import Path

import httpx
import pytest

from tests.databases import BOTH, SQLITE, postgresql
from tests.sandbox.agencies import Agency
from tests.sandbox.candidates import seconds_until
from tests.sandbox.delivery_logs import deliveries, settled, subscribed
from tests.sandbox.receivers import Receiver
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import LEAD, NOW, booked, free_tee_times


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of its own."""
    return f"sqlite:///{tmp_path / 'kept.db'}" if request.param == SQLITE else postgresql().new_database()


def alpha_at(server: Server, http: httpx.Client) -> Agency:
    return Agency(http, server.address, "kept", "alpha")


def told_of(receiver: Receiver) -> set[str]:
    return {delivery.event["data"]["id"] for delivery in receiver.received}


def test_what_was_acknowledged_before_a_kill_is_delivered_after_it(
    http: httpx.Client, database_url: str, receiver: Receiver
) -> None:
    with serving("--database", database_url) as server:
        alpha = alpha_at(server, http)
        alpha.freeze(NOW)
        subscribed(alpha, receiver)
        acknowledged = {booked(alpha, tee_time)["id"] for tee_time in free_tee_times(alpha)}
        server.kill()
    with serving("--database", database_url):
        # What was sent and not recorded comes twice.
        while told_of(receiver) != acknowledged:
            receiver.got(len(receiver.received) + 1, seconds=20)


def test_what_waits_for_its_time_survives_a_kill(http: httpx.Client, database_url: str, receiver: Receiver) -> None:
    with serving("--database", database_url) as server:
        alpha = alpha_at(server, http)
        alpha.freeze(NOW)
        subscribed(alpha, receiver)
        booked(alpha, free_tee_times(alpha)[0], leadPlayer={**LEAD, "lastName": "Sandbox-Webhook-Late"})
        server.kill()
    with serving("--database", database_url) as server:
        alpha = alpha_at(server, http)
        alpha.advance(by="PT10M")

        assert len(receiver.got(1)) == 1


def test_a_kill_between_send_and_record_sends_again(http: httpx.Client, database_url: str, receiver: Receiver) -> None:
    receiver.may_answer.clear()
    with serving("--database", database_url) as server:
        alpha = alpha_at(server, http)
        alpha.freeze(NOW)
        subscribed(alpha, receiver)
        booked(alpha, free_tee_times(alpha)[0])
        receiver.got(1)
        server.kill()
    receiver.may_answer.set()
    with serving("--database", database_url) as server:
        # The lease of the dead process runs out first.
        first, second = receiver.got(2, seconds=30)
        delivery = settled(alpha_at(server, http), 1, "delivered")

    assert first.id == second.id == delivery["id"]


def test_two_servers_share_the_outbox_and_send_everything_once(
    http: httpx.Client, database_url: str, receiver: Receiver
) -> None:
    with serving("--database", database_url) as server, serving("--database", database_url) as other:
        alpha, beside = alpha_at(server, http), alpha_at(other, http)
        alpha.freeze(NOW)
        for _ in range(4):
            subscribed(alpha, receiver)
        tee_times = free_tee_times(alpha)[:10]
        for first, second in zip(tee_times[::2], tee_times[1::2], strict=True):
            booked(alpha, first)
            booked(beside, second)
        receiver.got(40, seconds=30)
        seconds_until(lambda: all(delivery["state"] != "waiting" for delivery in deliveries(alpha)))

        assert len({delivery.id for delivery in receiver.received}) == len(receiver.received) == 40


def test_a_graceful_stop_lets_what_is_in_flight_end(http: httpx.Client, database_url: str, receiver: Receiver) -> None:
    receiver.may_answer.clear()
    with serving("--database", database_url) as server:
        alpha = alpha_at(server, http)
        alpha.freeze(NOW)
        subscribed(alpha, receiver)
        booked(alpha, free_tee_times(alpha)[0])
        receiver.got(1)
        threading.Timer(1, receiver.may_answer.set).start()
        server.ended(signal.SIGTERM)
    with serving("--database", database_url) as server:
        delivery = settled(alpha_at(server, http), 1)

    assert (delivery["state"], len(receiver.received)) == ("delivered", 1)


def test_a_graceful_stop_keeps_what_takes_too_long_for_the_next_start(
    http: httpx.Client, database_url: str, receiver: Receiver
) -> None:
    receiver.may_answer.clear()
    with serving("--database", database_url) as server:
        alpha = alpha_at(server, http)
        alpha.freeze(NOW)
        subscribed(alpha, receiver)
        booked(alpha, free_tee_times(alpha)[0])
        receiver.got(1)
        server.ended(signal.SIGTERM)
    receiver.may_answer.set()
    with serving("--database", database_url):
        # At once: a lease that was given back need not run out.
        first, second = receiver.got(2, seconds=8)

    assert first.id == second.id
