"""Everything that can be asked of a world, while it is removed, begun, reset, restored, copied and replaced.

What a request finds is as chance has it. That it is answered, and never as a failure, is not.
"""

import itertools
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any
from uuid import uuid4

import httpx
import pytest

from openapi.bundler import control
from tests.databases import BOTH, new_database
from tests.sandbox.agencies import BASE_PATH, CONTROL
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW

ASKING = 6
ROUNDS = 2
LOOKS = 150

COURSE = "crs_h3w8kz11"
_BOOKING = {
    "courseId": COURSE,
    "date": "2040-05-12",
    "teeTime": "09:30",
    "players": 1,
    "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"},
}
# What stands for the parameters in a path, and the bodies of operations that need one other than their example.
_PATH = {
    "world": "self",
    "name": "kept",
    "id": "bkg_000000000000",
    "number": "1",
    "courseId": COURSE,
}
_QUERY = {"getLedger": {"courseId": COURSE, "date": "2040-05-12"}}
_BODIES: dict[str, Any] = {
    "waitFor": {"for": {"event": {"kind": "booking.cancelled"}}, "timeoutSeconds": 0},
    "setClock": {"mode": "frozen"},
    "advanceClock": {"by": "PT1M"},
    "changeInventory": {"courseId": COURSE, "date": "2040-05-12", "teeTime": "10:30", "blocked": 1},
    "sendRival": {"courseId": COURSE, "date": "2040-05-12", "teeTime": "11:30", "leave": 1},
    "changeSettings": {"rateLimit": None},
    "createRule": {"times": 1, "effect": {"latency": {"milliseconds": 1}}},
    "takeSnapshot": {"name": "kept"},
    "setPolicy": {"answer": "decline", "afterMinutes": 10},
}
# They bring worlds into being and remove them; see _upheaval.
_WHOLE = {"deleteWorld", "resetWorld", "forkWorld", "createWorld", "importWorld", "restoreSnapshot", "listWorlds"}

Request = tuple[str, str, dict[str, Any]]


def _control_requests() -> list[Request]:
    requests: list[Request] = []
    for path, item in control()["paths"].items():
        for method, node in item.items():
            if not isinstance(node, dict) or node.get("operationId", "") in ("", *_WHOLE):
                continue
            options: dict[str, Any] = {"params": _QUERY.get(node["operationId"], {})}
            if "requestBody" in node:
                ((_media_type, media),) = node["requestBody"]["content"].items()
                options["json"] = _BODIES.get(node["operationId"], media.get("example", {}))
            requests.append((method.upper(), CONTROL + path.format(**_PATH), options))
    return requests


_INTERFACE: list[Request] = [
    ("GET", f"{BASE_PATH}/travel/courses", {}),
    ("GET", f"{BASE_PATH}/travel/bookings", {}),
    ("POST", f"{BASE_PATH}/travel/bookings", {"json": _BOOKING}),
    ("POST", f"{BASE_PATH}/travel/bookings", {"json": _BOOKING, "headers": {"Idempotency-Key": "one"}}),
    ("POST", f"{BASE_PATH}/travel/bookings/hooks", {"json": _BOOKING}),
    (
        "POST",
        f"{BASE_PATH}/travel/courses/{COURSE}/hold-tee-time",
        {"json": {"date": "2040-05-12", "time": "12:30", "players": 1}},
    ),
    ("GET", f"{BASE_PATH}/travel/courses/{COURSE}/tee-times", {"params": {"date": "2040-05-12", "players": 1}}),
    ("GET", f"{BASE_PATH}/webhooks", {}),
    ("POST", f"{BASE_PATH}/auth/token", {}),
]


@pytest.fixture(scope="module", params=BOTH)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A sandbox of two processes on each database, so that requests of one world run beside each other on both."""
    database = new_database(request.param, tmp_path_factory.mktemp("races"))
    with serving("--database", database, "--workers", "2") as running:
        yield running


def _upheaval(http: httpx.Client, address: str, world: str, over: Event) -> list[int]:
    """Removes a world, begins it, resets, restores, copies and replaces it, again and again. The statuses of all."""
    key, base = {"X-Api-Key": f"sbx_{world}_alpha"}, f"{address}{CONTROL}/worlds"
    export = http.get(f"{base}/self/export", headers=key).json()
    statuses = []
    for turn in itertools.count():
        if over.is_set():
            return statuses
        for method, path, body in (
            ("POST", "/self/snapshots", {"name": "kept"}),
            ("DELETE", "/self", None),
            ("POST", "", {"name": world, "seed": turn}),
            ("PUT", "/../clock", {"mode": "frozen", "now": NOW}),
            ("POST", "/self/snapshots", {"name": "kept"}),
            ("POST", "/self/reset", None),
            ("POST", "/self/snapshots/kept/restore", None),
            ("POST", "/self/import", export),
            ("DELETE", f"/{world}-copy", None),
            ("POST", "/self/fork", {"name": f"{world}-copy"}),
        ):
            asks_as_administrator = path in ("", f"/{world}-copy")
            headers = {} if asks_as_administrator else key
            url = base.replace("/worlds", "/clock") if path == "/../clock" else base + path
            statuses.append(
                http.request(method, url, headers=headers, **({} if body is None else {"json": body})).status_code
            )
    return statuses


def _asking(http: httpx.Client, address: str, world: str, seed: int) -> list[tuple[int, str]]:
    """Asks for everything in an order of its own, with the key of the world, and as the administrator for its name."""
    named = [
        (method, path.replace("/worlds/self", f"/worlds/{world}"), {**options, "anonymous": True})
        for method, path, options in _control_requests()
        if "/worlds/self" in path
    ]
    copies = [
        (method, path.replace(f"/worlds/{world}", f"/worlds/{world}-copy"), options) for method, path, options in named
    ]
    requests = [*_control_requests(), *_INTERFACE, *named, *copies, *named, *copies] * ROUNDS
    random.Random(seed).shuffle(requests)  # noqa: S311 - no secret follows from it.
    failures = []
    for method, path, options in requests:
        sent = {name: value for name, value in options.items() if name != "anonymous"}
        key = {} if "anonymous" in options else {"X-Api-Key": f"sbx_{world}_alpha"}
        sent["headers"] = {**key, **sent.get("headers", {})}
        answer = http.request(method, address + path, **sent)
        if answer.status_code >= 500:
            failures.append((answer.status_code, f"{method} {path}: {answer.text[:200]}"))
    return failures


def test_no_request_fails_however_its_world_comes_and_goes(server: Server) -> None:
    world, over = f"w{uuid4().hex[:12]}", Event()
    with httpx.Client(timeout=60) as http, ThreadPoolExecutor(ASKING + 2) as pool:
        upheavals = [pool.submit(_upheaval, http, server.address, world, over) for _ in range(2)]
        asking = [pool.submit(_asking, http, server.address, world, seed) for seed in range(ASKING)]
        failures = [failure for item in asking for failure in item.result()]
        over.set()
        statuses = [status for upheaval in upheavals for status in upheaval.result()]

    assert failures == []
    assert max(statuses) < 500
    assert {201, 204} <= set(statuses)
    assert "Traceback" not in server.complaints()


def test_a_world_can_be_looked_at_while_it_is_removed(server: Server) -> None:
    world, over = f"w{uuid4().hex[:12]}", Event()
    key, address = {"X-Api-Key": f"sbx_{world}_alpha"}, f"{server.address}{CONTROL}/worlds"

    def remove() -> set[int]:
        statuses = set()
        while not over.is_set():
            statuses |= {http.delete(f"{address}/self", headers=key).status_code}
        return statuses

    def look(path: str, headers: dict[str, str]) -> set[int]:
        return {http.get(address + path, headers=headers).status_code for _ in range(LOOKS)}

    with httpx.Client(timeout=60) as http, ThreadPoolExecutor(6) as pool:
        removing = [pool.submit(remove) for _ in range(2)]
        looking = [
            pool.submit(look, *how) for how in (("/self", key), (f"/{world}", {}), ("/self", key), ("/self", key))
        ]
        seen = set().union(*(item.result() for item in looking))
        over.set()
        removed = set().union(*(item.result() for item in removing))

    assert (seen - {400}, removed) == ({200}, {204})
