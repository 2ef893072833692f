"""The verbs of an agent. Each is one thing that a person who tests a client does with the sandbox.

Their docstrings and the descriptions of their parameters are what a model reads before each task, so they are short.
"""

from typing import Annotated, Any, Literal

import httpx
from pydantic import Field

from mock_server.agents.contract_parts import about, fitting, operations_of
from mock_server.agents.grading import grade_of
from mock_server.agents.happened import deadlines_in, happened_in
from mock_server.agents.session import AgentSession
from mock_server.embedding.levers import clock, journal, server

BEST = 5
# The journal forgets the requests of a world before these.
JOURNAL_KEEPS = 1000
# These headers say nothing about the interface.
_USUAL_HEADERS = ("date", "server", "content-length", "content-type", "connection")
_LOST = (
    "The connection broke before an answer came. The service may or may not have done what you asked. "
    "Send the same request with the same Idempotency-Key, or read what is there."
)

Task = Annotated[str, Field(description="What you want to do, or the id of an operation. Empty lists all operations.")]
Path = Annotated[str, Field(description="Below the base address, such as /travel/bookings")]
Query = Annotated[dict[str, Any] | None, Field(description="Query parameters")]
Body = Annotated[Any, Field(description="JSON body")]
FurtherHeaders = Annotated[dict[str, str] | None, Field(description="Further headers, such as Idempotency-Key")]
Agency = Annotated[str, Field(description="Another agency of the same world, a rival client. Default: your agency")]
RequestName = Annotated[str, Field(description="X-Request-Id, or number in the timeline. Default: your last refusal")]
By = Annotated[str, Field(description="ISO 8601 duration, such as PT15M or P2D")]
To = Annotated[str, Field(description="Moment in UTC, such as 2040-05-12T08:00:00Z")]
ToNext = Annotated[bool, Field(description="To the next thing that happens by itself")]
WaitingId = Annotated[str, Field(description="Id of a booking or group booking. Empty lists what waits for a course")]
CourseReply = Annotated[
    Literal["confirm", "decline", "silence", "cancel"],
    Field(description="silence: the course never answers. cancel: only a confirmed group"),
]


class Verbs:
    """The verbs of one session."""

    def __init__(self, session: AgentSession) -> None:
        self._session, self._world = session, session.world

    async def look(self, task: Task = "") -> dict[str, Any]:
        """Look at the contract for a task: the operations that fit, and the best in full (parameters, body, example).

        Also names courses with a known behaviour, and last names of a lead player that provoke an outcome.
        """
        document = await self._session.contract()
        operations = operations_of(document)
        found = fitting(task, operations)
        said: dict[str, Any] = {"operations": [operation.line for operation in found[:BEST] or operations]}
        if found:
            said["best"] = about(document, found[0])
        named = await self._session.sandbox.ask(server.list_named_courses())
        said["courses"] = {course["id"]: f"{course['behaviour']}: {course['summary']}" for course in named}
        magic = await self._session.sandbox.ask(server.list_magic_names())
        said["lastNames"] = {name["lastName"]: name["summary"] for name in magic}
        return said

    async def call(
        self,
        method: Literal["GET", "POST", "PUT", "DELETE"],
        path: Path,
        query: Query = None,
        body: Body = None,
        headers: FurtherHeaders = None,
        agency: Agency = "",
    ) -> dict[str, Any]:
        """Send a request to the booking interface. Returns status, headers and body, or that the answer got lost."""
        world = self._world.agency(agency) if agency else self._world
        if not path.startswith("/"):
            raise ValueError(f"A path begins with / below the base address, and {path!r} does not.")
        try:
            answer = await world.client.request(method, path, params=query, json=body, headers=headers)
        except httpx.TransportError:
            return {"lost": _LOST}
        shown = {name: value for name, value in answer.headers.items() if name not in _USUAL_HEADERS}
        return {"status": answer.status_code, "headers": shown, "body": _content(answer)}

    async def why(self, request: RequestName = "") -> dict[str, Any]:
        """Why a request was refused: the rule, the facts of that moment, and the values that would be accepted."""
        if request and not request.isdecimal():
            return {**await self._world.why(request)}
        number = request or await self._last_refusal()
        explanation = await self._world.ask(journal.explain_exchange(number))
        return {**explanation}

    async def _last_refusal(self) -> str:
        exchanges = await self._world.journal(last=1000)
        refused = [exchange for exchange in exchanges if exchange["status"] >= 400]
        if not refused:
            raise LookupError("No request of this world was refused. Give the number of a request.")
        return str(refused[-1]["number"])

    async def timeline(
        self, last: Annotated[int, Field(description="How many lines", ge=1, le=500)] = 30
    ) -> dict[str, Any]:
        """What happened in the world, oldest first: requests, levers, events, deliveries; and what comes next."""
        state = await self._world.ask(clock.get_clock())
        happened = await happened_in(self._world, last)
        return {"now": state["now"], "happened": happened, "next": deadlines_in(state["upcoming"])}

    async def advance(self, by: By = "", to: To = "", to_next: ToNext = False) -> dict[str, Any]:
        """Move the clock of the world forwards: give one of the parameters. Returns what happened on the way."""
        moves: list[clock.Advance] = []
        moves += [{"by": by}] if by else []
        moves += [{"to": to}] if to else []
        moves += [{"toNext": True}] if to_next else []
        if len(moves) != 1:
            raise ValueError("Give exactly one of by, to and to_next.")
        moved = await self._world.ask(clock.advance_clock(moves[0]))
        return {
            "now": moved["now"],
            "happened": deadlines_in(moved["timeline"]),
            "next": deadlines_in(moved["upcoming"]),
        }

    async def decide(
        self,
        object_id: WaitingId = "",
        answer: CourseReply = "confirm",
        reason: Annotated[str, Field(description="Why the course declines")] = "",
    ) -> dict[str, Any]:
        """Answer for a golf course that was asked for a booking or a group booking."""
        desk = self._world.desk
        if not object_id:
            return {"waiting": await desk.waiting()}
        if answer == "decline":
            return {**await desk.decline(object_id, reason or None)}
        moves = {"confirm": desk.confirm, "silence": desk.silence, "cancel": desk.cancel}
        return {**await moves[answer](object_id)}

    async def begin_again(self) -> dict[str, Any]:
        """Clean up: the world begins again, without bookings, subscriptions, rules, snapshots and journal."""
        await self._world.delete()
        # The next request creates the world.
        return {"now": (await self._world.state())["clock"]["now"]}

    async def verify_signature(
        self,
        body: Annotated[str, Field(description="The received body, exactly as it arrived")],
        headers: Annotated[dict[str, str], Field(description="The received headers")],
        secret: Annotated[str, Field(description="The secret of the subscription, whsec_...")],
    ) -> dict[str, Any]:
        """Whether a webhook delivery verifies. If not: which mistake of the receiver or the sender explains it."""
        return {**await self._world.deliveries.verify({"body": body, "headers": headers, "secret": secret})}

    async def grade(self) -> dict[str, Any]:
        """Grade the client that sent the requests of this world since it began: what an agency must do better."""
        archive = await self._world.ask(journal.export_har(limit=JOURNAL_KEEPS))
        requests = len(archive["log"]["entries"])
        if not requests:
            raise LookupError("No request reached this world, so there is nothing to grade.")
        if requests >= JOURNAL_KEEPS:
            raise LookupError(
                f"The journal keeps the last {JOURNAL_KEEPS} requests of a world, and it is full. The first requests "
                "may be missing, and a grade would blame the client. Begin the world again, and send fewer requests."
            )
        return await grade_of({**archive}, self._world.url)


def _content(answer: httpx.Response) -> Any:
    """The body as JSON, or as text where it is none."""
    try:
        return answer.json()
    except ValueError:
        return answer.text
