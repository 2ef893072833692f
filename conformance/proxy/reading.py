"""Turns what passed into requests, responses and exchanges, with secrets masked. Decides nothing."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.proxy.passed import Message, Passed
from conformance.watching.callers import Callers

DELIVERIES = "(deliveries)"
_NEW_TOKENS = ("createToken", "refreshToken")


def request_of(message: Message, origin: str, base_path: str) -> Request:
    """The request in *message* to the service at *origin*. Its path is empty outside of *base_path*.

    Raises `NotJudged`.
    """
    method, target, _version = message.start
    parts = urlsplit(target)
    path = parts.path.removeprefix(base_path) if parts.path.startswith(f"{base_path}/") else ""
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    content = message.decoded() if message.size else None
    return Request(method, path, query, f"{origin}{target}", message.headers, content)


@dataclass(frozen=True)
class Read:
    """One exchange as it may be shown, and its *request* and *response* as they came."""

    exchange: Exchange
    request: Request
    response: Response | None


@dataclass(frozen=True)
class Reader:
    """Reads the exchanges with the service at *origin* and *base_path*, and names their *callers*."""

    origin: str
    base_path: str
    callers: Callers

    def read(self, passed: Passed) -> Read:
        """The exchange in *passed*. Raises `NotJudged`."""
        caller = DELIVERIES if passed.is_delivery else self.callers.name_of(passed.request.headers)
        request = request_of(passed.request, self.origin, self.base_path)
        response = None if passed.failure else _response_of(passed)
        met = match(request.method, request.path)
        masking = self.callers.masking
        if response and met and met.operation_id in _NEW_TOKENS:
            masking.learn_tokens(response.content)
        exchange = Exchange(
            index=passed.number,
            agency=caller,
            operation_id=met.operation_id if met else None,
            role=Role.read if request.method == "GET" else Role.golden,
            check="",
            request=masking.request(request),
            response=response and masking.response(response),
            failure=passed.failure,
            started_at=passed.started_at,
            elapsed_ms=(passed.ended - passed.started) * 1000,
        )
        return Read(exchange, request, response)


def _response_of(passed: Passed) -> Response | None:
    message = passed.answer
    if message is None:
        return None
    return Response(int(message.start[1]), message.headers, message.decoded(), passed.ended - passed.started)
