"""Rows of answers remembered under an idempotency key."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select

from mock_server.storage.sessions import Session, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import remembered_answers as answers

_KEY = (
    answers.c.world == bindparam("of_world"),
    answers.c.agency == bindparam("of_agency"),
    answers.c.idempotency_key == bindparam("of_key"),
)
_FIND = Prepared(select(answers).where(*_KEY))
_DROP = Prepared(delete(answers).where(*_KEY))
_KEEP = Prepared(insert(answers), answers.c.keys())


@dataclass(frozen=True, slots=True)
class RememberedAnswer:
    """An answer as it went over the wire, and the fingerprint of the request it belongs to."""

    fingerprint: str
    status: int
    headers: Mapping[str, str]
    body: bytes


def find_answer(session: Session, agency: str, key: str) -> RememberedAnswer | None:
    """The answer under this key, or None if there was none or it has expired."""
    row = _FIND.first(session.connection, {"of_world": session.world.name, "of_agency": agency, "of_key": key})
    if row is None or row.expires_at <= to_seconds(session.now):
        return None
    return RememberedAnswer(row.fingerprint, row.status, json.loads(row.headers), row.body)


def keep_answer(session: Session, agency: str, key: str, answer: RememberedAnswer, until: datetime) -> None:
    """Remembers an answer under a key, in place of an expired answer."""
    of_key = {"of_world": session.world.name, "of_agency": agency, "of_key": key}
    _DROP.run(session.connection, of_key)
    _KEEP.run(
        session.connection,
        {
            "world": session.world.name,
            "agency": agency,
            "idempotency_key": key,
            "fingerprint": answer.fingerprint,
            "status": answer.status,
            "headers": json.dumps(dict(answer.headers)),
            "body": answer.body,
            "expires_at": to_seconds(until),
        },
    )
