"""Tokens over HTTP: open a session, renew it, end it. Spec: Auth (optional JWT)."""

from mock_server.api.calls import Answer, Call
from mock_server.services import tokens
from mock_server.services.tokens import TokenPair
from mock_server.storage.sessions import Session

# Others can read a cached answer (RFC 6749, 5.1).
NOT_STORED = {"Cache-Control": "no-store"}


def create_token(call: Call, session: Session) -> Answer:
    """POST /auth/token: the key identifies the agency, so there is no body (assumption A-09)."""
    return Answer(200, {"data": _pair(tokens.create(session, call.caller.agency))}, NOT_STORED)


def refresh_token(call: Call, session: Session) -> Answer:
    """POST /auth/refresh: new tokens replace the old tokens."""
    pair = tokens.refresh(session, call.caller.agency, call.body["refreshToken"])
    return Answer(200, {"data": _pair(pair)}, NOT_STORED)


def revoke_token(call: Call, session: Session) -> Answer:
    """POST /auth/logout: the session of the sent token ends."""
    tokens.revoke(session, call.caller.agency, call.authorization)
    return Answer(204, None)


def _pair(pair: TokenPair) -> dict[str, object]:
    return {
        "accessToken": pair.access_token,
        "tokenType": "Bearer",
        "expiresIn": pair.expires_in_seconds,
        "refreshToken": pair.refresh_token,
    }
