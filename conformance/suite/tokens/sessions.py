"""Token sessions: opened, refreshed and ended, and what is judged about each step."""

from base64 import urlsafe_b64decode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from conformance.discovery import MovableClock, TeeTimeFinder
from conformance.discovery.tokens import TokenDesk, TokenSession
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.json_values import json_of
from conformance.evidence.verdicts import Advisory, Inconclusive, NoEvidence, expect, or_else
from conformance.recordings import moments
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.clock_moves import require_room

_LATER_SECONDS = 2.5
LONGEST_LIFE_IN_MINUTES = 120
_LONGEST_LIFE, _A_MINUTE = timedelta(minutes=LONGEST_LIFE_IN_MINUTES - 1), timedelta(minutes=1)


def require_session(tokens: TokenDesk, answer: Answer) -> None:
    """Raises `Violation` unless *answer*, to a token request, has a token."""
    tokens.require(answer)
    tokens.session_of(answer)


def must_refresh(tokens: TokenDesk, session: TokenSession) -> TokenSession:
    """The session after a refresh with its newest refresh token. Raises `Violation` when the refresh gives no token."""
    answer = tokens.refresh(session)
    tokens.require_declared(answer)
    return tokens.session_of(answer, session)


def refresh_later(tokens: TokenDesk, before: TokenSession, session: TokenSession) -> TokenSession:
    """*session* where its access token is another than the one *before*, else the session after one more refresh some
    seconds later: tokens of the same second may be equal.
    """
    if session.access_token != before.access_token:
        return session
    moments.sleep(_LATER_SECONDS)
    return must_refresh(tokens, session)


def advise_another_token(before: TokenSession, refreshed: TokenSession) -> None:
    """Raises `Advisory` when a refresh gave the access token *before* again, and the claim `exp` of the token says when
    it ends (RFC 7519): then the refresh gave no more time. No document shows the lifetime of a token.
    """
    if refreshed.access_token == before.access_token and "exp" in _claims(refreshed.access_token):
        raise Advisory("The refresh gave the access token of before again, so its end is the same as before.")


def advise_refresh_when_over(
    tokens: TokenDesk, session: TokenSession, clock: MovableClock, tee_times: TeeTimeFinder, run: Run
) -> None:
    """Raises `Advisory` when *session* cannot be refreshed any more after its access token has ended: then the agency
    needs a new session each time. No document says how long a refresh is possible.

    Raises `NoEvidence` where no clock moves, and where the token does not say that it ends within two hours.
    """
    left = _ends_in(session, clock) if clock.moves else None
    if left is None or not timedelta() < left <= _LONGEST_LIFE:
        raise NoEvidence("No clock can be moved to the end of the access token.")
    require_room(clock.now() + left, tee_times, run)
    clock.advance(left + _A_MINUTE)
    # A target may refuse the token that has ended in a header.
    refreshed = [tokens.refresh(session, is_presented=False)]
    if not refreshed[0].is_success:
        refreshed.append(tokens.refresh(session))
    if not refreshed[-1].is_success:
        for answer in refreshed:
            answer.mark(Role.attempt)
        raise Advisory(f"After its access token ended, {refreshed[-1].where} answered {refreshed[-1].status}.")
    tokens.prepared(refreshed[-1], session)


def _ends_in(session: TokenSession, clock: MovableClock) -> timedelta | None:
    """How long the access token is valid from now on, None where it does not say that."""
    ends = _claims(session.access_token).get("exp")
    return datetime.fromtimestamp(ends, UTC) - clock.now() if isinstance(ends, int) else None


def _claims(token: str) -> Mapping[str, Any]:
    """The claims of a JWT. Empty where nobody can read them."""
    claims = token.split(".")[1]
    try:
        shown = json_of(urlsafe_b64decode(f"{claims}{'=' * (-len(claims) % 4)}"))
    except ValueError:
        return {}
    return shown if isinstance(shown, dict) else {}


def end_a_new_session(tokens: TokenDesk) -> Answer:
    """The answer to the logout of a new session, as a control. Raises `NoEvidence` where nobody declares a logout."""
    answer = if_possible(lambda: tokens.logout(tokens.open_session()))
    if_possible(lambda: tokens.require_declared(answer))
    return answer


def require_usable(answer: Answer, control: Answer) -> None:
    """Raises `Violation` when the logout with the token of a refresh is refused, and its *control* is accepted: the
    logout of a session that was not refreshed.
    """
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


def refresh_after_its_end(tokens: TokenDesk, session: TokenSession) -> Answer:
    """The answer to the refresh of *session* after its logout, while another session goes on where the target allows an
    agency several.
    """
    tokens.open_session()
    if_possible(lambda: end(tokens, session))
    return tokens.refresh(session)


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


def advise_other_sessions_go_on(tokens: TokenDesk, ended: TokenSession, other: TokenSession) -> None:
    """Raises `Advisory` when the logout of one session ends another one. Both were refreshed beside each other before.

    The specification speaks of one session, and does not say what becomes of the others.
    """
    ended, other = tokens.renew_session(ended), tokens.renew_session(other)
    end(tokens, ended)
    refresh = tokens.refresh(other)
    if not refresh.is_success:
        refresh.mark(Role.attempt)
        raise Advisory(f"A logout ends another session of the agency too: {refresh.where} answered {refresh.status}.")


def require_refused_without_its_token(tokens: TokenDesk, ended: TokenSession, living: TokenSession) -> TokenSession:
    """The *living* session as it goes on. Raises `Violation` when the refresh token of a session that *ended* is
    accepted without the access token, which has ended for certain. Nothing follows where that of the living session is
    refused too.
    """
    attempt, control = (tokens.refresh(session, is_presented=False) for session in (ended, living))
    if not control.is_success:
        for answer in (attempt, control):
            answer.mark(Role.attempt)
        return living
    expected = "the refresh of an ended session is refused, also without its access token"
    require_only_the_control_succeeds(attempt, control, expected)
    return tokens.prepared(control, living)


def require_only_the_control_succeeds(attempt: Answer, control: Answer, expected: str) -> None:
    """Raises `Violation` when *attempt* succeeds, and `Inconclusive` when its valid twin *control* does not."""
    attempt.mark(Role.attempt)
    control.mark(Role.control)
    if not control.is_success:
        raise Inconclusive(f"The valid twin {control.where} answered {control.status}, so a refusal proves nothing.")
    expect(not attempt.is_success, expected, f"it answered {attempt.status}")
