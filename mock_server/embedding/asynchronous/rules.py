"""Deliberate interference, written as a sentence: the next booking is refused, the next answer is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mock_server.embedding.levers import rules

if TYPE_CHECKING:
    from mock_server.embedding.asynchronous.connections import AsyncAsks


class AsyncInterference:
    """The requests that a rule meets. Each method says what happens to them, from the next request on."""

    def __init__(self, world: AsyncAsks, rule: dict[str, Any]) -> None:
        self._world, self._rule = world, rule

    async def answers(self, code: str, *, retry_after_seconds: int | None = None) -> rules.Rule:
        """The sandbox refuses the request with the problem *code*, such as `tee_time_unavailable`, and writes nothing.

        Raises LeverRefused for an unknown code; the message lists the codes.
        """
        problem: dict[str, Any] = {"code": code}
        if retry_after_seconds is not None:
            problem["retryAfterSeconds"] = retry_after_seconds
        return await self._acts({"problem": problem})

    async def fails(self, status: int = 502, body: str = "Bad gateway") -> rules.Rule:
        """A gateway in between answers with this status and a text: HTML if it begins with `<`, else plain text."""
        return await self._acts({"status": {"status": status, "body": body}})

    async def is_late(self, milliseconds: int) -> rules.Rule:
        """The usual answer comes this much later, in real time."""
        return await self._acts({"latency": {"milliseconds": milliseconds}})

    async def loses_the_answer(self) -> rules.Rule:
        """The sandbox does what the request asks, and the connection breaks before the caller gets the answer."""
        return await self._acts({"drop": {"when": "after"}})

    async def loses_the_request(self) -> rules.Rule:
        """The connection breaks before the sandbox does anything."""
        return await self._acts({"drop": {"when": "before"}})

    async def meets_a_rival(self, leave: int = 0) -> rules.Rule:
        """Just before the request takes effect, another agency takes the places that the request wants."""
        return await self._acts({"rival": {"leave": leave}})

    async def is_delivered(self, variant: str = "valid", *, delay_seconds: int = 0) -> rules.Rule:
        """The sandbox sends the deliveries of the event in this variant, later by this much of the world's time."""
        return await self._acts({"delivery": {"variant": variant, "delaySeconds": delay_seconds}})

    async def _acts(self, effect: dict[str, Any]) -> rules.Rule:
        rule: Any = {**self._rule, "effect": effect}
        return await self._world.ask(rules.create_rule(rule))


class AsyncRules:
    """The rules of a world. Their effect begins with the next request."""

    def __init__(self, world: AsyncAsks) -> None:
        self._world = world

    def next(
        self, operation: rules.InterfaceOperation, *, times: int = 1, skip: int = 0, agency: str | None = None
    ) -> AsyncInterference:
        """The next *times* requests of an operation, after the first *skip* of them, of one agency or of all."""
        return self._on({"operations": [operation]}, agency, {"times": times, "skip": skip})

    def every(self, operation: rules.InterfaceOperation, *, agency: str | None = None) -> AsyncInterference:
        """Every request of an operation until `clear`."""
        return self._on({"operations": [operation]}, agency, {})

    def next_event(self, kind: rules.EventKind, *, times: int = 1, agency: str | None = None) -> AsyncInterference:
        """The deliveries of the next *times* events of a kind."""
        return self._on({"events": [kind]}, agency, {"times": times})

    def _on(self, match: dict[str, Any], agency: str | None, limits: dict[str, int]) -> AsyncInterference:
        matched = match if agency is None else {**match, "agency": agency}
        return AsyncInterference(self._world, {"match": matched, **limits})

    async def all(self) -> list[rules.Rule]:
        """Every rule and how often it acted, oldest first."""
        return await self._world.ask(rules.list_rules())

    async def clear(self) -> None:
        """Removes every rule."""
        await self._world.ask(rules.delete_rules())
