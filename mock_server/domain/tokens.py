"""A token session: opened with the key, renewed in turns, ended by its agency or by time. Spec: Auth (optional JWT).

Lifetimes and rotation are assumptions A-08 and A-09. This module does not know how tokens are written and signed.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from mock_server.domain.refusals import AccessTokenExpired, AccessTokenReplaced, SessionExpired, SessionRevoked
from mock_server.domain.states import NEVER, Condition, Refuse, Row, decide

ACCESS_LIFETIME = timedelta(seconds=3600)
REFRESH_LIFETIME = timedelta(days=30)


class State(StrEnum):
    """The last two are final."""

    ACTIVE = "active"
    REVOKED = "revoked"
    EXPIRED = "expired"


class Trigger(StrEnum):
    """What can happen to a token session."""

    CREATE = "POST /auth/token"
    USE = "a request with its access token"
    REFRESH = "POST /auth/refresh"
    LOGOUT = "POST /auth/logout"
    TIME_PASSES = "time passes"


@dataclass(frozen=True, slots=True)
class TokenSession:
    """A session of one agency.

    *turn* counts the renewals. A token belongs to the turn in which it was issued, and the tokens of earlier turns are
    spent. *revoked_at* is None while the session is not revoked.
    """

    id: str
    agency: str
    turn: int
    created_at: datetime
    access_expires_at: datetime
    refresh_expires_at: datetime
    revoked_at: datetime | None

    def state(self, now: datetime) -> State:
        """The state at *now*. A session expires at the second when its last refresh token expires."""
        recorded = State.ACTIVE if self.revoked_at is None else State.REVOKED
        facts = Facts(refresh_expired=now >= self.refresh_expires_at)
        return decide(TRANSITIONS, recorded, Trigger.TIME_PASSES, facts).state


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the rows check: the token is from an earlier turn, and which of the two tokens have expired.

    The other facts are those of the session, and refusals name them.
    """

    is_spent: bool = False
    access_expired: bool = False
    refresh_expired: bool = False
    session_id: str = ""
    access_expires_at: datetime = NEVER
    refresh_expires_at: datetime = NEVER
    revoked_at: datetime = NEVER


_SPENT = Condition[Facts]("the token is of an earlier turn", lambda facts: facts.is_spent)
_RUN_OUT = Condition[Facts]("the access token has expired", lambda facts: facts.access_expired)
_OVER = Condition[Facts]("the latest refresh token has expired", lambda facts: facts.refresh_expired)

_RETIRED = Refuse[Facts](AccessTokenReplaced, lambda facts: AccessTokenReplaced(facts.session_id))
_ACCESS_EXPIRED = Refuse[Facts](
    AccessTokenExpired, lambda facts: AccessTokenExpired(facts.session_id, facts.access_expires_at)
)
_REVOKED = Refuse[Facts](SessionRevoked, lambda facts: SessionRevoked(facts.session_id, facts.revoked_at))
_EXPIRED = Refuse[Facts](SessionExpired, lambda facts: SessionExpired(facts.session_id, facts.refresh_expires_at))

_S, _T = State, Trigger

# state, trigger, condition, next state or refusal, event, source. No event announces a change of a token.
TRANSITIONS: tuple[Row[State, Trigger, Facts], ...] = (
    Row(None, _T.CREATE, None, _S.ACTIVE, None, "A-09"),
    Row(_S.ACTIVE, _T.USE, _SPENT, _RETIRED, None, "A-09"),
    Row(_S.ACTIVE, _T.USE, _RUN_OUT, _ACCESS_EXPIRED, None, "A-08"),
    Row(_S.ACTIVE, _T.USE, None, _S.ACTIVE, None, "A-08"),
    # A refresh token that is sent twice was copied, and the service cannot know who has the copy.
    Row(_S.ACTIVE, _T.REFRESH, _SPENT, _S.REVOKED, None, "A-09"),
    Row(_S.ACTIVE, _T.REFRESH, None, _S.ACTIVE, None, "A-09"),
    Row(_S.ACTIVE, _T.LOGOUT, _SPENT, _RETIRED, None, "A-09"),
    Row(_S.ACTIVE, _T.LOGOUT, _RUN_OUT, _ACCESS_EXPIRED, None, "A-08"),
    Row(_S.ACTIVE, _T.LOGOUT, None, _S.REVOKED, None, "A-09"),
    Row(_S.ACTIVE, _T.TIME_PASSES, _OVER, _S.EXPIRED, None, "A-09"),
    Row(_S.ACTIVE, _T.TIME_PASSES, None, _S.ACTIVE, None, "A-09"),
    Row(_S.REVOKED, _T.USE, None, _REVOKED, None, "A-09"),
    Row(_S.REVOKED, _T.REFRESH, None, _REVOKED, None, "A-09"),
    Row(_S.REVOKED, _T.LOGOUT, None, _REVOKED, None, "A-09"),
    Row(_S.REVOKED, _T.TIME_PASSES, None, _S.REVOKED, None, "A-09"),
    Row(_S.EXPIRED, _T.USE, None, _EXPIRED, None, "A-09"),
    Row(_S.EXPIRED, _T.REFRESH, None, _EXPIRED, None, "A-09"),
    Row(_S.EXPIRED, _T.LOGOUT, None, _EXPIRED, None, "A-09"),
    Row(_S.EXPIRED, _T.TIME_PASSES, None, _S.EXPIRED, None, "A-09"),
)


def opened(session_id: str, agency: str, now: datetime) -> TokenSession:
    """A new session in its first turn, which is 0. Assumption A-09."""
    return TokenSession(session_id, agency, 0, now, now + ACCESS_LIFETIME, now + REFRESH_LIFETIME, None)


def require_active(session: TokenSession, turn: int, now: datetime) -> None:
    """Refuses an access token of *turn* that is not valid at *now*. Assumption A-08.

    Raises AccessTokenReplaced, AccessTokenExpired, SessionRevoked or SessionExpired.
    """
    decide(TRANSITIONS, session.state(now), Trigger.USE, _facts(session, turn, now))


def refreshed(session: TokenSession, turn: int, now: datetime) -> TokenSession:
    """The session after its refresh token of *turn* was sent: in its next turn, or revoked for a spent token.

    The caller saves a session that comes back revoked, and refuses the request with RefreshTokenSpent.
    Raises SessionRevoked or SessionExpired where the session does not change. Assumption A-09.
    """
    decision = decide(TRANSITIONS, session.state(now), Trigger.REFRESH, _facts(session, turn, now))
    if decision.state is State.REVOKED:
        return replace(session, revoked_at=now)
    return replace(
        session,
        turn=session.turn + 1,
        access_expires_at=now + ACCESS_LIFETIME,
        refresh_expires_at=now + REFRESH_LIFETIME,
    )


def revoked(session: TokenSession, turn: int, now: datetime) -> TokenSession:
    """The session after a logout with its access token of *turn*. Assumption A-09.

    Raises AccessTokenReplaced, AccessTokenExpired, SessionRevoked or SessionExpired.
    """
    decide(TRANSITIONS, session.state(now), Trigger.LOGOUT, _facts(session, turn, now))
    return replace(session, revoked_at=now)


def _facts(session: TokenSession, turn: int, now: datetime) -> Facts:
    return Facts(
        is_spent=turn < session.turn,
        access_expired=now >= session.access_expires_at,
        session_id=session.id,
        access_expires_at=session.access_expires_at,
        refresh_expires_at=session.refresh_expires_at,
        revoked_at=session.revoked_at or NEVER,
    )
