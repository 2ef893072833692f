"""The sandbox of an examination: a process of its own, and the control plane of one world. Knows HTTP, not the rows."""

import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpx

from conformance.grading.calls import DeliveryAttempt, Stored
from conformance.grading.scenarios import Moment, ScenarioLever

_SERVE = (sys.executable, "-m", "mock_server.cli", "serve", "--ephemeral", "--journal-body", "1000000")
_START_SECONDS = 60.0
_ANSWER_SECONDS = 75.0
_LONGEST_WAIT_SECONDS = 2.0
# Calls of the examination itself, such as the cancellation by a colleague, are not calls of the client.
EXAMINER = "teesheet-examiner"
_COLLEAGUE = {"firstName": "Cora", "lastName": "League", "email": "cora@example.com"}
_FAR = timedelta(days=70)
_NORMAL = frozenset({None, "valid"})
# How the sandbox says that a receiver accepted a connection and ended it without an answer.
_BROKEN = ("The receiver sent no complete HTTP answer", "The connection broke")


class ExaminationError(Exception):
    """The examination cannot begin or go on. The message is one sentence with the way out."""


@contextmanager
def running_sandbox(listen: str, seed: int = 1) -> Iterator[str]:
    """The address of a new sandbox at *listen*, HOST:PORT, with the courses of *seed*. It ends with the block.

    Raises `ExaminationError` when it does not start.
    """
    host, _, port = listen.rpartition(":")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(  # noqa: S603 - our own command line
            [*_SERVE, "--host", host.strip("[]"), "--port", port, "--seed", str(seed)],
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=Path(tempfile.gettempdir()),
        )
        try:
            yield _address(process, errors)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
            if process.stdout:
                process.stdout.close()


def _address(process: "subprocess.Popen[bytes]", errors: Any) -> str:
    line = _first_line(process)
    url = next((word for word in (line or "").split() if word.startswith("http")), None)
    if url is None:
        errors.seek(0)
        said = (errors.read().strip().splitlines() or ["it said nothing"])[-1].removeprefix("teesheet serve: ")
        silence = f"it did not answer within {_START_SECONDS:g} seconds, and its last words were: "
        raise ExaminationError(f"The sandbox did not start: {silence if line is None else ''}{said}")
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


# `mock_server.embedding.process` has the same lines: neither may import the other, and a test that imports `teesheet`
# may have a folder of its own with the name of any package below both.
def _first_line(process: "subprocess.Popen[bytes]") -> str | None:
    """The first line that the sandbox writes, or what it wrote before it ended. None: no line came in time."""
    assert process.stdout is not None
    output, line, deadline = process.stdout.fileno(), b"", monotonic() + _START_SECONDS
    with selectors.DefaultSelector() as selector:
        selector.register(output, selectors.EVENT_READ)
        while b"\n" not in line:
            if not selector.select(max(0.0, deadline - monotonic())):
                return None
            written = os.read(output, 4096)
            if not written:
                break
            line += written
    return line.partition(b"\n")[0].decode("utf-8", "replace")


@dataclass(frozen=True)
class SandboxRecord:
    """What the service knows when a scenario is over: its journal as an archive, deliveries, and bookings."""

    archive: bytes
    attempts: tuple[DeliveryAttempt, ...]
    stored: tuple[Stored, ...]


class World:
    """One world of the sandbox at *address*: the key of the client, and the levers."""

    def __init__(self, address: str, name: str) -> None:
        self.base_url = f"{address}/api/v1"
        self.key = f"sbx_{name}_agency"
        self._http = httpx.Client(
            base_url=f"{address}/_sandbox/v1",
            headers={"X-Api-Key": self.key, "User-Agent": EXAMINER},
            timeout=_ANSWER_SECONDS,
            trust_env=False,
        )

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def begin(self) -> None:
        """Starts the world anew, without a journal."""
        self._ask("POST", "/worlds/self/reset")
        self._ask("DELETE", "/journal")

    def pull(self, lever: ScenarioLever) -> str:
        """Pulls *lever*, and returns what happened in words. Raises `ExaminationError` when the sandbox refuses it."""
        if lever.name in _OF_SEVERAL_CALLS:
            return _OF_SEVERAL_CALLS[lever.name](self, lever.takes)
        method, path, body = _request_of(lever)
        self._ask(method, path, body)
        return f"{lever.name} {json.dumps(lever.takes) if isinstance(lever.takes, dict) else lever.takes}"

    def waits_for(self, moment: Moment, after: int) -> int | None:
        """The number of the request in the journal that shows the moment, now or within two seconds. None without one.

        Only requests whose number is larger than *after* count.
        """
        wanted = {"operation": moment.operation, "after": after} | ({"status": moment.status} if moment.status else {})
        body = {"for": {"request": wanted}, "timeoutSeconds": _LONGEST_WAIT_SECONDS}
        found = self._ask("POST", "/wait", body)["data"]["found"]
        return None if found is None else int(found["number"])

    def known(self) -> SandboxRecord:
        """What the service knows now."""
        archive = self._http.get("/journal.har", params={"limit": 1000})
        return SandboxRecord(archive.content, tuple(self._attempts()), tuple(self._stored()))

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        try:
            answer = self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise ExaminationError(f"The sandbox does not answer {method} {path}: {error}.") from error
        if answer.is_error:
            said = answer.json().get("detail", answer.text) if answer.content else answer.status_code
            raise ExaminationError(f"The sandbox refuses {method} {path}: {said}")
        return answer.json() if answer.content else None

    def now(self) -> str:
        """The time of the world, as a client writes it."""
        return str(self._ask("GET", "/clock")["data"]["now"])

    def _cancel_newest(self, _is_wanted: object) -> str:
        """A colleague of the agency cancels its newest booking."""
        newest = next((item for item in self._ask("GET", "/bookings")["data"] if item["status"] != "cancelled"), None)
        if newest is None:
            return "there is no booking to cancel"
        self._http.request("DELETE", f"{self.base_url}/travel/bookings/{newest['id']}")
        return f"a colleague cancels {newest['id']}"

    def _book(self, wanted: int) -> str:
        """A colleague of the agency creates the *wanted* number of bookings, far from what clients usually book."""
        course_id, made, day = self._last_online_course(), 0, datetime.fromisoformat(self.now()).date() + _FAR
        while made < wanted:
            sheet = self._read(f"/travel/courses/{course_id}/tee-times", date=str(day), players=1)
            times = [item["time"] for item in sheet["availableTimes"] for _ in range(item["available"])]
            for tee_time in times[: wanted - made]:
                wish = {
                    "courseId": course_id,
                    "date": str(day),
                    "teeTime": tee_time,
                    "players": 1,
                    "leadPlayer": _COLLEAGUE,
                }
                self._http.post(f"{self.base_url}/travel/bookings", json=wish).raise_for_status()
                made += 1
            day += timedelta(days=1)
        return f"a colleague creates {made} bookings"

    def _last_online_course(self) -> str:
        last = self._read("/travel/courses", pageSize=50)["meta"]["pagination"]["totalPages"]
        courses = self._read("/travel/courses", pageSize=50, page=last)["data"]
        return str(next(course["id"] for course in reversed(courses) if course["isOnline"]))

    def _read(self, path: str, **query: object) -> Any:
        answer = self._http.get(self.base_url + path, params={name: str(value) for name, value in query.items()})
        return answer.raise_for_status().json()

    def _wait_for_summer_time(self, _is_wanted: object) -> str:
        """The clock moves to one hour before summer time begins in Europe."""
        begins = next_summer_time(datetime.fromisoformat(self.now()))
        self._ask("PUT", "/clock", {"now": f"{begins - timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"})
        return f"summer time begins at {begins:%Y-%m-%d %H:%M} UTC"

    def _attempts(self) -> Iterator[DeliveryAttempt]:
        for delivery in self._ask("GET", "/deliveries?limit=500")["data"]:
            whole = self._ask("GET", f"/deliveries/{delivery['id']}")["data"]
            for attempt in whole["log"]:
                yield DeliveryAttempt(
                    delivery=delivery["id"],
                    kind=delivery["kind"],
                    variant=None if delivery["treatment"] in _NORMAL else delivery["treatment"],
                    number=attempt["number"],
                    status=attempt["status"],
                    milliseconds=attempt["milliseconds"],
                    sent_at=datetime.fromisoformat(attempt["sentAt"]),
                    is_broken=str(attempt["reason"] or "").startswith(_BROKEN),
                    about=_about(attempt["body"]),
                )

    def _stored(self) -> Iterator[Stored]:
        for item in self._ask("GET", "/bookings?limit=100")["data"]:
            yield Stored(
                agency=item["agency"],
                id=item["id"],
                status=item["status"],
                tee_time=(item["course"]["id"], item["date"], item["teeTime"]),
                players=item["players"],
                reference=item.get("agencyBookingReference"),
            )


def _about(body: str) -> str:
    """The id in the data of an event, empty when it has none. A body may have been tampered with."""
    try:
        event = json.loads(body)
    except ValueError:
        return ""
    about = event.get("data") if isinstance(event, dict) else None
    return str(about.get("id") or "") if isinstance(about, dict) else ""


# Levers that no single call of the control plane pulls.
_OF_SEVERAL_CALLS: Mapping[str, Callable[[World, Any], str]] = {
    "cancelNewest": World._cancel_newest,
    "bookings": World._book,
    "summerTime": World._wait_for_summer_time,
}


def next_summer_time(now: datetime) -> datetime:
    """When summer time begins next in Europe, at least one day after *now*: the last Sunday of March, 01:00 UTC."""
    for year in (now.year, now.year + 1):
        last_day = datetime(year, 3, 31, 1, tzinfo=UTC)
        begins = last_day - timedelta(days=(last_day.weekday() + 1) % 7)
        if begins - now > timedelta(days=1):
            return begins
    raise AssertionError("each year has a summer")


def _request_of(lever: ScenarioLever) -> tuple[str, str, dict[str, Any]]:
    """Method, path and body of the control plane for *lever*."""
    if lever.name == "policy":
        body = {name: value for name, value in lever.takes.items() if name != "course"}
        return "PUT", f"/policies/{lever.takes.get('course', '*')}", body
    requests: Mapping[str, tuple[str, str, Any]] = {
        "rule": ("POST", "/rules", lever.takes),
        "settings": ("PATCH", "/settings", lever.takes),
        "clock": ("PUT", "/clock", lever.takes),
        "advance": ("POST", "/clock/advance", {"by": lever.takes}),
    }
    return requests[lever.name]


def pull_all(world: World, levers: Sequence[ScenarioLever]) -> list[str]:
    """Pulls *levers* in order, and returns what happened."""
    return [world.pull(lever) for lever in levers]
