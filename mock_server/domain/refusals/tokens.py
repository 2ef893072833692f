"""Tokens that give no access. Each reason is a class of its own; callers read the same code for all."""

from dataclasses import dataclass
from datetime import datetime

from mock_server.domain.refusals.base import Refusal

_OPEN_ANOTHER = "Open a session with POST /auth/token, or send the key alone."


@dataclass(eq=False)
class TokenInvalid(Refusal):
    """A token gives no access. The classes below name the reasons."""


@dataclass(eq=False)
class AccessTokenMissing(TokenInvalid):
    """The operation needs an access token, and the request has no `Authorization` header."""

    def __str__(self) -> str:
        return "Send the access token of the session as Authorization: Bearer <token>, beside the key."


@dataclass(eq=False)
class NotABearer(TokenInvalid):
    """The `Authorization` header has another scheme, or no token after the scheme."""

    # The scheme is not a fact: a caller who forgets it sends the token in its place, and no record shows a token.

    def __str__(self) -> str:
        return (
            "Send the access token as Authorization: Bearer <token>, or leave the header out: the key alone is enough."
        )


@dataclass(eq=False)
class AccessTokenUnknown(TokenInvalid):
    """This sandbox did not issue the access token, or somebody changed it."""

    def __str__(self) -> str:
        return "The access token was not issued here, or was changed. Open a session with POST /auth/token."


@dataclass(eq=False)
class AccessTokenForeign(TokenInvalid):
    """The access token belongs to another agency or world than the key of the request."""

    key_agency: str
    key_world: str

    def __str__(self) -> str:
        return "The access token belongs to another agency or world. Use a token of the same key."


@dataclass(eq=False)
class AccessTokenReplaced(TokenInvalid):
    """A renewal has replaced the access token."""

    session_id: str

    def __str__(self) -> str:
        return "A renewal has replaced the access token. Send the token from the latest answer."


@dataclass(eq=False)
class AccessTokenExpired(TokenInvalid):
    """The hour of the access token is over, and its session is still active."""

    session_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return "The access token has expired. Renew it with POST /auth/refresh, or send the key alone."


@dataclass(eq=False)
class RefreshTokenUnknown(TokenInvalid):
    """This sandbox did not issue the refresh token for the key of the request, or somebody changed it."""

    def __str__(self) -> str:
        return "The refresh token was not issued for this key, or was changed. Open a session with POST /auth/token."


@dataclass(eq=False)
class RefreshTokenSpent(TokenInvalid):
    """The refresh token has renewed its session before. Somebody has a copy, so the whole session is revoked."""

    session_id: str

    def __str__(self) -> str:
        return f"The refresh token has renewed its session before, so the whole session is revoked. {_OPEN_ANOTHER}"


@dataclass(eq=False)
class SessionRevoked(TokenInvalid):
    """The session of the token was revoked, by a logout or because a refresh token was sent twice."""

    session_id: str
    revoked_at: datetime

    def __str__(self) -> str:
        return f"The session of the token is revoked. {_OPEN_ANOTHER}"


@dataclass(eq=False)
class SessionExpired(TokenInvalid):
    """The latest refresh token of the session has expired, so the session is over."""

    session_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return f"The session of the token has expired. {_OPEN_ANOTHER}"
