"""A hold: usable until the second of its expiry, for what it holds, once."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest

from mock_server.domain.refusals import HoldAlreadyUsed, HoldExpired, HoldMismatch
from mock_server.domain.tee_time_holds import HOLD_DURATION, Difference, State, TeeTimeHold, differences, require_usable
from tests.domain.samples import SECOND

HELD_AT = datetime(2027, 4, 17, 7, tzinfo=UTC)
HOLD = TeeTimeHold(
    id="hld_8n3q6v1z0y2d",
    agency="alpha",
    course_id="crs_7k2m9x4q",
    play_date=date(2027, 4, 17),
    tee_time=time(9, 30),
    players=3,
    green_fee=Decimal("92.00"),
    created_at=HELD_AT,
    expires_at=HELD_AT + HOLD_DURATION,
    booking_id=None,
)
USED = replace(HOLD, booking_id="bkg_4t7w2m9k1x5c")


def test_a_hold_is_usable_a_second_before_it_expires() -> None:
    require_usable(HOLD, (), HOLD.expires_at - SECOND)


@pytest.mark.parametrize("late", [0, 1], ids=["on the line", "a second later"])
def test_a_hold_is_gone_from_the_second_of_its_expiry(late: int) -> None:
    with pytest.raises(HoldExpired, match="07:15:00 UTC"):
        require_usable(HOLD, (), HOLD.expires_at + late * SECOND)


def test_a_used_hold_names_its_booking_even_after_its_expiry() -> None:
    with pytest.raises(HoldAlreadyUsed, match="bkg_4t7w2m9k1x5c"):
        require_usable(USED, (), HOLD.expires_at)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_booking_may_have_fewer_players_than_its_hold(players: int) -> None:
    assert differences(HOLD, HOLD.course_id, HOLD.play_date, HOLD.tee_time, players) == ()


@pytest.mark.parametrize(
    ("course_id", "play_date", "tee_time", "players", "sentence"),
    [
        ("crs_00000000", HOLD.play_date, HOLD.tee_time, 3, "is for courseId crs_7k2m9x4q, not crs_00000000"),
        (HOLD.course_id, date(2027, 4, 18), HOLD.tee_time, 3, "is for date 2027-04-17, not 2027-04-18"),
        (HOLD.course_id, HOLD.play_date, time(9, 40), 3, "is for teeTime 09:30, not 09:40"),
        (HOLD.course_id, HOLD.play_date, HOLD.tee_time, 4, "is for at most 3 players, not for 4"),
    ],
    ids=["course", "date", "time", "players"],
)
def test_a_booking_that_differs_from_its_hold_reads_where(
    course_id: str, play_date: date, tee_time: time, players: int, sentence: str
) -> None:
    differing = differences(HOLD, course_id, play_date, tee_time, players)

    with pytest.raises(HoldMismatch, match=sentence):
        require_usable(HOLD, differing, HELD_AT)


@pytest.mark.parametrize("hold", [USED, HOLD], ids=["used", "expired"])
def test_a_difference_is_refused_before_the_state_of_the_hold(hold: TeeTimeHold) -> None:
    with pytest.raises(HoldMismatch, match="is for teeTime 09:30, not 09:40"):
        require_usable(hold, (Difference("teeTime", "09:30", "09:40"),), HOLD.expires_at)


def test_a_booking_that_differs_twice_reads_both_differences() -> None:
    differing = differences(HOLD, HOLD.course_id, date(2027, 4, 18), HOLD.tee_time, 4)

    assert [difference.member for difference in differing] == ["date", "players"]


@pytest.mark.parametrize(
    ("hold", "now", "state"),
    [
        (HOLD, HOLD.expires_at - SECOND, State.HELD),
        (HOLD, HOLD.expires_at, State.EXPIRED),
        (USED, HOLD.expires_at, State.USED),
    ],
    ids=["in time", "on the line", "used before"],
)
def test_a_hold_has_the_state_that_its_table_gives(hold: TeeTimeHold, now: datetime, state: State) -> None:
    assert hold.state(now) is state
