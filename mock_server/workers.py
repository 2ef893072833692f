"""Runs the sandbox in this process, or in several worker processes with one listening socket.

Each worker is a whole sandbox, and all workers share the database. A worker that dies is replaced. If the parent dies,
its workers end as well, so that no worker runs without a process that can stop it.
"""

import asyncio
import multiprocessing
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import uvicorn

from mock_server import logs
from mock_server.app import Sandbox
from mock_server.candidates.relay import Relay
from mock_server.candidates.start import Offers
from mock_server.connections import Config, end_overdue
from mock_server.loading import keep_what_is_loaded, without_collections
from mock_server.settings import Settings
from mock_server.storage.engines import StoreUnavailable

# Seconds in which running requests must end. A worker that takes longer is killed a little later.
GRACE = 10
# Open files of a process besides the connections of clients: deliveries, the database, the log.
OTHER_FILES = 1024
_ENDED_BY = (signal.SIGTERM, signal.SIGINT)
# A fresh interpreter, without the threads and connections of the parent.
_FRESH = multiprocessing.get_context("spawn")


class WorkersEnded(Exception):
    """The workers cannot serve. The message is one sentence."""


class _Server(uvicorn.Server):
    """uvicorn's server, with a call as soon as it answers."""

    def __init__(self, sandbox: Sandbox, max_connections: int, answers: Callable[[], None]) -> None:
        super().__init__(Config(sandbox, max_connections=max_connections, grace_seconds=GRACE))
        self._answers = answers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._answers()

    async def on_tick(self, counter: int) -> bool:
        """Ends connections whose clients take too long, once a second; uvicorn calls this ten times a second."""
        if counter % 10 == 0:
            end_overdue(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)


def serve_alone(settings: Settings, listener: socket.socket, offers: Offers, answers: Callable[[], None]) -> None:
    """Serves in this process until a signal ends it. *answers* is called as soon as it answers."""
    with without_collections():
        sandbox = Sandbox(settings, offers.first)
    offers.follow(sandbox.take_up)
    _serve(sandbox, settings, listener, answers)


def _serve(sandbox: Sandbox, settings: Settings, listener: socket.socket, answers: Callable[[], None]) -> None:
    keep_what_is_loaded()
    _Server(sandbox, _files_for(settings.max_connections), answers).run(sockets=[listener])


def _files_for(connections: int) -> int:
    """How many connections this process may keep open: the wanted number, or fewer if the limit on open files is low.

    Raises the limit as far as the system lets it.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    others = OTHER_FILES if hard == resource.RLIM_INFINITY else min(OTHER_FILES, hard // 2)
    wanted = connections + others
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if files > soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    room = max(1, min(connections, files - others))
    if room < connections:
        logs.supervisor.warning("The limit on open files allows only %s connections.", room)
    return room


def serve_together(settings: Settings, listener: socket.socket, offers: Offers, answers: Callable[[], None]) -> None:
    """Serves in as many processes as the settings say, until a signal ends them all.

    *answers* is called when every worker answers. Raises WorkersEnded if a worker cannot start.
    """
    with _signals() as (received, signals), tempfile.TemporaryDirectory(prefix="teesheet-") as shared:
        # The folder in which the workers add up their counts, see prometheus_client.multiprocess.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_new_folder(shared, "counts"))
        relay = Relay(_new_folder(shared, "offers"))
        relay.publish(offers.first)
        workers = [_Worker.started(settings, listener, relay) for _number in range(settings.workers)]
        try:
            offers.follow(relay.publish)
            for worker in workers:
                worker.require_answer(signals)
            if not received:
                answers()
            while not received:
                workers = [_kept_alive(worker, settings, listener, relay) for worker in workers]
                wait([signals, *(worker.process.sentinel for worker in workers)])
        finally:
            _end(workers)
    # Like a single process, the parent ends by the signal that it received.
    signal.raise_signal(received[0])


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    says_ready: Connection
    answered: bool = False

    @classmethod
    def started(cls, settings: Settings, listener: socket.socket, relay: Relay) -> "_Worker":
        hears, says = _FRESH.Pipe(duplex=False)
        process = _FRESH.Process(target=_work, args=(settings, listener, relay, says), daemon=True)
        process.start()
        # Only the worker has this end of the pipe: when the worker dies, the parent reads the end of the pipe.
        says.close()
        return cls(process, hears)

    def answers(self) -> bool:
        """Whether the worker already answers requests. It does not wait."""
        with suppress(EOFError):
            self.answered = self.answered or (self.says_ready.poll() and bool(self.says_ready.recv()))
        return self.answered

    def require_answer(self, signals: Connection) -> None:
        """Waits until the worker answers, or a signal comes. Raises WorkersEnded."""
        if signals not in wait([signals, self.says_ready]) and not self.answers():
            raise WorkersEnded("A worker ended before it answered. Its messages are above.")


def _new_folder(parent: str, name: str) -> Path:
    folder = Path(parent) / name
    folder.mkdir()
    return folder


def _kept_alive(worker: _Worker, settings: Settings, listener: socket.socket, relay: Relay) -> _Worker:
    """The worker, or a new worker in place of a dead one."""
    if worker.process.is_alive():
        return worker
    number, ending = worker.process.pid, worker.process.exitcode
    logs.supervisor.error("Worker %s ended with %s. A new worker takes its place.", number, ending)
    if not worker.answers():
        # It ended during its start, for example without a database. A new worker would fail at once too.
        time.sleep(1)
    return _Worker.started(settings, listener, relay)


def _end(workers: Sequence[_Worker]) -> None:
    """Lets running requests end, then ends every worker."""
    for worker in workers:
        worker.process.terminate()
    deadline = time.monotonic() + GRACE + 2
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))
        worker.process.kill()


@contextmanager
def _signals() -> Iterator[tuple[list[signal.Signals], Connection]]:
    """The received signals to end, and a connection that becomes readable with the first signal."""
    received: list[signal.Signals] = []
    come, tell = _FRESH.Pipe(duplex=False)

    def note(number: int, _frame: Any) -> None:
        received.append(signal.Signals(number))
        tell.send(number)

    before = {number: signal.signal(number, note) for number in _ENDED_BY}
    try:
        yield received, come
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _work(settings: Settings, listener: socket.socket, relay: Relay, says_ready: Connection) -> None:
    """Runs a worker until it ends."""
    # Ctrl-C reaches the whole process group. The parent decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.begin(settings.log_format, settings.log_level)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with without_collections():
            sandbox = Sandbox(settings, relay.present())
    except StoreUnavailable as error:
        logs.supervisor.error("%s", error)
        sys.exit(1)
    relay.follow(sandbox.take_up)
    _serve(sandbox, settings, listener, lambda: says_ready.send(True))


def end_with_stdin() -> None:
    """Ends this process when its standard input ends: the program that started it has ended, or wants its end.

    Unlike a signal, this also works when that program crashes.
    """

    def wait_for_the_end() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait_for_the_end, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
