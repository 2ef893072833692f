"""Token sessions: open, check, renew, end. Spec: Auth (optional JWT); assumptions A-08 and A-09.

Access tokens are JWTs signed with HS256 and nothing else, with a key of their world. Refresh tokens are opaque to
their bearer. Both name a session and its turn; the session decides whether they are valid. No token is ever logged.
"""

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import jwt

from mock_server.domain.ids import Numbered, object_id, secret_bytes
from mock_server.domain.refusals import (
    AccessTokenForeign,
    AccessTokenMissing,
    AccessTokenUnknown,
    NotABearer,
    RefreshTokenSpent,
    RefreshTokenUnknown,
)
from mock_server.domain.tokens import (
    ACCESS_LIFETIME,
    TokenSession,
    opened,
    refreshed,
    require_active,
    revoked,
)
from mock_server.storage.sessions import Session, to_seconds
from mock_server.storage.token_sessions import find_token_session, insert_token_session, save_token_session
from mock_server.storage.world_rows import keep, next_number

ALGORITHM = "HS256"
ISSUER = "teesheet"
# The type of each claim. A token has exactly these claims.
_CLAIMS: Mapping[str, type] = {
    "iss": str,
    "sub": str,
    "world": str,
    "jti": str,
    "sid": str,
    "turn": int,
    "iat": int,
    "exp": int,
}
_SESSION_ID = re.compile(r"[0-9A-Za-z_]{1,40}\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class TokenPair:
    """The tokens of a session. *expires_in_seconds* is the lifetime of the access token from now."""

    access_token: str
    refresh_token: str
    expires_in_seconds: int


def create(session: Session, agency: str) -> TokenPair:
    """The tokens of a new session of the agency. Spec: Auth; assumption A-09."""
    number = next_number(session, Numbered.TOKEN)
    begun = opened(object_id(Numbered.TOKEN, session.world.origin, number), agency, session.now)
    insert_token_session(session, begun)
    return _pair(session, begun)


def require_token(session: Session, agency: str, authorization: str) -> TokenSession:
    """The session whose access token an `Authorization` header carries. Assumption A-08.

    Raises NotABearer, AccessTokenUnknown, AccessTokenForeign, AccessTokenReplaced, AccessTokenExpired, SessionRevoked
    or SessionExpired.
    """
    found, turn = _presented(session, agency, authorization)
    require_active(found, turn, session.now)
    return found


def require_presented(authorization: str | None) -> str:
    """The `Authorization` header of an operation that needs a token. Assumption A-09.

    Raises AccessTokenMissing where it was not sent.
    """
    if authorization is None:
        raise AccessTokenMissing()
    return authorization


def refresh(session: Session, agency: str, refresh_token: str) -> TokenPair:
    """New tokens for the session of a refresh token. The refresh token is spent afterwards.

    A token that was spent before revokes the whole session: somebody has a copy. Raises RefreshTokenSpent then, and
    otherwise RefreshTokenUnknown, SessionRevoked or SessionExpired.
    Spec: Auth; assumption A-09.
    """
    found, turn = _presented_refresh(session, agency, refresh_token)
    renewed = refreshed(found, turn, session.now)
    save_token_session(session, renewed)
    if renewed.revoked_at is not None:
        # The refusal that follows must not undo the revocation.
        keep(session)
        raise RefreshTokenSpent(found.id)
    return _pair(session, renewed)


def revoke(session: Session, agency: str, authorization: str | None) -> None:
    """Ends the session of an access token. Spec: Auth; assumption A-09.

    Raises AccessTokenMissing, and what `require_token` raises.
    """
    found, turn = _presented(session, agency, require_presented(authorization))
    save_token_session(session, revoked(found, turn, session.now))


def _presented(session: Session, agency: str, authorization: str) -> tuple[TokenSession, int]:
    """The session that an access token names, and the turn in which the token was issued."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotABearer()
    claims = _claims(session, token.strip())
    if claims["sub"] != agency or claims["world"] != session.world.name:
        raise AccessTokenForeign(agency, session.world.name)
    found = find_token_session(session, agency, claims["sid"])
    # After a reset a world gives the same ids again, but old tokens must not match the new sessions.
    if found is None or claims["iat"] < to_seconds(found.created_at) or claims["turn"] > found.turn:
        raise AccessTokenUnknown()
    return found, claims["turn"]


def _claims(session: Session, token: str) -> dict[str, Any]:
    # The library would use the machine's clock. The session judges lifetimes by the clock of the world.
    options: Any = {"require": list(_CLAIMS), "verify_exp": False, "verify_iat": False, "verify_nbf": False}
    try:
        claims: dict[str, Any] = jwt.decode(
            token, _key(session, "access"), algorithms=[ALGORITHM], issuer=ISSUER, options=options
        )
    except (jwt.PyJWTError, RecursionError):
        raise AccessTokenUnknown() from None
    if not _are_ours(claims):
        raise AccessTokenUnknown()
    return claims


def _are_ours(claims: Mapping[str, Any]) -> bool:
    """Whether the claims are those of a token of this sandbox. A valid signature only proves knowledge of the key."""
    return (
        claims.keys() == _CLAIMS.keys()
        and all(type(claims[name]) is kind for name, kind in _CLAIMS.items())
        and _SESSION_ID.match(claims["sid"]) is not None
        and claims["jti"] == f"{claims['sid']}.{claims['turn']}"
        and claims["turn"] >= 0
        and claims["exp"] - claims["iat"] == int(ACCESS_LIFETIME.total_seconds())
    )


def _presented_refresh(session: Session, agency: str, refresh_token: str) -> tuple[TokenSession, int]:
    name, _, turn = refresh_token.removeprefix("rft_").rpartition(".")[0].rpartition(".")
    found = find_token_session(session, agency, name)
    if found is None or not turn.isdecimal() or not turn.isascii() or len(turn) > 9 or int(turn) > found.turn:
        raise RefreshTokenUnknown()
    written = _refresh_token(session, found, int(turn))
    if not hmac.compare_digest(written.encode(), refresh_token.encode()):
        raise RefreshTokenUnknown()
    return found, int(turn)


def _pair(session: Session, current: TokenSession) -> TokenPair:
    claims = {
        "iss": ISSUER,
        "sub": current.agency,
        "world": session.world.name,
        "jti": f"{current.id}.{current.turn}",
        "sid": current.id,
        "turn": current.turn,
        "iat": to_seconds(session.now),
        "exp": to_seconds(current.access_expires_at),
    }
    return TokenPair(
        access_token=jwt.encode(claims, _key(session, "access"), algorithm=ALGORITHM),
        refresh_token=_refresh_token(session, current, current.turn),
        expires_in_seconds=int((current.access_expires_at - session.now).total_seconds()),
    )


def _refresh_token(session: Session, current: TokenSession, turn: int) -> str:
    """The refresh token of a turn: it names session and turn, and only the server can write its last part."""
    signed = f"{current.agency}|{current.id}|{turn}|{to_seconds(current.created_at)}"
    mark = hmac.new(_key(session, "refresh"), signed.encode(), sha256).hexdigest()
    return f"rft_{current.id}.{turn}.{mark}"


def _key(session: Session, purpose: str) -> bytes:
    """The signing key of the world for one kind of token."""
    name = f"{purpose} token of {session.world.name}"
    return secret_bytes(str(session.world.seed), name, 0, session.server_secret)
