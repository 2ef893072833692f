"""Runs `teesheet contract replay` on bookings of the small contract, for tests."""

from typing import Any

from click.testing import CliRunner, Result

from openapi.cli import contract_commands
from tests.conformance.archives import entry
from tests.conformance.small_contracts import ANSWERED

TEXT_PLAYERS = (("components", "schemas", "Players"), {"type": "string"})
NUMBER_PLAYERS = (("components", "schemas", "Players"), {"type": "integer"})
ANY_ANSWER = (ANSWERED, {"type": "object"})
BOOKED = '{"id": "b", "players": 3}'


def booked(
    sent: object = None, *, key: str = "key-of-alpha", status: int = 201, answer: str = BOOKED
) -> dict[str, Any]:
    """An entry in which an agency books, with a body that fits."""
    return entry("/bookings", method="POST", key=key, sent=sent or {"players": 3}, status=status, answer=answer)


def replay(*arguments: object) -> Result:
    """The result of the command with these arguments."""
    return CliRunner().invoke(contract_commands, ["replay", *map(str, arguments)], catch_exceptions=False)
