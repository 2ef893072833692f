"""One call of a lever as a value: the request, and how its answer is read. It knows no lever and sends nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, cast
from urllib.parse import quote

import httpx

CONTROL = "/_sandbox/v1"

T = TypeVar("T")


class LeverRefused(Exception):
    """The sandbox refused to move a lever. The message is one sentence, and says what the sandbox accepts.

    *status* is the status of the answer. *code* is the code of the problem, or "" for an answer without a problem.
    """

    def __init__(self, sentence: str, status: int, code: str) -> None:
        super().__init__(sentence)
        self.status, self.code = status, code


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
        if isinstance(self.body, bytes):
            content = {"content": self.body}
        return client.build_request(self.method, CONTROL + self.path, params=query, headers=sent, **content)

    def answer(self, response: httpx.Response) -> T:
        """What the sandbox answered. Raises LeverRefused."""
        if not response.is_success:
            raise self._refusal(response)
        if self.form == "nothing":
            return cast("T", None)
        if self.form == "text":
            return cast("T", response.text)
        whole = response.json()
        return cast("T", whole["data"] if self.form == "data" else whole)

    def _refusal(self, response: httpx.Response) -> LeverRefused:
        asked = f"{self.method} {response.request.url}"
        try:
            problem = response.json()
            detail, code = problem["detail"], problem["code"]
        except (ValueError, KeyError, TypeError):
            advice = "Is this the address of a teesheet sandbox?"
            return LeverRefused(
                f"{asked} answered {response.status_code} without a problem. {advice}", response.status_code, ""
            )
        return LeverRefused(
            f"{asked} was refused with {response.status_code} {code}: {detail}", response.status_code, code
        )


def segment(value: str) -> str:
    """A value as one segment of a path."""
    return quote(value, safe="")
