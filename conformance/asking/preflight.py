"""Looks before the run whether there is anything to judge.

Each refusal is one sentence that says what to do.
"""

import re
import time
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from conformance.asking.levers import TargetClock
from conformance.evidence.exchanges import NotJson, Request, Response, parse_json
from conformance.evidence.verdicts import CutShort, Untested
from conformance.recordings.recording import Transport
from conformance.target.target import Target
from conformance.wire.retrying import PAUSES_SECONDS, is_lost, is_sent_again
from conformance.wire.transport import NoAnswer

_PROBE = "/travel/courses"
_VERSION_SEGMENT = re.compile(r"/v\d+$")


class PreflightError(Exception):
    """The run cannot start; the message is one sentence."""


def preflight(target: Target, transport: Transport, clock: TargetClock) -> date:
    """Today as the target tells it (its declared clock or its Date header), or our own UTC date.

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
    if not _VERSION_SEGMENT.search(parts.path):
        raise PreflightError(f"{base_url} does not end in the version segment. Give an address like {base_url}/v1.")


def _probe(target: Target, transport: Transport, key: str) -> Response:
    url = target.base_url + _PROBE
    wire = target.wire
    usual = (("Accept", "application/json"), ("User-Agent", wire.user_agent))
    headers = (*usual, *wire.headers, (wire.key_header.name, wire.key_header.value(key)))
    request = Request("GET", _PROBE, (), url, headers, None)
    try:
        return _patiently(transport, request)
    except NoAnswer as silence:
        raise PreflightError(_why_silent(target, silence)) from silence
    except CutShort as cut:
        raise PreflightError(f"GET {url} got no answer to judge. {cut}") from cut


def _patiently(transport: Transport, request: Request) -> Response:
    """The answer to a read, asked for again where it was lost on the way. Raises `NoAnswer`."""
    attempt = 1
    for pause in (*PAUSES_SECONDS, None):
        try:
            while is_sent_again(request, response := transport.exchange(request), attempt):
                attempt += 1
            if pause is None or not is_lost(response):
                return response
        except NoAnswer as silence:
            if pause is None or silence.timed_out or silence.tls or silence.unusable:
                raise
        time.sleep(pause)
    raise AssertionError("The last attempt returns or raises.")


def _why_silent(target: Target, silence: NoAnswer) -> str:
    if silence.unusable:
        return f"GET {target.base_url}{_PROBE} gave {silence}. Is this the API?"
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
    url = base_url + _PROBE
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
    said = response.said_at() or datetime.now(UTC)
    try:
        return clock.now(said).date()
    except Untested:
        # A lever that fails leaves the rows that need it untested, and no others.
        return said.date()
