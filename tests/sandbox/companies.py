"""Companies that share a server, each with keys of its own, and the requests that they try."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from hypothesis import strategies as st

from mock_server.app import Sandbox
from tests.sandbox.agencies import BASE_PATH, CONTROL
from tests.sandbox.in_process import asked

ADMIN_TOKEN = "the-token-of-the-administrator"  # noqa: S105 - of servers that live as long as their test.


NAMES = ("a", "b", "a-b", "a-b-c", "a-", "a-x", "a--x", "a-b-x", "b-x", "c", "A", "a-X", "a\n", "á", "a-x%20", "self")


VERBS = ("use", "subscribe", "fork", "import", "create", "reset", "restore", "delete", "post")


def secret_of(world: str) -> str:
    return f"a-long-secret-of-{world}"


def key_file(folder: Path, worlds: Sequence[str]) -> str:
    file = folder / f"{len(list(folder.iterdir()))}.toml"
    file.write_text("[keys]\n" + "".join(f'"{secret_of(world)}" = "{world}/alpha"\n' for world in worlds))
    return str(file)


class Company:
    """Whoever has the keys of a world, and marks what it does. Without a file of keys it is anybody."""

    def __init__(self, sandbox: Sandbox, world: str, *, has_secret: bool) -> None:
        self.sandbox, self.world = sandbox, world
        self.mark = world if has_secret else "anybody"
        self.key = {"X-Api-Key": secret_of(world) if has_secret else f"sbx_{world}_alpha"}

    def asks(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Sends a request with its key."""
        return asked(self.sandbox, method, path, headers=self.key, **({} if body is None else {"json": body}))

    def does(self, verb: str, name: str) -> None:
        """One thing to a world of that name, or to its own where the thing takes no name."""
        path = f"{CONTROL}/worlds/{name.strip()}"
        if verb in ("fork", "import"):
            self.does("subscribe", name)
        if verb == "use":
            self.asks("GET", f"{BASE_PATH}/travel/bookings")
        elif verb == "subscribe":
            body = {"url": "https://hooks.example/", "events": ["booking.confirmed"], "description": self.mark}
            self.asks("POST", f"{BASE_PATH}/webhooks", body)
        elif verb == "fork":
            self.asks("POST", f"{CONTROL}/worlds/self/fork", {"name": name})
        elif verb == "import":
            export = self.asks("GET", f"{CONTROL}/worlds/self/export")
            self.asks("POST", f"{path}/import", export.json() if export.is_success else None)
        elif verb == "create":
            self.asks("POST", f"{CONTROL}/worlds", {"name": name, "seed": 7})
            asked(self.sandbox, "POST", f"{CONTROL}/worlds", headers={}, json={"name": name, "seed": 7})
        elif verb == "restore":
            self.asks("POST", f"{path}/snapshots", {"name": "kept"})
            self.asks("POST", f"{path}/snapshots/kept/restore")
        elif verb == "delete":
            self.asks("DELETE", path)
            asked(self.sandbox, "DELETE", path, headers={})
        elif verb == "reset":
            self.asks("POST", f"{path}/reset")
        else:
            asked(self.sandbox, "POST", f"{CONTROL}/inbox/{name.strip()}/desk", headers={}, content=b"x")

    def sees(self) -> set[str]:
        """Who has subscribed in its world, as far as it is let in."""
        answer = self.asks("GET", f"{BASE_PATH}/webhooks")
        return {item["description"] for item in answer.json()["data"]} if answer.is_success else set()


STEPS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(VERBS), st.sampled_from(NAMES)), max_size=10)
