"""A server in a process of its own, pinned to a core, and what the kernel says it costs. Linux only."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

SERVER_CORE = "0"
LOAD_CORE = "1"
START_LIMIT_SECONDS = 60

# Outside the repository, and on a disk: a folder for temporary files may be memory.
CACHE = Path.home() / ".cache" / "teesheet-benchmarks"

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds by the clock, and of CPU time."""

    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers. *start* is what it took from the start of its process to its first 200."""

    process_id: int
    start: Start

    def cpu_seconds(self) -> float:
        """CPU time of the server and its children so far, user and system."""
        return cpu_seconds_of(self.process_id)

    def resident_mb(self) -> float:
        """Resident memory of the server and its children now, in megabytes of 10^6 bytes."""
        pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in _tree(self.process_id))
        return sum(pages) * _PAGE_BYTES / 1e6


def _fields(pid: int) -> list[str]:
    """The fields of /proc/<pid>/stat from the third on. The second is a name and may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def cpu_seconds_of(root: int) -> float:
    """CPU time of the process *root* and its children so far, user and system, in seconds."""
    return sum(_ticks(pid) for pid in _tree(root)) / _TICKS_PER_SECOND


def _ticks(pid: int) -> int:
    fields = _fields(pid)
    return int(fields[11]) + int(fields[12])


def _tree(root: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            children.setdefault(int(_fields(int(folder.name))[1]), []).append(int(folder.name))
        except OSError:
            continue  # It ended while we looked.
    tree = [root]
    for pid in tree:
        tree += children.get(pid, [])
    return tree


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def environment() -> dict[str, str]:
    """The environment of measured processes: compiled Python is kept, as every installation by pip keeps it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(CACHE / "compiled")}


@contextmanager
def serving(command: Sequence[str], url: str, headers: Mapping[str, str], cores: str) -> Iterator[Server]:
    """A server that has answered *url* with 200, on *cores*; ended afterwards, whatever happens.

    Raises RuntimeError where it ends or stays silent for a minute.
    """
    begun = time.perf_counter()
    process = subprocess.Popen(
        ["taskset", "-c", cores, *command], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await_first_200(process, url, headers)
        start = Start(time.perf_counter() - begun, cpu_seconds_of(process.pid))
        yield Server(process.pid, start)
    finally:
        process.terminate()
        process.wait(20)


def _await_first_200(process: subprocess.Popen[bytes], url: str, headers: Mapping[str, str]) -> None:
    deadline = time.monotonic() + START_LIMIT_SECONDS
    with httpx.Client(headers=headers, timeout=START_LIMIT_SECONDS) as client:
        while time.monotonic() < deadline and process.poll() is None:
            if _answers(client, url):
                return
            time.sleep(0.005)
    raise RuntimeError(f"No 200 came from {url}. The command was: {process.args!r}")


def _answers(client: httpx.Client, url: str) -> bool:
    try:
        return client.get(url).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False
