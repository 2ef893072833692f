"""Tokens."""

from dataclasses import dataclass

from mock_server.domain.refusals.base import Refusal


@dataclass(eq=False)
class TokenInvalid(Refusal):
    """A token gives no access. *reason* is a sentence with the way out."""

    reason: str

    def __str__(self) -> str:
        return self.reason
