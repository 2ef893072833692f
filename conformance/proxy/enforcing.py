"""Carries a connection with a gate: a whole message waits for its judgement, and the proxy may answer in its place.

A message that is longer than is judged goes on without a judgement. Knows no contract: the gate does.
"""

from typing import Protocol

from conformance.proxy.answers_here import AnswerHere
from conformance.proxy.carrying import Carrier, Notebook, Underway
from conformance.proxy.framing import MessagePart, status_of
from conformance.proxy.passed import Message
from conformance.proxy.service import Service, Streams

_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class MessageGate(Protocol):
    """Decides about whole messages before they go on."""

    def refusal(self, request: Message) -> AnswerHere | None:
        """The answer to a request that must not reach the service; None for any other request."""

    def replacement(self, request: Message, answer: Message) -> AnswerHere | None:
        """The answer in place of an *answer* that must not reach the caller; None for any other answer."""


class EnforcingCarrier(Carrier):
    """Carries one connection, one request at a time."""

    def __init__(self, service: Service, caller: Streams, notebook: Notebook, gate: MessageGate) -> None:
        super().__init__(service, caller, notebook)
        self._gate = gate
        self._request_parts: list[MessagePart] = []
        self._held_answer = bytearray()

    async def _pass_requests(self, received: bytes) -> None:
        for part in self._parts(self._request_framing, received):
            self._note_request(part)
            self._request_parts.append(part)
            await self._decide(part)

    async def _decide(self, part: MessagePart) -> None:
        """Passes on, or answers, the request to which *part* belongs, once the gate can decide about it."""
        asking = self._asking
        if asking is None or self._lost:
            self._release_request()
            return
        if part.head and "100-continue" in part.head.tokens("expect"):
            # The service cannot ask for the body, because it sees the request only after the gate has the body.
            self._to_caller.write(_CONTINUE)
        is_too_long = asking.request.is_too_long
        if not (part.ends or is_too_long):
            return
        refusal = None if is_too_long else self._gate.refusal(asking.request.message())
        if refusal is None:
            self._release_request()
            if part.ends:
                await asking.is_over.wait()
        else:
            self._request_parts.clear()
            self._answer_here(asking, refusal)

    def _release_request(self) -> None:
        for part in self._request_parts:
            self._to_service(part)
        self._request_parts.clear()

    def _answer_here(self, underway: Underway, answer: AnswerHere) -> None:
        underway.answered_here = answer.detail
        self._to_caller.write(answer.raw(underway.method, closes=False))
        self._finish(underway)

    async def _pass_answers(self, received: bytes) -> None:
        for part in self._parts(self._answer_framing, received):
            if not (part.head and status_of(part.head) == 100):
                self._held_answer += part.raw
                self._note_answer(part)
        underway = self._underway[0] if self._underway else None
        if underway is None or self._lost or (underway.answer and underway.answer.is_too_long):
            self._release()
        await self._to_caller.drain()

    def _finish(self, underway: Underway, failure: str | None = None) -> None:
        """A whole answer is here, or none comes: pass on what is held, unless the gate replaces it."""
        answer = underway.answer
        if failure is None and answer and not answer.is_too_long and not underway.answered_here:
            replacement = self._gate.replacement(underway.request.message(), answer.message())
            if replacement:
                self._held_answer.clear()
                underway.answered_here = replacement.detail
                self._to_caller.write(replacement.raw(underway.method, closes=False))
        self._release()
        super()._finish(underway, failure)

    def _release(self) -> None:
        self._to_caller.write(bytes(self._held_answer))
        self._held_answer.clear()
