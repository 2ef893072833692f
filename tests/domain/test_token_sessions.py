"""The life of a token session: an hour for an access token, thirty days for a refresh token, one use each turn."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mock_server.domain.refusals import AccessTokenExpired, AccessTokenReplaced, SessionExpired, SessionRevoked
from mock_server.domain.tokens import State, TokenSession, opened, refreshed, require_active, revoked
from tests.domain.samples import SECOND

NOW = datetime(2027, 3, 2, 9, 10, tzinfo=UTC)
NEW = opened("tok_2b6d9g4j7m1p", "alpha", NOW)
HOUR, THIRTY_DAYS = timedelta(seconds=3600), timedelta(days=30)
RENEWED = refreshed(NEW, 0, NOW + SECOND)
REVOKED = replace(NEW, revoked_at=NOW)

Happens = Callable[[TokenSession, int, datetime], object]
uses_of_an_access_token = pytest.mark.parametrize("happens", [require_active, revoked], ids=["use", "logout"])
everything = pytest.mark.parametrize("happens", [require_active, refreshed, revoked], ids=["use", "refresh", "logout"])


def test_a_new_session_is_active() -> None:
    assert NEW.state(NOW) is State.ACTIVE


@uses_of_an_access_token
@pytest.mark.parametrize("later", [timedelta(0), HOUR - SECOND], ids=["at once", "a second before its hour"])
def test_an_access_token_opens_for_an_hour(happens: Happens, later: timedelta) -> None:
    happens(NEW, 0, NOW + later)


@uses_of_an_access_token
@pytest.mark.parametrize("late", [0, 1], ids=["on the line", "a second later"])
def test_an_access_token_expires_at_the_second_of_its_hour(happens: Happens, late: int) -> None:
    with pytest.raises(AccessTokenExpired, match="The access token has expired"):
        happens(NEW, 0, NOW + HOUR + late * SECOND)


def test_a_refresh_leads_to_the_next_turn() -> None:
    renewed = refreshed(NEW, 0, NOW + HOUR)

    assert (renewed.turn, renewed.access_expires_at) == (1, NOW + 2 * HOUR)


def test_a_refresh_token_outlives_its_access_token() -> None:
    assert refreshed(NEW, 0, NOW + THIRTY_DAYS - SECOND).state(NOW + THIRTY_DAYS) is State.ACTIVE


@pytest.mark.parametrize("late", [0, 1], ids=["on the line", "a second later"])
def test_a_session_expires_with_its_refresh_token(late: int) -> None:
    with pytest.raises(SessionExpired, match="The session of the token has expired"):
        refreshed(NEW, 0, NOW + THIRTY_DAYS + late * SECOND)


def test_every_renewal_gives_thirty_days_again() -> None:
    renewed = refreshed(NEW, 0, NOW + THIRTY_DAYS - SECOND)

    assert renewed.refresh_expires_at == NOW + 2 * THIRTY_DAYS - SECOND


@uses_of_an_access_token
def test_the_access_token_of_an_earlier_turn_is_retired(happens: Happens) -> None:
    with pytest.raises(AccessTokenReplaced, match="renewal has replaced"):
        happens(RENEWED, 0, NOW + SECOND)


@uses_of_an_access_token
def test_the_access_token_of_the_turn_opens(happens: Happens) -> None:
    happens(RENEWED, 1, NOW + SECOND)


def test_a_refresh_token_that_comes_twice_revokes_the_whole_session() -> None:
    assert refreshed(RENEWED, 0, NOW + HOUR) == replace(RENEWED, revoked_at=NOW + HOUR)


def test_a_logout_revokes_the_session() -> None:
    assert revoked(NEW, 0, NOW + SECOND).state(NOW + SECOND) is State.REVOKED


@everything
def test_a_revoked_session_opens_nothing(happens: Happens) -> None:
    with pytest.raises(SessionRevoked, match="The session of the token is revoked"):
        happens(REVOKED, 0, NOW)


@everything
def test_an_expired_session_opens_nothing(happens: Happens) -> None:
    with pytest.raises(SessionExpired, match="The session of the token has expired"):
        happens(NEW, 0, NOW + THIRTY_DAYS)


def test_a_revoked_session_stays_revoked_after_its_time() -> None:
    assert REVOKED.state(NOW + THIRTY_DAYS) is State.REVOKED


def test_the_refusal_of_a_replaced_token_names_the_session() -> None:
    with pytest.raises(AccessTokenReplaced) as refusal:
        require_active(RENEWED, 0, NOW + SECOND)

    assert refusal.value.session_id == RENEWED.id


def test_the_refusal_of_an_expired_token_names_the_moment() -> None:
    with pytest.raises(AccessTokenExpired) as refusal:
        require_active(NEW, 0, NOW + 2 * HOUR)

    assert refusal.value.expired_at == NOW + HOUR


def test_the_refusal_of_a_revoked_session_names_the_moment() -> None:
    with pytest.raises(SessionRevoked) as refusal:
        require_active(REVOKED, 0, NOW + SECOND)

    assert refusal.value.revoked_at == NOW


def test_the_refusal_of_an_expired_session_names_the_moment() -> None:
    with pytest.raises(SessionExpired) as refusal:
        refreshed(NEW, 0, NOW + 2 * THIRTY_DAYS)

    assert refusal.value.expired_at == NOW + THIRTY_DAYS
