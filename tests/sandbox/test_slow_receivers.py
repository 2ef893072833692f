"""Receivers that take a delivery and never answer hold up themselves, and nobody else."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from time import monotonic, sleep
from uuid import uuid4

import httpx
import pytest

from mock_server.deliveries.sender import LIMIT_SECONDS
from tests.databases import BOTH, new_database
from tests.sandbox.agencies import Agency
from tests.sandbox.delivery_logs import subscribed
from tests.sandbox.receivers import receiving
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW, TeeTime, booked, free_tee_times

# Who waits for a silent receiver waits until its attempt ends: sixteen seconds when there were no turns. With turns it
# takes two on a quiet machine and has taken more than five on a busy one.
SOON_SECONDS = LIMIT_SECONDS * 2 / 3
SILENT = 20
MOST_LOOKS = 25


class SilentReceivers:
    """Listens on ports of its own, takes every connection and says nothing."""

    def __init__(self, count: int) -> None:
        self.sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
        self.taken: list[socket.socket] = []
        for listener in self.sockets:
            threading.Thread(target=self._take, args=(listener,), daemon=True).start()

    @property
    def urls(self) -> list[str]:
        """Where they listen."""
        return [f"http://127.0.0.1:{listener.getsockname()[1]}/hooks" for listener in self.sockets]

    def ports_that_wait(self) -> list[int]:
        """The port of every connection that its sender has not closed.

        The newest connection comes first: a sender closes one before it opens the next, so one look never
        finds both.
        """
        return [connection.getsockname()[1] for connection in reversed(self.taken) if _is_open(connection)]

    def close(self) -> None:
        """Closes everything."""
        for item in [*self.sockets, *self.taken]:
            item.close()

    def _take(self, listener: socket.socket) -> None:
        while True:
            try:
                self.taken.append(listener.accept()[0])
            except OSError:
                return


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        while connection.recv(65_536):
            pass
    except BlockingIOError:
        return True
    except ConnectionResetError:
        pass
    return False


@pytest.fixture
def silent() -> Iterator[SilentReceivers]:
    """Twenty receivers that never answer."""
    with closing(SilentReceivers(SILENT)) as running:
        yield running


@pytest.fixture(scope="module", params=[(kind, workers) for kind in BOTH for workers in ("1", "2")], ids=" ".join)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on each database, with one worker and with two."""
    kind, workers = request.param
    url = new_database(kind, tmp_path_factory.mktemp("slow"))
    with serving("--database", url, "--workers", workers) as running:
        yield running


def _agency(http: httpx.Client, server: Server) -> Agency:
    """An agency of a fresh world."""
    agency = Agency(http, server.address, f"w{uuid4().hex[:16]}", "alpha")
    agency.freeze(NOW)
    return agency


def _subscribed_to(agency: Agency, url: str) -> None:
    answer = agency.post("/webhooks", {"url": url, "events": ["booking.confirmed"]})
    assert answer.status_code == 201, answer.text


def _seconds_to_deliver(agency: Agency, tee_time: TeeTime) -> float:
    with receiving() as receiver:
        subscribed(agency, receiver)
        begun = monotonic()
        booked(agency, tee_time)
        receiver.got(1, seconds=20)
        return monotonic() - begun


def _deliveries_wait(http: httpx.Client, server: Server, silent: SilentReceivers) -> tuple[Agency, TeeTime]:
    """An agency with hundreds of deliveries to receivers that have taken one each and say nothing, and a tee time."""
    loud = _agency(http, server)
    for url in silent.urls:
        _subscribed_to(loud, url)
    *taken, spare = free_tee_times(loud)
    for tee_time in taken:
        booked(loud, tee_time)
    assert len(taken) * SILENT >= 200
    until = monotonic() + 30
    while len(silent.taken) < SILENT and monotonic() < until:
        sleep(0.01)
    assert len(silent.taken) >= SILENT
    return loud, spare


def test_another_world_gets_its_delivery_soon(http: httpx.Client, server: Server, silent: SilentReceivers) -> None:
    _deliveries_wait(http, server, silent)
    quiet = _agency(http, server)
    tee_time = free_tee_times(quiet)[0]

    assert _seconds_to_deliver(quiet, tee_time) < SOON_SECONDS


def test_another_receiver_of_the_same_world_gets_its_delivery_soon(
    http: httpx.Client, server: Server, silent: SilentReceivers
) -> None:
    loud, tee_time = _deliveries_wait(http, server, silent)

    assert _seconds_to_deliver(loud, tee_time) < SOON_SECONDS


def test_worlds_that_each_have_silent_receivers_leave_room_for_one_that_has_none(
    http: httpx.Client, server: Server, silent: SilentReceivers
) -> None:
    for url in silent.urls:
        loud = _agency(http, server)
        _subscribed_to(loud, url)
        booked(loud, free_tee_times(loud)[0])
    quiet = _agency(http, server)

    assert _seconds_to_deliver(quiet, free_tee_times(quiet)[0]) < SOON_SECONDS


def test_a_silent_receiver_gets_one_delivery_at_a_time(
    http: httpx.Client, server: Server, silent: SilentReceivers
) -> None:
    _deliveries_wait(http, server, silent)
    sleep(1.5)  # Twice as long as it takes to look again.

    # On a busy machine, a sender may still be closing the connection of an attempt that has ended. An attempt lasts 15
    # seconds, longer than these looks together.
    looks: list[list[int]] = []
    while not looks or (has_two(looks[-1]) and len(looks) < MOST_LOOKS):
        sleep(0.3)
        looks.append(silent.ports_that_wait())

    assert all(looks)
    assert not has_two(looks[-1])


def has_two(ports: list[int]) -> bool:
    """Whether two connections wait at one port."""
    return len(set(ports)) < len(ports)
