"""The connection of a test to one sandbox: its addresses, its clients, and the calls of levers."""

# Written by `python -m tests.levers` from the module of the same name in `asynchronous`.

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

import httpx

from mock_server.embedding.call import CONTROL, LeverCall, SandboxUnreachable
from mock_server.embedding.levers import server
from mock_server.embedding.synchronous.transports import SharedTransport
from mock_server.embedding.values import Course, id_or_behaviour

T = TypeVar("T")
# A wait of the control plane takes up to 60 seconds, a gauntlet a little more.
LIMIT_SECONDS = 90


class Asks(Protocol):
    """Whoever sends the calls of levers: a world with its key."""

    connection: Connection

    def ask(self, call: LeverCall[T]) -> T:
        """The answer to a call."""
        ...


class Connection:
    """The connection to a sandbox at *url*, the base of its booking interface."""

    def __init__(self, url: str, transport: httpx.BaseTransport | None = None) -> None:
        """*transport* replaces sockets. None uses sockets."""
        parts = urlsplit(url)
        self.url, self.address = url, f"{parts.scheme}://{parts.netloc}"
        self.control_url = self.address + CONTROL
        self._shared = SharedTransport(tls=parts.scheme == "https")
        self._transport = transport or self._shared
        self._control = self.new_client(self.address, {})
        self._named: list[server.NamedCourse] = []

    def send(self, call: LeverCall[T], headers: Mapping[str, str]) -> T:
        """The answer to a call with these headers. Raises LeverRefused, or SandboxUnreachable without an answer."""
        if not isinstance(call, LeverCall):
            raise TypeError(
                f"{call!r} is not a call. Pass a call of teesheet.levers, such as levers.clock.get_clock()."
            )
        request = call.request(self._control, headers)
        try:
            response = self._control.send(request)
        except SandboxUnreachable:
            raise
        except httpx.TransportError as error:  # The sandbox ended, or fell silent, after the connection opened.
            raise SandboxUnreachable(self.address, error) from None
        return call.answer(response)

    def new_client(self, base_url: str, headers: Mapping[str, str]) -> httpx.Client:
        """A client that shares the connections of all clients of this sandbox, so nobody needs to close it."""
        return httpx.Client(
            base_url=base_url, headers=headers, timeout=LIMIT_SECONDS, transport=self._transport, trust_env=False
        )

    def course(self, behaviour: str) -> server.NamedCourse:
        """The course with a known behaviour. KeyError: the message lists the behaviours."""
        self._named = self._named or self.send(server.list_named_courses(), {})
        for course in self._named:
            if course["behaviour"] == behaviour:
                return course
        known = ", ".join(sorted(course["behaviour"] for course in self._named))
        raise KeyError(f"No course is named {behaviour!r}. The behaviours are {known}.")

    def course_id(self, course: Course) -> str:
        """The document id of a course, which also the name of its behaviour can name. Raises KeyError as `course`."""
        named = id_or_behaviour(course)
        # Every behaviour has a hyphen in its name, and no document id has a hyphen.
        return (self.course(named))["id"] if "-" in named else named

    def close(self) -> None:
        """Closes the connections."""
        self._shared.end()
