"""A request of the console to its own server, and the same request as a curl line.

The console has no other way to the sandbox. So a reader can repeat with curl what a page shows or what a button does.
"""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import orjson

from mock_server.api.inside import ask_inside

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. *path* begins with a slash. *body* is a JSON value, or None for a request without a body."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Path and query string."""
        return self.path if not self.query else f"{self.path}?{urlencode(self.query)}"

    @property
    def written(self) -> bytes:
        """The body as it is sent."""
        return b"" if self.body is None else orjson.dumps(self.body)

    @property
    def call(self) -> str:
        """The request as a form of the console carries it."""
        return " ".join(filter(None, (self.method, self.path, self.written.decode())))

    def curl(self, public_url: str, credentials: Mapping[str, str]) -> str:
        """The command that sends the same request from a shell."""
        headers = {**credentials, **self.headers, **({} if self.body is None else {"Content-Type": JSON})}
        words = ["curl", *([] if self.method == "GET" else ["-X", self.method])]
        for name, value in headers.items():
            words += ["-H", f"{name}: {value}"]
        words.append(f"{public_url}{self.address}")
        if self.body is not None:
            words += ["-d", self.written.decode()]
        # The shell fills in a variable that stands for a secret only between double quotes.
        return " ".join(f'"{word}"' if "$TEESHEET_" in word else shlex.quote(word) for word in words)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request. *status* is 0 if the sandbox cut the connection."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_refusal(self) -> bool:
        """Whether the request did not succeed."""
        return not 200 <= self.status < 300

    @property
    def json(self) -> Any:
        """The JSON value of the body; None for a body that is no JSON."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return None

    @property
    def data(self) -> Any:
        """The member `data` of the body."""
        return self.json["data"]

    @property
    def code(self) -> str:
        """The code of the problem; empty for an answer without a problem."""
        return str(self.json.get("code", "")) if isinstance(self.json, dict) else ""

    @property
    def sentence(self) -> str:
        """Why the request was refused, in a sentence."""
        problem = self.json
        if not isinstance(problem, dict) or "detail" not in problem:
            return (
                "The sandbox cut the connection." if self.status == 0 else f"The answer has the status {self.status}."
            )
        detail = str(problem["detail"])
        wrong = [f"{error['pointer']}: {error['detail']}" for error in problem.get("errors", ()) if "detail" in error]
        return " ".join([detail, *(sentence for sentence in wrong[:3] if sentence not in detail)])


class Refused(Exception):
    """A page cannot be shown, since the server refused a request that the page needs."""

    def __init__(self, reply: Reply) -> None:
        """*reply* is the refusal."""
        super().__init__(reply.sentence)
        self.reply = reply


async def send(app: Any, ask: Ask, credentials: Mapping[str, str]) -> Reply:
    """Sends *ask* to the application of this process, with the headers *credentials*."""
    headers = {**credentials, **ask.headers, **({} if ask.body is None else {"Content-Type": JSON})}
    sent = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    answer = await ask_inside(app, ask.method, ask.path, urlencode(ask.query).encode(), sent, ask.written)
    return Reply(answer.status, answer.headers, answer.body)
