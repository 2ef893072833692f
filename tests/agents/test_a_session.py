"""An agent without a person: it books, is refused, repairs by why, survives a lost answer, and cleans up.

The agent is a script. It knows the verbs and what they answered, nothing else of the sandbox.
"""

import asyncio
import sys
from typing import Any

from mcp import Client, StdioServerParameters

COMMAND = StdioServerParameters(command=sys.executable, args=["-P", "-m", "mock_server.cli", "mcp"])
LEAD = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
DAY, TIME, ANOTHER = "2027-06-12", "09:30", "14:00"


class Agent:
    """Calls verbs, and keeps what each of them answered."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.statuses: list[int | str] = []

    async def does(self, verb: str, **words: Any) -> dict[str, Any]:
        result = await self._client.call_tool(verb, words)
        assert not result.is_error, result.content
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def asks(self, method: str, path: str, **words: Any) -> dict[str, Any]:
        answer = await self.does("call", method=method, path=path, **words)
        self.statuses.append("lost" if "lost" in answer else answer["status"])
        return answer


async def book_beside_a_rival(agent: Agent) -> list[str]:
    """Books a tee time of which a rival took three places, as soon as *why* names another. Returns the bookings."""
    looked = await agent.does("look", task="book a tee time")
    method, path = looked["best"]["operation"].split(": ")[1].split(" - ")[0].split(" ")
    (course,) = [name for name, words in looked["courses"].items() if words.startswith("daylight-saving")]
    wanted = {"courseId": course, "date": DAY, "teeTime": TIME, "players": 2, "leadPlayer": LEAD}
    await agent.asks(method, path, body={**wanted, "players": 3}, agency="rival")
    await agent.asks(method, path, body=wanted)
    why = await agent.does("why")
    repaired = {**wanted, "teeTime": why["accepted"]["teeTime"]["nearest"][0]}
    booked = await agent.asks(method, path, body=repaired)
    return [booked["body"]["data"]["id"]]


async def book_over_a_bad_line(agent: Agent) -> list[str]:
    """Books with a reserved last name that loses every answer, asks again, then reads. Returns the bookings."""
    looked = await agent.does("look", task="createBooking")
    (course,) = [name for name, words in looked["courses"].items() if words.startswith("daylight-saving")]
    (losing,) = [name for name, words in looked["lastNames"].items() if "connection ends" in words]
    wanted = {
        "courseId": course,
        "date": DAY,
        "teeTime": ANOTHER,
        "players": 1,
        "leadPlayer": {**LEAD, "lastName": losing},
    }
    for _ in range(2):
        await agent.asks("POST", "/travel/bookings", body=wanted, headers={"Idempotency-Key": "order-1"})
    there = await agent.asks("GET", "/travel/bookings", query={"status": "confirmed"})
    return [booking["id"] for booking in there["body"]["data"] if booking["teeTime"] == ANOTHER]


async def clean_up(agent: Agent, bookings: list[str]) -> tuple[int, list[str]]:
    """Cancels the bookings. Returns how many are still there, and the timeline after the world began again."""
    for booking in bookings:
        await agent.asks("DELETE", f"/travel/bookings/{booking}")
    there = await agent.asks("GET", "/travel/bookings", query={"status": "confirmed"})
    await agent.does("begin_again")
    return there["body"]["meta"]["pagination"]["totalItems"], (await agent.does("timeline"))["happened"]


def test_an_agent_books_repairs_survives_and_cleans_up_without_a_person() -> None:
    async def session() -> tuple[list[int | str], int, list[str]]:
        async with Client(COMMAND) as client:
            agent = Agent(client)
            bookings = [*await book_beside_a_rival(agent), *await book_over_a_bad_line(agent)]
            return agent.statuses, *await clean_up(agent, bookings)

    statuses, left, happened = asyncio.run(session())

    booked, over_a_bad_line, cleaned = [201, 409, 201], ["lost", "lost", 200], [200, 200, 200]
    assert statuses == [*booked, *over_a_bad_line, *cleaned]
    assert (left, happened) == (0, [])
