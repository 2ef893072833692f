"""The readings of open points that depend on the moment of a request."""

from datetime import UTC, datetime

import pytest

from conformance.suite.open.readings import dates_on_earth


@pytest.mark.parametrize(
    ("hour", "dates"),
    [
        (9, ["2026-11-24", "2026-11-25"]),
        (11, ["2026-11-24", "2026-11-25", "2026-11-26"]),
        (12, ["2026-11-25", "2026-11-26"]),
        (23, ["2026-11-25", "2026-11-26"]),
    ],
)
def test_a_moment_has_every_date_that_some_clock_on_earth_shows(hour: int, dates: list[str]) -> None:
    assert dates_on_earth(datetime(2026, 11, 25, hour, 30, tzinfo=UTC)) == dates
