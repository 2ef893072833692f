"""Refusals and success codes, where the specification shows neither bodies nor statuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import read, with_headers
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Handler,
    Variation,
    has_json,
    refusal,
    variation,
)
from tests.mutants.tools.call import write_json

_NOT_SHOWN = "Error response body, error codes and HTTP status codes for failed requests are not shown."
_SUCCESS = "HTTP 202 is the success code of POST /group-bookings. Other success codes are not stated."
_FIRST_SERVER_FAULT = 500
_UNAUTHORIZED = 401
_NOT_FOUND = 404
_LOCKED = "This address is locked because of a wrong key. Call support."
_CODES = {"createBooking": 202, "holdTeeTime": 200, "createBookingHook": 202, "createWebhook": 200, "createToken": 201}


def _refused_as(write: Callable[[Response], Response]) -> Handler:
    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        is_refused = ask.is_of_the_interface and 400 <= answer.status < _FIRST_SERVER_FAULT
        return write(answer) if is_refused and answer.status != 429 else answer

    return handle


def _under_200(answer: Response) -> Response:
    error = {"code": answer.status * 10 + 1, "text": "The request was refused."}
    return Response(200, (("content-type", "application/json"),), write_json({"success": False, "error": error}))


def _as_a_page(answer: Response) -> Response:
    page = b'<!doctype html><html><body><h1>Request refused</h1><p>{"data": []}</p></body></html>'
    return Response(answer.status, (("content-type", "text/html; charset=iso-8859-1"),), page)


def _all_400(_answer: Response) -> Response:
    body = {"errors": ["refused"], "data": None, "meta": {"pagination": None}}
    return Response(400, (("content-type", "application/json"),), write_json(body))


def _as_a_gateway(answer: Response) -> Response:
    if answer.status != _UNAUTHORIZED:
        return answer
    return with_headers(refusal(403, "Forbidden"), ("x-amzn-errortype", "ForbiddenException"))


def _gone(answer: Response) -> Response:
    status = 410 if answer.status == _NOT_FOUND else answer.status
    return Response(status, (("content-type", "text/plain"), ("content-length", "0")), b"")


@dataclass
class OtherCodes:
    """A layer: successes have other codes than those of the sandbox."""

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The same answer under another 2xx code, and a removal with a body."""
        answer = forward(ask)
        if not answer.is_success:
            return answer
        if ask.operation in ("deleteWebhook", "revokeToken"):
            return Response(200, (("content-type", "application/json"),), write_json({"data": {"done": True}}))
        return replace(answer, status=_CODES.get(str(ask.operation), answer.status))


@dataclass
class LocksOut:
    """A layer: a wrong key locks every key out for good."""

    _is_locked: list[bool] = field(default_factory=list)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, or a refusal after a wrong key."""
        if not ask.is_of_the_interface:
            return forward(ask)
        if self._is_locked:
            return refusal(403, _LOCKED)
        answer = forward(ask)
        if ask.api_key and answer.status == _UNAUTHORIZED and not _is_known(ask, forward):
            self._is_locked.append(True)
        return answer


def _is_known(ask: Ask, forward: Forward) -> bool:
    return has_json(read(ask.without_header("authorization"), forward, "/travel/courses", pageSize=1))


def _forbids_bad_keys(declared: Declared) -> Declared:
    return declared | {"declares": declared["declares"] | {"may_send_bad_keys": False}}


def _foreign_is_forbidden(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    is_by_id = ask.operation in ("getBooking", "updateBooking", "cancelBooking", "getGroupBooking")
    return refusal(403, "This object is not yours.") if is_by_id and answer.status == _NOT_FOUND else answer


VARIATIONS: tuple[Variation, ...] = (
    variation("refusals have the status 200 and success false", _NOT_SHOWN, _refused_as(_under_200), choice="refusals"),
    variation("refusals are pages in HTML", _NOT_SHOWN, _refused_as(_as_a_page), choice="refusals"),
    variation("every refusal has the status 400", _NOT_SHOWN, _refused_as(_all_400), choice="refusals"),
    variation("a gateway refuses keys with 403", _NOT_SHOWN, _refused_as(_as_a_gateway), choice="refusals"),
    variation("unknown ids are gone and refusals are empty", _NOT_SHOWN, _refused_as(_gone), choice="refusals"),
    variation("unknown and foreign ids are forbidden", _NOT_SHOWN, _foreign_is_forbidden, choice="refusals"),
    Variation("successes have other codes", _SUCCESS, OtherCodes, "success codes"),
    Variation(
        "a wrong key locks out",
        "The specification does not say what happens to a caller that tries keys. The operator forbids wrong keys.",
        LocksOut,
        "wrong keys",
        _forbids_bad_keys,
    ),
)
