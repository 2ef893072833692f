"""The fixtures that a check gets by naming a parameter, in the suite and in the user's own rules."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import pytest

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, GroupDesk, MovableClock, TeeTimeFinder
from conformance.discovery.guests import TRIALS
from conformance.evidence.exchanges import Exchange
from conformance.evidence.receiver import Receiver, ReceiverError
from conformance.evidence.verdicts import Untested
from conformance.recordings.misspelt_keys import forms_of, misspelt
from conformance.running.plugin import SESSION
from conformance.scope.run import Run
from conformance.session.session import FIRST_AGENCY, SECOND_AGENCY, STRANGER, CheckSession
from conformance.target.target import Target

_VARIOUS_GUESTS = "bookings for various guests"


@pytest.fixture(scope="session")
def check_session(request: pytest.FixtureRequest) -> CheckSession:
    """The shared state of this run. Checks use the fixtures below instead."""
    return request.config.stash[SESSION]


@pytest.fixture(scope="session")
def target(check_session: CheckSession) -> Target:
    """The target as its operator describes it."""
    return check_session.target


@pytest.fixture(scope="session")
def run(check_session: CheckSession) -> Run:
    """Seed, marker, start and today of this run."""
    return check_session.run


@pytest.fixture(scope="session")
def decided_rows(check_session: CheckSession) -> Collection[str]:
    """The ids of the rows that this run decides: some checks try the cases of several rows together."""
    return check_session.selection.decided


@pytest.fixture(scope="session")
def agency(check_session: CheckSession) -> Agency:
    """The agency whose key the run was given."""
    return check_session.caller(FIRST_AGENCY, check_session.target.api_key)


@pytest.fixture(scope="session")
def second_agency(check_session: CheckSession) -> Agency:
    """A second, unrelated agency."""
    if check_session.target.second_api_key is None:
        raise Untested("A decision needs the key of a second agency: give --second-api-key.")
    return check_session.caller(SECOND_AGENCY, check_session.target.second_api_key)


@pytest.fixture(scope="session")
def askers(check_session: CheckSession, agency: Agency) -> Sequence[Agency]:
    """The agencies whose keys the run has: the first and, if the run has its key, the second."""
    second = _second_if_any(check_session)
    return (agency, second) if second else (agency,)


@pytest.fixture(scope="session")
def stranger(check_session: CheckSession) -> Agency:
    """A caller whose key nobody issued."""
    if not check_session.target.may_send_bad_keys:
        raise Untested("The target file says may_send_bad_keys = false.")
    return check_session.caller(STRANGER, f"unknown-{check_session.run.marker}")


@pytest.fixture(scope="session")
def misspelt_keys(check_session: CheckSession, stranger: Agency) -> Mapping[str, Agency]:  # noqa: ARG001 - it may raise
    """Callers whose keys are misspelt forms of the first agency's key, by the name of the form."""
    found: list[str] = check_session.carry_over("misspelt keys", lambda: forms_of(check_session.target.api_key)) or []
    keys = {form: misspelt(check_session.target.api_key, form, check_session.recording) for form in found}
    return {form: check_session.caller(STRANGER, key) for form, key in keys.items()}


@pytest.fixture(scope="session")
def courses(check_session: CheckSession) -> CourseFinder:
    """Finds courses."""
    return check_session.courses


@pytest.fixture(scope="session")
def tee_times(check_session: CheckSession, agency: Agency, courses: CourseFinder) -> TeeTimeFinder:
    """Finds free tee times. It gives each tee time only once."""
    return TeeTimeFinder(agency, check_session.run, courses)


@pytest.fixture(scope="session")
def bookings(check_session: CheckSession, agency: Agency) -> BookingDesk:
    """Books for the agency."""
    return _desk(check_session, agency)


@pytest.fixture(scope="session")
def second_bookings(check_session: CheckSession, second_agency: Agency) -> BookingDesk:
    """Books for the second agency."""
    return _desk(check_session, second_agency)


def _desk(check_session: CheckSession, agency: Agency) -> BookingDesk:
    target = check_session.target
    # Older recordings have one guest, or no booking without optional members.
    trials = TRIALS[: int(check_session.carry_over(_VARIOUS_GUESTS, lambda: len(TRIALS)) or 0)]
    patience = target.budgets.visibility_seconds
    noted = check_session.recording.noted
    return BookingDesk(agency, check_session.run, target.hold_id, patience, noted=noted, trials=trials)


@pytest.fixture(scope="session")
def other_bookings(check_session: CheckSession, request: pytest.FixtureRequest, bookings: BookingDesk) -> BookingDesk:
    """Books for the second agency if the run has its key, else for the first. Some faults show only there."""
    # Each agency has a single desk, because two desks would give the same reference to two bookings.
    desk: BookingDesk = request.getfixturevalue("second_bookings") if _second_if_any(check_session) else bookings
    return desk


@pytest.fixture(scope="session")
def other_eyes(check_session: CheckSession, courses: CourseFinder, tee_times: TeeTimeFinder) -> TeeTimeFinder:
    """Reads tee sheets for the second agency if the run has its key, else for the first."""
    second = _second_if_any(check_session)
    return TeeTimeFinder(second, check_session.run, courses) if second else tee_times


def _second_if_any(check_session: CheckSession) -> Agency | None:
    key = check_session.target.second_api_key
    return check_session.caller(SECOND_AGENCY, key) if key is not None else None


@pytest.fixture(scope="session")
def hooks(check_session: CheckSession, agency: Agency, bookings: BookingDesk) -> BookingHookDesk:
    """Creates booking hooks for the agency."""
    return BookingHookDesk(agency, bookings, check_session.target.hooks)


@pytest.fixture(scope="session")
def groups(check_session: CheckSession, agency: Agency) -> GroupDesk:
    """Creates group bookings for the agency."""
    return GroupDesk(agency, check_session.run, check_session.target.groups)


@pytest.fixture(scope="session")
def clock(check_session: CheckSession, agency: Agency) -> MovableClock:
    """The clock of the target. A move raises `Untested` when the target file does not declare how to move it."""
    return MovableClock(agency, check_session.clock)


@pytest.fixture(scope="session")
def course_decisions(check_session: CheckSession) -> CourseDecisions:
    """The levers that answer for golf courses, as far as the target file declares them."""
    return check_session.decisions


@pytest.fixture
def exchanges(check_session: CheckSession) -> Sequence[Exchange]:
    """Everything recorded so far, for closing checks."""
    return check_session.recording.exchanges


@pytest.fixture(scope="session")
def receiver(check_session: CheckSession) -> Iterator[Receiver]:
    """Receives deliveries, from the first check that uses it until the last check has ended. A run that waits for
    deliveries from its beginning has a receiver, which ends with the run.
    """
    if check_session.receiver is not None:
        yield check_session.receiver
        return
    try:
        listening = check_session.recording.open_receiver(check_session.target.receiver)
    except ReceiverError as error:
        raise Untested(
            f"{error} Name another address with --receiver-listen, or as listen under [receiver] in the target file."
        ) from error
    listening.seconds_left = check_session.pace.seconds_left
    yield listening
    listening.close()
