"""An agency at its desk: sends requests with its key, and has every answer judged by the oracle."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.sandbox.oracle import violations

BASE_PATH = "/api/v1"
CONTROL = "/_sandbox/v1"


@dataclass(frozen=True)
class Agency:
    """One agency of one world. Paths of the interface are relative to its base, as in `/travel/courses`."""

    http: httpx.Client
    address: str
    world: str
    name: str

    @property
    def key(self) -> str:
        """The key that names world and agency."""
        return f"sbx_{self.world}_{self.name}"

    def send(self, method: str, path: str, *, headers: dict[str, str] | None = None, **options: Any) -> httpx.Response:
        """The answer to any request of the interface. Fails where the answer breaks the contract."""
        sent = {"X-Api-Key": self.key, **(headers or {})}
        answer = self.http.request(method, f"{self.address}{BASE_PATH}{path}", headers=sent, **options)
        assert violations(answer) == []
        return answer

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Reads. Query parameters that are None are not sent."""
        return self.send("GET", path, params={name: value for name, value in query.items() if value is not None})

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        """Sends JSON. Headers are given with underscores for hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send("POST", path, json=body, headers=named)

    def put(self, path: str, body: Any) -> httpx.Response:
        """Changes."""
        return self.send("PUT", path, json=body)

    def delete(self, path: str) -> httpx.Response:
        """Cancels or removes."""
        return self.send("DELETE", path)

    def control(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Pulls a lever of the control plane, for example `/clock`, in the world of this agency."""
        options = {} if body is None else {"json": body}
        return self.http.request(method, f"{self.address}{CONTROL}{path}", headers={"X-Api-Key": self.key}, **options)

    def freeze(self, moment: str) -> None:
        """Stops the clock of the world at a moment."""
        answer = self.control("PUT", "/clock", {"mode": "frozen", "now": moment})
        assert answer.status_code == 200, answer.text

    def advance(self, **how: str) -> list[dict[str, str]]:
        """Moves the clock (`by="PT15M"` or `to=...`) and answers with the timeline."""
        answer = self.control("POST", "/clock/advance", how)
        assert answer.status_code == 200, answer.text
        timeline: list[dict[str, str]] = answer.json()["data"]["timeline"]
        return timeline
