"""Status codes, error bodies and headers, of which the specification states one: 202 for group bookings."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Handler, Variation, variation

_STATUSES = "Error response body, error codes and HTTP status codes for failed requests: not shown."
_SUCCESS = "Success codes other than 202 for group bookings are not stated."
_HEADERS = "The specification names no header of an answer."
# Their answers are not shown, so an empty one is as right as any.
_NOT_SHOWN = frozenset(["updateBooking", "updateWebhook", "deleteWebhook", "releaseBookingHook", "revokeToken"])


def _under(name: str, statuses: Mapping[int, int], choice: str) -> Variation:
    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        return replace(answer, status=statuses.get(answer.status, answer.status)) if ask.is_of_the_interface else answer

    return variation(name, _STATUSES, handle, choice=choice)


def _success(name: str, status: int, when: Callable[[Ask, Response], bool]) -> Variation:
    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        if not (ask.is_of_the_interface and answer.is_success and when(ask, answer)):
            return answer
        return replace(answer, status=status, content=b"" if status == 204 else answer.content)

    return variation(name, _SUCCESS, handle, choice=name)


def _errors(name: str, kind: str, body: Callable[[Response], str]) -> Variation:
    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        if not ask.is_of_the_interface or answer.is_success:
            return answer
        return replace(answer, headers=_typed(answer, kind), content=body(answer).encode())

    return variation(name, _STATUSES, handle, choice="error body")


def _refused_with_success(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if not ask.is_of_the_interface or answer.is_success:
        return answer
    body = f'{{"success": false, "error": {{"code": {answer.status}, "message": "Refused."}}}}'
    return replace(answer, status=200, headers=_typed(answer, "application/json"), content=body.encode())


def _typed(answer: Response, kind: str) -> tuple[tuple[str, str], ...]:
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "content-type")
    return (*kept, ("Content-Type", kind)) if kind else kept


def _headers(name: str, change: Callable[[str, str], tuple[str, str] | None]) -> Variation:
    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        changed = tuple(pair for pair in itertools.starmap(change, answer.headers) if pair)
        return replace(answer, headers=changed)

    return variation(name, _HEADERS, handle, choice=name)


def _without(name: str, *dropped: str) -> Variation:
    return _headers(name, lambda key, value: None if key.lower() in dropped else (key, value))


def _labelled(name: str, label: str) -> Variation:
    def change(key: str, value: str) -> tuple[str, str]:
        return (key, label if key.lower() == "content-type" and value.startswith("application/json") else value)

    return _headers(name, change)


def _with_more(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    more = (("X-Powered-By", "Fairway/9"), ("Set-Cookie", "lb=7; Path=/"), ("RateLimit-Limit", "900"))
    return replace(answer, headers=(*more, *answer.headers))


def _envelope(answer: Response) -> str:
    return json.dumps({"success": False, "data": None, "error": {"code": f"E{answer.status}", "message": "Refused."}})


def _numbered() -> Handler:
    numbers = itertools.count(1)

    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        return replace(answer, headers=(*answer.headers, ("X-Trace", f"{next(numbers):016x}")))

    return handle


VARIATIONS = (
    _success("200 in place of 201", 200, lambda _, answer: answer.status == 201),
    _success("204 where no answer is shown", 204, lambda ask, _: ask.operation in _NOT_SHOWN),
    _success("200 in place of 204", 200, lambda _, answer: answer.status == 204),
    _success("200 for whatever is accepted", 200, lambda ask, _: ask.operation != "createGroupBooking"),
    _success("202 for what is made", 202, lambda _, answer: answer.status == 201),
    _success("202 for a cancelled booking", 202, lambda ask, _: ask.operation == "cancelBooking"),
    _under("422 in place of 400", {400: 422}, "400 or 422"),
    _under("400 in place of 422", {422: 400}, "400 or 422"),
    _under("400 for whatever is refused", dict.fromkeys((404, 409, 412, 415, 422), 400), "400 or 422"),
    _under("403 in place of 404", {404: 403}, "404"),
    _under("410 in place of 404", {404: 410}, "404"),
    _under("400 in place of 404", {404: 400}, "404"),
    _under("422 in place of 404", {404: 422}, "404"),
    _under("404 in place of 405", {405: 404}, "405"),
    _under("501 in place of 405", {405: 501}, "405"),
    _under("422 in place of 409", {409: 422}, "409"),
    _under("423 in place of 409", {409: 423}, "409"),
    _under("400 in place of 409", {409: 400}, "409"),
    _under("403 in place of 409", {409: 403}, "409"),
    _under("404 in place of 409", {409: 404}, "409"),
    _under("410 in place of 409", {409: 410}, "409"),
    _under("412 in place of 409", {409: 412}, "409"),
    _under("403 in place of 401", {401: 403}, "401"),
    _under("400 in place of 401", {401: 400}, "401"),
    _under("404 in place of 401", {401: 404}, "401"),
    _errors("errors in an envelope", "application/json", _envelope),
    _errors("errors in plain text", "text/plain", lambda answer: f"Refused ({answer.status})"),
    _errors("errors without a body", "", lambda _: ""),
    _errors(
        "errors in XML",
        "application/problem+xml",
        lambda answer: f"<problem><status>{answer.status}</status></problem>",
    ),
    _errors("errors as a text in JSON", "application/json", lambda _: '"Refused."'),
    _errors("errors as null", "application/json", lambda _: "null"),
    _errors("errors with a list of data", "application/json", lambda _: '{"data": [], "meta": null, "message": "No."}'),
    _errors("errors in HTML", "text/html", lambda answer: f"<!doctype html><h1>{answer.status}</h1>"),
    _errors("errors as a bare list", "application/json", lambda _: '[{"field": null, "text": "No."}]'),
    _errors("errors with an empty data", "application/json", lambda _: '{"data": {}, "meta": {}, "errors": ["No."]}'),
    variation("refusals in a 200", _STATUSES, _refused_with_success, choice="error body"),
    _headers("header names in capitals", lambda key, value: (key.upper(), value)),
    _headers("header names in title case", lambda key, value: (key.title(), value)),
    _without("no Link header", "link"),
    _without("no ETag header", "etag"),
    _without("no X-Request-Id header", "x-request-id"),
    _without("no Location header", "location"),
    _without("no Date header", "date"),
    _labelled("JSON labelled with a charset", "application/json; charset=utf-8"),
    _labelled("JSON labelled in capitals", "Application/JSON"),
    _labelled("JSON labelled hal+json", "application/hal+json"),
    variation("more headers", _HEADERS, _with_more),
    Variation("a trace header that always differs", _HEADERS, _numbered, "trace header"),
)
