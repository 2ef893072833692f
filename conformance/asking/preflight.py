"""Checks before the run that the target can be judged: its address, its keys and its first answer.

Each refusal says what to do.
"""

import time
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from conformance.asking.levers import TargetClock
from conformance.asking.repeating import first_answer
from conformance.catalogue.paths import COURSES, VERSION_AT_THE_END
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.verdicts import CutShort, Untested
from conformance.recordings.recording import Transport
from conformance.target.target import Target
from conformance.wire.retrying import is_sent_again
from conformance.wire.transport import NoAnswer


class PreflightError(Exception):
    """The run cannot start; the message is one sentence."""


def preflight(target: Target, transport: Transport, clock: TargetClock) -> date:
    """Today's date at the target, from its declared clock or its Date header; else our own UTC date.

    Raises `PreflightError`.
    """
    _check_address(target.base_url)
    response = _probe(target, transport, target.api_key)
    _check_answer(target.base_url, response, "The API key")
    if target.second_api_key is not None:
        _check_second_key(target, transport)
    return _today(response, clock)


def _check_second_key(target: Target, transport: Transport) -> None:
    if target.second_api_key == target.api_key:
        raise PreflightError("Both API keys are the same. The second one must belong to another agency.")
    response = _probe(target, transport, str(target.second_api_key))
    _check_answer(target.base_url, response, "The second API key")


def _check_address(base_url: str) -> None:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise PreflightError(f"{base_url} is not an http or https address. Give one like http://127.0.0.1:8080/api/v1.")
    if parts.query or parts.fragment:
        raise PreflightError(f"{base_url} has a query or a fragment. Give the bare base address.")
    if not VERSION_AT_THE_END.search(parts.path):
        raise PreflightError(f"{base_url} does not end in the version segment. Give an address like {base_url}/v1.")


def _probe(target: Target, transport: Transport, key: str) -> Response:
    url = target.base_url + COURSES
    wire = target.wire
    usual = (("Accept", "application/json"), ("User-Agent", wire.user_agent))
    headers = (*usual, *wire.headers, (wire.key_header.name, wire.key_header.value(key)))
    request = Request("GET", COURSES, (), url, headers, None)
    try:
        return _probe_answer(transport, request)
    except NoAnswer as silence:
        raise PreflightError(_why_silent(target, silence)) from silence
    except CutShort as cut:
        raise PreflightError(f"GET {url} got no answer to judge. {cut}") from cut


def _probe_answer(transport: Transport, request: Request) -> Response:
    """The first answer that was not lost and does not ask for the same request later. Raises `NoAnswer`."""
    attempt, timeouts = 1, 0

    def ask() -> Response:
        nonlocal attempt
        while is_sent_again(request, response := transport.exchange(request), attempt):
            attempt += 1
        return response

    def is_hopeless(silence: NoAnswer) -> bool:
        """A target that starts, or that is busy, may not answer the first request in time. The second one decides."""
        nonlocal timeouts
        timeouts += silence.timed_out
        return timeouts > 1 or silence.tls or silence.unusable

    return first_answer(ask, time.sleep, is_hopeless=is_hopeless)


def _why_silent(target: Target, silence: NoAnswer) -> str:
    if silence.unusable:
        return f"GET {target.base_url}{COURSES} gave {silence}. Is this the API?"
    if silence.timed_out:
        return (
            f"{target.base_url} gave {silence}. Is it the right address, or does it need"
            " a larger timeout_seconds under [budgets] in the target file?"
        )
    if silence.tls:
        return (
            f"No secure connection to {target.base_url}: {silence}."
            " Check the certificate, or use http for a local target."
        )
    return f"{target.base_url} cannot be reached: {silence}. Is the target running?"


def _check_answer(base_url: str, response: Response, key_name: str) -> None:
    url = base_url + COURSES
    if response.status in (401, 403):
        raise PreflightError(f"{key_name} was refused: GET {url} answered {response.status}. Check the key.")
    if response.status == 404:
        raise PreflightError(
            f"GET {url} answered 404."
            " Check the path: the base address ends in the version segment, and /travel follows it."
        )
    if 300 <= response.status < 400:
        raise PreflightError(
            f"GET {url} answered {response.status} and points to {response.header('location')}. Give the final address."
        )
    if not response.is_success:
        raise PreflightError(f"GET {url} answered {response.status}. The run needs a target that lists its courses.")
    _check_json(url, response)


def _check_json(url: str, response: Response) -> None:
    try:
        parse_json(response.content)
    except NotJson as error:
        kind = response.header("content-type") or "no content type"
        raise PreflightError(
            f"GET {url} answered {response.status} with {kind}, which is not JSON. Is this the API?"
        ) from error


def _today(response: Response, clock: TargetClock) -> date:
    date_header = response.said_at() or datetime.now(UTC)
    try:
        return clock.now(date_header).date()
    except Untested:
        # When the lever fails, only the rows that need it are untested.
        return date_header.date()
