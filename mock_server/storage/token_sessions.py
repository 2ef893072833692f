"""Rows of token sessions. Tokens themselves are never stored: they are written from these rows and a key."""

from typing import Any

from sqlalchemy import bindparam, insert, select, update

from mock_server.domain.tokens import TokenSession
from mock_server.storage.sessions import Session, seconds_or_none, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import token_sessions as rows

_INSERT = Prepared(insert(rows), rows.c.keys())
_FIND = Prepared(
    select(rows).where(
        rows.c.world == bindparam("world"), rows.c.agency == bindparam("agency"), rows.c.id == bindparam("id")
    )
)
_CHANGING = ("turn", "access_expires_at", "refresh_expires_at", "revoked_at")
_SAVE = Prepared(
    update(rows)
    .where(rows.c.world == bindparam("of_world"), rows.c.id == bindparam("of_id"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)


def insert_token_session(session: Session, opened: TokenSession) -> None:
    """Stores a new token session."""
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "id": opened.id,
            "agency": opened.agency,
            "turn": opened.turn,
            "created_at": to_seconds(opened.created_at),
            "access_expires_at": to_seconds(opened.access_expires_at),
            "refresh_expires_at": to_seconds(opened.refresh_expires_at),
            "revoked_at": seconds_or_none(opened.revoked_at),
        },
    )


def save_token_session(session: Session, changed: TokenSession) -> None:
    """Stores the members of a token session that can change."""
    _SAVE.run(
        session.connection,
        {
            "of_world": session.world.name,
            "of_id": changed.id,
            "new_turn": changed.turn,
            "new_access_expires_at": to_seconds(changed.access_expires_at),
            "new_refresh_expires_at": to_seconds(changed.refresh_expires_at),
            "new_revoked_at": seconds_or_none(changed.revoked_at),
        },
    )


def find_token_session(session: Session, agency: str, session_id: str) -> TokenSession | None:
    """The token session of this agency with this id, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "agency": agency, "id": session_id})
    return None if row is None else _token_session(row)


def _token_session(row: Any) -> TokenSession:
    return TokenSession(
        id=row.id,
        agency=row.agency,
        turn=row.turn,
        created_at=to_moment(row.created_at),
        access_expires_at=to_moment(row.access_expires_at),
        refresh_expires_at=to_moment(row.refresh_expires_at),
        revoked_at=None if row.revoked_at is None else to_moment(row.revoked_at),
    )
