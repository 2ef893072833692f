"""The control plane over HTTP, below /_sandbox/v1.

It stands outside the base path of the interface: a client that is pointed at a real service gets a 404 here.
Every lever moves the world of the caller's key and no other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from starlette.concurrency import run_in_threadpool

from mock_server.api.bodies import parse_json, read_body, write_json
from mock_server.api.contract import Contract
from mock_server.api.edge import RequestIds
from mock_server.api.handlers import HANDLERS
from mock_server.api.operations import Faults, Written, send_written
from mock_server.api.parameters import findings_of
from mock_server.api.problems import Finding, invalid_request
from mock_server.api.requests import header
from mock_server.api.routing import Router
from mock_server.api.security import Caller, caller_of
from mock_server.clock import wall_clock
from mock_server.control.levers import ROUTES, Route, reset_world
from mock_server.control.target import target_file
from mock_server.services.worlds import opened
from mock_server.storage.store import Store

BASE_PATH = "/_sandbox/v1"


@dataclass(frozen=True, slots=True)
class Reach:
    """What the control plane can reach of its server."""

    contract: Contract
    contract_sha256: str
    store: Store
    faults: Faults
    request_ids: RequestIds
    public_url: str
    max_body_bytes: int


def _paths() -> dict[str, dict[str, Any]]:
    paths: dict[str, dict[str, Any]] = {
        "/info": {"get": {"operationId": "info"}},
        "/target": {"get": {"operationId": "target"}},
    }
    for number, route in enumerate(ROUTES):
        paths.setdefault(route.path, {})[route.method.lower()] = {"operationId": str(number)}
    return paths


class ControlPlane:
    """The ASGI application of the control plane."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.router = Router(BASE_PATH, _paths())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request. Raises Problem or a Refusal, which the edge turns into an answer."""
        operation, path = self.router.find(scope["method"], scope["path"])
        if operation == "info":
            await send_written(send, _json(self.info()))
        elif operation == "target":
            await send_written(send, self.target(scope))
        else:
            await self.pull(ROUTES[int(operation)], path, scope, receive, send)

    async def pull(self, route: Route, path: Mapping[str, str], scope: Any, receive: Any, send: Any) -> None:
        """Pulls one lever in the caller's world."""
        caller = caller_of(scope["headers"])
        body = await self.body(route, receive)
        if self.reach.store.waits_for_network:
            await send_written(send, await run_in_threadpool(self.pulled, route, path, caller, body))
        else:
            await send_written(send, self.pulled(route, path, caller, body))

    def pulled(self, route: Route, path: Mapping[str, str], caller: Caller, body: Any) -> Written:
        """What the lever answers, with what it changed committed."""
        with opened(self.reach.store, caller.world, wall_clock(), writes=route.method != "GET") as session:
            answer = _json({"data": route.lever(session, body, path)})
        if route.lever is reset_world:
            self.reach.request_ids.restart(caller.world)
        return answer

    async def body(self, route: Route, receive: Any) -> Any:
        """The valid body of a lever, None where it takes none. Raises Problem."""
        raw = await read_body(receive, self.reach.max_body_bytes)
        if route.body is None:
            if raw:
                raise invalid_request([Finding("/body", "unknown", "This call takes no body.")])
            return None
        if not raw and not route.body_required:
            return None
        body = parse_json(raw)
        findings = findings_of(route.body, body, "/body")
        if findings:
            raise invalid_request(findings)
        return body

    def info(self) -> dict[str, Any]:
        """What this server is, which operations are built, and how often it was at fault."""
        contract, faults = self.reach.contract, self.reach.faults
        return {
            "teesheet": version("teesheet"),
            "contract": {
                "title": contract.document["info"]["title"],
                "version": contract.document["info"]["version"],
                "sha256": self.reach.contract_sha256,
            },
            "basePath": contract.base_path,
            "seed": self.reach.store.courses.seed,
            "courses": len(self.reach.store.courses.courses),
            "database": self.reach.store.engine.dialect.name,
            "operations": {
                "stateful": sorted(HANDLERS.keys() & contract.operations.keys()),
                "answeredFromExamples": sorted(contract.operations.keys() - HANDLERS.keys()),
            },
            "faults": {
                "responseContractViolations": faults.response_contract_violations,
                "internalErrors": faults.internal_errors,
            },
        }

    def target(self, scope: Any) -> Written:
        """A target file for the conformance suite, for the world of the caller's key or the world `demo`."""
        world = caller_of(scope["headers"]).world if header(scope, b"x-api-key") else "demo"
        base_url = self.reach.public_url + self.reach.contract.base_path
        text = target_file(self.reach.store.courses, base_url, world)
        return Written(200, {"Content-Type": "application/toml"}, text.encode())


def _json(value: Any) -> Written:
    return Written(200, {"Content-Type": "application/json", "Cache-Control": "no-store"}, write_json(value))
