"""Token sessions: opened, refreshed and ended, and what is judged about each step."""

from base64 import urlsafe_b64decode
from collections.abc import Mapping
from typing import Any

from conformance.discovery.tokens import TokenDesk, TokenSession
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.json_values import json_of
from conformance.evidence.verdicts import Advisory, Inconclusive, NoEvidence, expect, or_else
from conformance.recordings import moments
from conformance.suite.arranged.booked import if_possible

_LATER_SECONDS = 2.5


def require_session_opened(tokens: TokenDesk) -> None:
    """Raises `Violation` unless a token is given, and opens a session; the session is ended afterwards."""
    answer = tokens.ask()

    tokens.require(answer)
    tokens.session_of(answer)
    tokens.close()


def require_refreshed(tokens: TokenDesk, session: TokenSession, times: int) -> None:
    """Raises `Violation` unless *session* can be refreshed this number of *times*, each time with the newest refresh
    token.
    """
    for _ in range(times):
        answer = tokens.refresh(session)
        tokens.require_declared(answer)
        before, session = session, tokens.session_of(answer, session)
    if session.access_token == before.access_token:
        _require_another_token(tokens, session)


def _require_another_token(tokens: TokenDesk, session: TokenSession) -> None:
    """Raises `Advisory` when a refresh some seconds later answers with the access token of *session*, whose claim `exp`
    says when the token ends (RFC 7519): then the refresh gave no more time.

    Tokens of the same second may be equal. No document shows the lifetime of a token, or that a token has this claim.
    """
    if "exp" not in _claims(session.access_token):
        return
    moments.sleep(_LATER_SECONDS)
    answer = tokens.refresh(session)
    tokens.require_declared(answer)
    if tokens.session_of(answer, session).access_token == session.access_token:
        raise Advisory(f"{answer.where} answered with the token of before, so its end is the same as before.")


def _claims(token: str) -> Mapping[str, Any]:
    """The claims of a JWT. Empty where nobody can read them."""
    claims = token.split(".")[1]
    try:
        shown = json_of(urlsafe_b64decode(f"{claims}{'=' * (-len(claims) % 4)}"))
    except ValueError:
        return {}
    return shown if isinstance(shown, dict) else {}


def require_of_use_after_a_refresh(tokens: TokenDesk) -> None:
    """Raises `Violation` when a refresh gives a token with which its session cannot be ended, and the token of another
    session can end it.

    One session after the other: a target may allow an agency one session at a time.
    """
    control = if_possible(lambda: tokens.logout(tokens.opens()))
    if_possible(lambda: tokens.require_declared(control))
    session = tokens.opens()
    refresh = tokens.refresh(session)
    tokens.require_declared(refresh)
    answer = tokens.logout(tokens.session_of(refresh, session))
    if not control.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence(f"{control.where} answered {control.status}, which JWT-03 judges.")
    actual = f"{answer.where} with this token answered {answer.status}"
    expect(answer.is_success, "the new token of a refresh can be used", actual, (answer, control))


def end(tokens: TokenDesk, session: TokenSession) -> None:
    """Ends the session. Raises `Inconclusive` when that is refused."""
    logout = tokens.logout(session)
    if not logout.is_success:
        raise Inconclusive(f"{logout.where} answered {logout.status}, which JWT-03 judges.")


def require_no_other_ended_in_its_place(tokens: TokenDesk, ended: TokenSession, newer: TokenSession) -> None:
    """Raises `Violation` when the logout of *ended* ended a *newer* session, and *ended* itself goes on.

    A target may allow an agency one session at a time: then both have ended.
    """
    logout = tokens.logout(newer)
    if logout.is_success:
        return
    logout.mark(Role.attempt)
    refresh = or_else(lambda: tokens.refresh(ended), logout)
    refresh.mark(Role.attempt)
    actual = f"after it {refresh.where} with that session answered {refresh.status}, and a newer session has ended"
    expect(not refresh.is_success, "a logout ends the session whose token it has", actual, (logout, refresh))


def require_only_the_control_succeeds(attempt: Answer, control: Answer, expected: str) -> None:
    """Raises `Violation` when *attempt* succeeds, and `Inconclusive` when its valid twin *control* does not."""
    attempt.mark(Role.attempt)
    control.mark(Role.control)
    if not control.is_success:
        raise Inconclusive(f"The valid twin {control.where} answered {control.status}, so a refusal proves nothing.")
    expect(not attempt.is_success, expected, f"it answered {attempt.status}")
