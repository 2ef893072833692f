"""An answer is given once per idempotency key, for 24 hours of the world's time. Assumption A-11."""

from datetime import timedelta

from mock_server.domain.refusals import IdempotencyMismatch
from mock_server.storage.remembered_answers import RememberedAnswer, find_answer, keep_answer
from mock_server.storage.sessions import Session

KEPT = timedelta(hours=24)


def recall(session: Session, agency: str, key: str, fingerprint: str) -> RememberedAnswer | None:
    """The answer given before to the same request under this key, or None.

    Raises IdempotencyMismatch where the key belongs to another request.
    """
    known = find_answer(session, agency, key)
    if known is not None and known.fingerprint != fingerprint:
        raise IdempotencyMismatch(key)
    return known


def remember(session: Session, agency: str, key: str, answer: RememberedAnswer) -> None:
    """Keeps an answer for repetitions of its request."""
    keep_answer(session, agency, key, answer, session.now + KEPT)
