"""The proxies that are compared: how each starts, which path it takes, and what it reported."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.processes import CACHE, START_LIMIT_SECONDS, environment, free_port

CONTRACT = Path(__file__).parents[1] / "openapi" / "dist" / "openapi.json"
BASE_PATH = "/api/v1"
KEYS = ("key-of-the-first-agency", "key-of-the-second-agency")

_TARGET = f"""
[keys]
api_key = "{KEYS[0]}"
second_api_key = "{KEYS[1]}"

[declares]
hold_id = "body:holdId"

[budgets]
visibility_seconds = 0.001
"""
_OF_TEESHEET = re.compile(r"^(?:violated|warning|suspected)  (\S+)", re.MULTILINE)
_OF_REDOCLY = re.compile(r"^\S+ (?:WARNING|ERROR) (\S+) \S+ \((\d+)\) (\S+) \S+ (.*)$", re.MULTILINE)


@dataclass
class Running:
    """A proxy that answers at *address*, the base address of its callers, in the process *process_id*.

    *said* is its output, once it has ended.
    """

    address: str
    process_id: int
    of_headers: set[str] = field(default_factory=set)
    said: str = ""


@dataclass(frozen=True)
class JudgingProxy:
    """A kind of proxy. *package* is what npm installs; None for the proxy of this repository."""

    name: str
    package: str | None

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.package.rpartition('@')[2]}" if self.package else self.name

    @contextmanager
    def before(self, service: str, folder: Path) -> Iterator[Running]:
        """The proxy in front of the service at *service*, an address without a path."""
        port, log = free_port(), folder / f"{self.name}.log"
        with log.open("wb") as output:
            command = self._command(service, port, folder)
            process = subprocess.Popen(command, stdout=output, stderr=output, env=environment() | {"COLUMNS": "200"})
        prefix = "" if self.name == "Prism" else BASE_PATH
        running = Running(f"http://127.0.0.1:{port}{prefix}", process.pid)
        try:
            _await_listener(process, port, log)
            yield running
        finally:
            _end(process)
            running.said = log.read_text(errors="replace")

    def _command(self, service: str, port: int, folder: Path) -> list[str]:
        if self.package is None:
            target = folder / "target-of-the-proxy.toml"
            target.write_text(_TARGET, encoding="utf-8")
            place = ["--listen", f"127.0.0.1:{port}", "--target", str(target), "--contract", str(CONTRACT)]
            archive = ["--har", str(folder / "teesheet.har")]
            return [sys.executable, "-m", "mock_server.cli", "proxy", "--to", f"{service}{BASE_PATH}", *place, *archive]
        node = str(installed(self.package))
        if self.name == "Prism":
            quiet = ["--port", str(port), "--verboseLevel", "silent"]
            return [node, "proxy", str(CONTRACT), f"{service}{BASE_PATH}", *quiet]
        archive = ["--har", str(folder / "redocly.har"), "--api", str(CONTRACT), "--match-mode", "basepath"]
        return [node, "proxy", "--target", service, "--port", str(port), *archive]

    def reported(self, running: Running) -> frozenset[str]:
        """What the proxy, which has ended, reported about the service."""
        if self.name == "Prism":
            return frozenset(running.of_headers)
        if self.name == "Redocly":
            return frozenset(" ".join((found[3], found[4])) for found in _OF_REDOCLY.finditer(running.said))
        return frozenset(_OF_TEESHEET.findall(running.said))


PROXIES = (
    JudgingProxy("teesheet", None),
    JudgingProxy("Prism", "@stoplight/prism-cli@5.16.0"),
    JudgingProxy("Redocly", "@redocly/cli@2.77.0"),
)


def installed(package: str) -> Path:
    """The command of an npm *package* with its version, from the cache folder or else from the npm registry."""
    name, _, version = package.rpartition("@")
    command_name = {"@stoplight/prism-cli": "prism", "@redocly/cli": "redocly"}[name]
    folder = CACHE / f"{command_name}-{version}"
    command = folder / "node_modules" / ".bin" / command_name
    if not command.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), package], check=True)
    return command


def violations_in(header: str) -> Iterator[str]:
    """What Prism says about an answer in *header*, its `sl-violations`. Complaints about requests are left out.

    Complaints about headers are left out too: answers of some planted faults do not have the headers of the sandbox.
    """
    for found in json.loads(header or "[]"):
        location = [part for part in found["location"] if not str(part).isdecimal()]
        if location[:1] == ["response"] and location[1:2] != ["header"]:
            yield f"{'.'.join(map(str, location))} {found.get('code', '')}"


def _await_listener(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), START_LIMIT_SECONDS).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"Nobody listens on port {port}. The command was: {process.args!r}\n{log.read_text()}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def machine() -> str:
    """The machine, for a table: its cores and its load."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
