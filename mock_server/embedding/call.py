"""One call of a lever as a value: the request, and how its answer is read. It knows no lever and sends nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Generic, Literal, TypedDict, TypeVar, cast
from urllib.parse import quote

import httpx

CONTROL = "/_sandbox/v1"

T = TypeVar("T")


class LeverError(TypedDict):
    """One mistake in the request of a lever."""

    pointer: str  # The wrong member as a JSON Pointer, such as `/body/effect/problem/code`.
    code: str  # The rule of the contract that the value breaks, such as `enum`.
    detail: str  # What is wrong, and what the sandbox accepts.


class LeverRefused(Exception):
    """The sandbox refused to move a lever. The message says why, and what the sandbox accepts.

    *status* is the status of the answer. *code* is the code of the problem, or "" for an answer without a problem.
    *errors* has every mistake in the request. It is empty where another rule than the contract decided.
    """

    def __init__(self, sentence: str, status: int, code: str, errors: Sequence[LeverError] = ()) -> None:
        super().__init__(sentence)
        self.status, self.code, self.errors = status, code, tuple(errors)


def refusal_of(asked: str, response: httpx.Response) -> LeverRefused:
    """The refusal in an answer. *asked* names the request in the message."""
    status = response.status_code
    try:
        problem = response.json()
        detail, code, errors = problem["detail"], problem["code"], problem.get("errors", [])
    except (ValueError, KeyError, TypeError):
        advice = "Is this the address of a teesheet sandbox?"
        return LeverRefused(f"{asked} answered {status} without a problem. {advice}", status, "")
    # A single mistake is the detail of its problem.
    mistakes = [f"\n  {error['pointer']}: {error['detail']}" for error in errors if error["detail"] not in detail]
    return LeverRefused(f"{asked} answered {status} {code}: {detail}{''.join(mistakes)}", status, code, errors)


class SandboxUnreachable(httpx.ConnectError):
    """No sandbox answers at an address. The message names the address, and says what to do."""

    def __init__(self, address: str, reason: Exception | str) -> None:
        # The message of a timeout is empty.
        said = str(reason) or type(reason).__name__
        super().__init__(
            f"No sandbox answers at {address} ({said}). It was not started, was stopped, or "
            "has crashed. Start it, for example with `teesheet serve`, or correct the address."
        )


class NothingHappened(AssertionError):
    """The thing that a test waited for did not happen in time. The message names the thing and the seconds."""


@dataclass(frozen=True, slots=True)
class LeverCall(Generic[T]):
    """A request to the control plane whose answer has the type *T*. *path* begins below `/_sandbox/v1`."""

    method: str
    path: str
    form: Literal["data", "json", "text", "nothing"]
    body: object = None
    query: Mapping[str, object] = field(default_factory=dict)

    def request(self, client: "httpx.Client | httpx.AsyncClient", headers: Mapping[str, str]) -> httpx.Request:
        """The request for a client whose base address is the address of the sandbox."""
        query = {name: str(value) for name, value in self.query.items() if value is not None}
        sent = {"Content-Type": "application/json", **headers}
        content: dict[str, Any] = {"json": self.body} if self.body is not None else {}
        if not isinstance(self.body, bytes):
            require_json(self.body)
        if isinstance(self.body, bytes):
            content = {"content": self.body}
        return client.build_request(self.method, CONTROL + self.path, params=query, headers=sent, **content)

    def answer(self, response: httpx.Response) -> T:
        """What the sandbox answered. Raises LeverRefused."""
        if not response.is_success:
            raise refusal_of(f"{self.method} {response.request.url}", response)
        if self.form == "nothing":
            return cast("T", None)
        if self.form == "text":
            return cast("T", response.text)
        whole = response.json()
        return cast("T", whole["data"] if self.form == "data" else whole)


def segment(value: str) -> str:
    """A value as one segment of a path. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text. Pass an id or a name, such as booking['id'].")
    return quote(value, safe="")


def require_json(value: object, pointer: str = "/body") -> None:
    """Raises TypeError if JSON cannot carry a value. The message names the member."""
    parts: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    elif not isinstance(value, str | int | float | None) or (isinstance(value, float) and not isfinite(value)):
        advice = "Pass a text, a number, True, False, None, a list or a dict."
        raise TypeError(f"{pointer} is {value!r}, and JSON cannot carry it. {advice}")
    for name, part in parts:
        require_json(part, f"{pointer}/{name}")
