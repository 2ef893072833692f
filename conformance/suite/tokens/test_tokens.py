"""Checks of the optional tokens beside the API key. Payloads are not documented: only declared ones can fail."""

from collections.abc import Callable

import pytest

from conformance.asking.oracles import golden
from conformance.discovery import MovableClock, TeeTimeFinder
from conformance.discovery.tokens import TokenDesk
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.tokens.sessions import (
    LONGEST_LIFE_IN_MINUTES,
    advise_another_token,
    advise_other_sessions_go_on,
    advise_refresh_when_over,
    end,
    end_a_new_session,
    must_refresh,
    refresh_after_its_end,
    refresh_later,
    require_no_other_ended_in_its_place,
    require_only_the_control_succeeds,
    require_refused_without_its_token,
    require_session,
    require_usable,
)


@verifies("JWT-01")
def test_a_token_is_given(tokens: TokenDesk) -> None:
    # One after the other: a target may allow an agency one session at a time.
    require_session(tokens, tokens.ask())
    tokens.close()

    require_session(tokens, tokens.ask())


@verifies("JWT-02")
def test_a_token_is_refreshed_twice(tokens: TokenDesk) -> None:
    refreshed = must_refresh(tokens, tokens.open_session())

    again = refresh_later(tokens, refreshed, must_refresh(tokens, refreshed))

    advise_another_token(refreshed, again)


@verifies("JWT-02")
def test_the_token_that_a_refresh_gives_can_be_used(tokens: TokenDesk) -> None:
    # One session after the other: a target may allow an agency one session at a time.
    control = end_a_new_session(tokens)
    answer = tokens.logout(must_refresh(tokens, tokens.open_session()))

    require_usable(answer, control)


@verifies("JWT-02")
def test_two_sessions_are_refreshed_one_after_the_other(tokens: TokenDesk) -> None:
    older, newer = tokens.open_session(), tokens.open_session()

    renewed = if_possible(lambda: tokens.renew_session(older))
    must_refresh(tokens, newer)
    must_refresh(tokens, renewed)


@verifies("JWT-02", moves_clock_minutes=LONGEST_LIFE_IN_MINUTES)
def test_a_session_is_refreshed_when_its_token_has_ended(
    tokens: TokenDesk, clock: MovableClock, tee_times: TeeTimeFinder, run: Run
) -> None:
    session = tokens.open_session()
    # With odd seeds, a session that was refreshed before.
    session = tokens.renew_session(session) if run.seed % 2 else session

    advise_refresh_when_over(tokens, session, clock, tee_times, run)


@verifies("JWT-03")
def test_a_session_is_ended(tokens: TokenDesk) -> None:
    session, newer = tokens.open_session(), tokens.open_session()

    answer = tokens.logout(session)

    tokens.require_declared(answer)
    golden(answer)
    require_no_other_ended_in_its_place(tokens, session, newer)


@verifies("JWT-03")
def test_a_refreshed_session_is_ended(tokens: TokenDesk) -> None:
    answer = tokens.logout(tokens.renew_session(tokens.open_session()))

    tokens.require_declared(answer)
    golden(answer)


@verifies("JWT-03")
def test_a_logout_ends_no_other_session(tokens: TokenDesk) -> None:
    advise_other_sessions_go_on(tokens, tokens.open_session(), tokens.open_session())


@verifies("JWT-04")
def test_an_ended_session_cannot_be_refreshed(tokens: TokenDesk) -> None:
    ended, living = tokens.open_session(), tokens.open_session()
    end(tokens, ended)

    attempt = tokens.refresh(ended)
    control = tokens.refresh(living)

    require_only_the_control_succeeds(attempt, control, "the refresh of an ended session is refused")
    living = require_refused_without_its_token(tokens, ended, tokens.prepared(control, living))
    again = refresh_after_its_end(tokens, tokens.renew_session(living))
    require_only_the_control_succeeds(
        again, control, "the refresh of a session that was refreshed and then ended is refused"
    )


@verifies("AUT-04")
@pytest.mark.parametrize(
    "request_of",
    [
        pytest.param(lambda desk, _, **key: desk.ask(**key), id="token"),
        pytest.param(lambda desk, session, **key: desk.refresh(session, **key), id="refresh"),
        pytest.param(lambda desk, session, **key: desk.logout(session, **key), id="logout"),
    ],
)
def test_tokens_need_the_key_too(tokens: TokenDesk, request_of: Callable[..., Answer]) -> None:
    # Two sessions, because a target may end a session whose token came without the key.
    first, second = tokens.open_session(), tokens.open_session()

    attempt = request_of(tokens, first, key=None)
    control = request_of(tokens, second)

    tokens.require_declared(control)
    require_only_the_control_succeeds(attempt, control, f"{attempt.where} without the key is refused")
