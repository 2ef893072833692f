"""What several files of checks look at, prepared once in a run."""

from collections.abc import Sequence

import pytest

from conformance.client import Agency
from conformance.discovery import CourseFinder, TeeTimeFinder
from conformance.run import Run
from conformance.suite.days_offered import Period
from conformance.suite.held_tee_times import HoldDay, hold_days
from conformance.suite.sampled_periods import sample_periods
from conformance.suite.sampled_sheets import sample_tee_sheets
from conformance.suite.tee_sheets import TeeSheet


@pytest.fixture(scope="session")
def sheets(agency: Agency, courses: CourseFinder, run: Run) -> Sequence[TeeSheet]:
    """Sixteen tee sheets."""
    return sample_tee_sheets(agency, courses, run)


@pytest.fixture(scope="session")
def periods(agency: Agency, courses: CourseFinder, run: Run) -> Sequence[Period]:
    """Sixteen answers for several days."""
    return sample_periods(agency, courses, run)


@pytest.fixture(scope="session")
def days_for_holds(tee_times: TeeTimeFinder) -> tuple[HoldDay, HoldDay]:
    """A weekday and a weekend day to hold tee times on."""
    return hold_days(tee_times)
