"""One server for several processes that belong together, such as the workers of pytest-xdist.

Each process that joins holds one end of a named pipe, the standard input of the server. The server ends when the last
of them leaves or crashes: the system closes their ends. Nobody counts, and nobody has to outlive the others.
"""

import fcntl
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from mock_server.embedding.process import ServerProcess


class SharedServer:
    """The server of everybody who joins in the same folder."""

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        """The first to join starts the server with these options of `teesheet serve`."""
        self._folder, self._options = folder, options
        self._pipe, self._address = folder / "alive", folder / "address"
        self._held: int | None = None

    def join(self) -> str:
        """The base address of the interface. Starts the server if nobody has. Raises SandboxNotStarted."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._turn():
            return self._join_running() or self._start()

    def leave(self) -> None:
        """Lets go of the server. It ends if nobody else holds it."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    @contextmanager
    def _turn(self) -> Iterator[None]:
        with (self._folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _join_running(self) -> str | None:
        """The address of a server that runs; None if there is none."""
        # Without a reader at the other end this fails at once: the server has ended.
        with suppress(OSError):
            self._held = os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK)
            address = self._address.read_text("utf-8")
            parts = urlsplit(address)
            socket.create_connection((str(parts.hostname), parts.port or 80), timeout=10).close()
            return address
        self.leave()
        return None

    def _start(self) -> str:
        self._pipe.unlink(missing_ok=True)
        os.mkfifo(self._pipe)
        # The writing end opens only where a reader is there already, and a reader must not wait for it.
        read_end = os.open(self._pipe, os.O_RDONLY | os.O_NONBLOCK)
        self._held = os.open(self._pipe, os.O_WRONLY)
        os.set_blocking(read_end, True)
        server = ServerProcess(0, None, self._options)
        try:
            address = server.start(stdin=read_end)
        except BaseException:
            self.leave()
            raise
        finally:
            os.close(read_end)
        self._address.write_text(address, "utf-8")
        # Whoever leaves last ends the server, and that may be somebody else.
        server.forget()
        return address
