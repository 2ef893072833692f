"""How long a hook lasts by its own word: fourteen days, unless it may end with its tee time."""

from datetime import date, timedelta

import pytest

from conformance.discovery import OfferedTeeTime
from conformance.evidence.exchanges import Answer, Request, Response, Role
from conformance.evidence.verdicts import NoEvidence, Violation
from conformance.suite.arranged.hooked_tee_times import Hooked
from conformance.suite.booking_hooks.hook_ends import require_fourteen_days_shown
from tests.conformance.made_up import BASE_URL, MOMENT


class Roles:
    def mark(self, index: int, role: Role) -> None:
        pass


def hook(play_date: date) -> Hooked:
    """A hook that was made at `MOMENT`."""
    request = Request("POST", "/travel/bookings/hooks", (), BASE_URL, (), b"{}")
    answer = Answer(request, Response(201, (), b"{}"), MOMENT, 0, Roles())
    return Hooked(OfferedTeeTime("crs_1", play_date, "10:00", 4, None, None), {}, 1, answer)


def in_days(days: float) -> date:
    return (MOMENT + timedelta(days=days)).date()


@pytest.mark.parametrize("days", [14, 13.9])
def test_a_hook_of_fourteen_days_is_right(days: float) -> None:
    require_fourteen_days_shown(hook(in_days(40)), MOMENT + timedelta(days=days))


def test_a_hook_of_twelve_days_is_wrong() -> None:
    with pytest.raises(Violation):
        require_fourteen_days_shown(hook(in_days(17)), MOMENT + timedelta(days=12))


def test_a_hook_whose_tee_time_is_sooner_shows_nothing() -> None:
    with pytest.raises(NoEvidence):
        require_fourteen_days_shown(hook(in_days(12)), MOMENT + timedelta(days=12))
