"""Calls that survive a bad network: repetitions with growing pauses, and one Idempotency-Key for each wish."""

import random
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from uuid import uuid4

import httpx

TRIES = 6
FIRST_PAUSE_SECONDS = 0.3
ANSWER_SECONDS = 15.0
TOO_MANY, FAILED = 429, 500


class Refused(Exception):
    """The service understood the request and refused it. A repetition cannot help; *code* says why, if it is known."""

    def __init__(self, status: int, code: str | None) -> None:
        super().__init__(f"{status} {code or ''}".strip())
        self.status = status
        self.code = code


class Unreachable(Exception):
    """The service gave no usable answer after several tries. A write may have happened or not."""


class Calls:
    """Sends requests of one agency."""

    def __init__(self, base_url: str, key: str) -> None:
        self._http = httpx.Client(base_url=base_url, headers={"X-Api-Key": key}, timeout=ANSWER_SECONDS)

    def get(self, path: str, **query: object) -> Any:
        """The JSON of a read. Raises `Refused` or `Unreachable`."""
        return self._ask("GET", path, params={name: value for name, value in query.items() if value is not None})

    def post(self, path: str, body: Any = None) -> Any:
        """The JSON of a new thing. Every try has the same Idempotency-Key, so the thing is made once."""
        return self._ask("POST", path, json=body, headers={"Idempotency-Key": str(uuid4())})

    def put(self, path: str, body: Any) -> Any:
        """The JSON of a changed thing."""
        return self._ask("PUT", path, json=body)

    def delete(self, path: str) -> Any:
        """The JSON of a removal, None when it has no body."""
        return self._ask("DELETE", path)

    def _ask(self, method: str, path: str, **options: Any) -> Any:
        pause = FIRST_PAUSE_SECONDS
        for _ in range(TRIES):
            wanted = 0.0
            try:
                answer = self._http.request(method, path, **options)
                if answer.status_code < FAILED and answer.status_code != TOO_MANY:
                    return _read(answer)
                wanted = _wanted_pause(answer)
            except (httpx.TransportError, ValueError):
                pass  # No answer, or an answer that was cut: the fate of the request is unknown.
            time.sleep(max(wanted, pause * random.uniform(1, 1.5)))  # noqa: S311 - chance, not a secret
            pause *= 2
        raise Unreachable(f"{method} {path} got no usable answer in {TRIES} tries.")


def _read(answer: httpx.Response) -> Any:
    """The JSON of an answer. Raises `Refused`, and `ValueError` for a body that was cut."""
    if answer.is_error:
        try:
            code = answer.json().get("code")
        except (ValueError, AttributeError):
            code = None  # Another service may write refusals otherwise: the status decides.
        raise Refused(answer.status_code, code)
    return answer.json() if answer.content else None


def _wanted_pause(answer: httpx.Response) -> float:
    """Seconds of Retry-After, which is a number or a date."""
    text = answer.headers.get("retry-after", "")
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except ValueError:
        return 0.0
