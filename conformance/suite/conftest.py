"""What the checks of several files compare, read once in a run."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.readers import CourseReader
from conformance.conditions.model import Case
from conformance.conditions.planned_lives import with_lives
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.discovery.tokens import TokenDesk
from conformance.evidence.exchanges import Exchange
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import or_else
from conformance.scope.run import Run
from conformance.scope.selection import Need
from conformance.session.session import ADDRESSES_FOR_THE_RUN, CheckSession
from conformance.suite.arranged.days_offered import Period
from conformance.suite.arranged.deliveries import Mailroom
from conformance.suite.arranged.golden_reads import GoldenAnswers
from conformance.suite.arranged.play_days import online_of_telling_kinds, some_offline
from conformance.suite.arranged.tee_sheets import TeeSheet
from conformance.suite.availability.sampled_periods import sample_periods
from conformance.suite.availability.sampled_sheets import sample_tee_sheets
from conformance.suite.open.seen import AnsweredExchanges
from conformance.suite.tee_time_holds.held_tee_times import HoldDays, hold_days
from conformance.suite.tours.booking_lives import Means, cases_of_rare_lives
from conformance.suite.tours.sampling import CourseKinds, TourPlan
from conformance.target.target import Target

# In older recordings, the first agency alone reads and gets deliveries for checks that need a single agency.
_READ_BY_BOTH = "courses that the second agency reads"
_MAILROOMS_OF_BOTH = "subscriptions of either agency"

# No check changes the values of these fixtures, so all lanes of a run share them.
_PLANS = ("course_kinds", "tour_plan", "plan_of_writes")
_TOURS = ("search_tour", "detail_tour", "price_tour", "sheet_tour", "period_tour", "list_tour")
READ_ONCE = frozenset({"reader", "sheets", "periods", *_PLANS, *_TOURS})


@pytest.fixture(scope="session")
def reader(check_session: CheckSession, askers: Sequence[Agency], courses: CourseFinder) -> Agency:
    """Reads about courses: all about a course as one agency, about half of the courses as the second one if the run has
    its key. Some faults show only there.
    """
    first, *others = askers
    if not others or not check_session.carry_over(_READ_BY_BOTH, lambda: True):
        return first
    second, facts = others[0], check_session.target.courses
    ids = _every_second_course(second, courses, check_session)
    codes = [code.code for code in facts.booking_codes if code.id in ids]
    return CourseReader(first, second, {*ids, *codes})


def _every_second_course(second: Agency, courses: CourseFinder, session: CheckSession) -> list[str]:
    """The ids of half of the courses that both agencies see. Those that checks sample first take turns, and which half
    it is follows from the seed.
    """
    seen = {
        item["id"] for item in or_else(lambda: CourseFinder(second, session.run, session.target.courses).listed, [])
    }
    kinds = (online_of_telling_kinds, some_offline)
    ordered = [or_else(partial(find, courses, len(seen)), []) for find in kinds]
    return [
        course_id
        for ids in ordered
        for course_id in [found for found in ids if found in seen][session.run.seed % 2 :: 2]
    ]


@pytest.fixture(scope="session")
def sheets(reader: Agency, courses: CourseFinder, run: Run) -> Sequence[TeeSheet]:
    """Sixteen tee sheets."""
    return sample_tee_sheets(reader, courses, run)


@pytest.fixture(scope="session")
def periods(reader: Agency, courses: CourseFinder, run: Run) -> Sequence[Period]:
    """Sixteen answers for several days."""
    return sample_periods(reader, courses, run)


@pytest.fixture(scope="session")
def golden_answers(agency: Agency, courses: CourseFinder, run: Run, clock: MovableClock) -> GoldenAnswers:
    """One documented read of every kind, and what it answers, for closing checks."""
    return GoldenAnswers(agency, courses, run, clock)


@pytest.fixture(scope="session")
def course_kinds(courses: CourseFinder, run: Run) -> CourseKinds:
    """Some courses of every kind, for the tours."""
    return CourseKinds(courses, run)


@pytest.fixture(scope="session")
def tour_plan(check_session: CheckSession, askers: Sequence[Agency]) -> TourPlan:
    """What the tours of reads ask: the pairs of conditions that no check before them has met."""
    return _plan_of_what_is_left(check_session, askers, Need.further_reads)


@pytest.fixture(scope="session")
def plan_of_lives(check_session: CheckSession, askers: Sequence[Agency]) -> TourPlan:
    """What lives of bookings ask after all other writes: the pairs of conditions that these have not met."""
    return _plan_of_what_is_left(check_session, askers, Need.further_writes)


@pytest.fixture(scope="session")
def rare_cases(plan_of_lives: TourPlan, course_kinds: CourseKinds) -> Sequence[Case]:
    """Lives of bookings in which pairs of conditions are met that no check for a single requirement has met."""
    return cases_of_rare_lives(plan_of_lives, course_kinds)


@pytest.fixture(scope="session")
def plan_of_the_rest(plan_of_lives: TourPlan, rare_cases: Sequence[Case]) -> TourPlan:
    """What is asked after these lives: the pairs that they leave."""
    met = with_lives(plan_of_lives.met, rare_cases, seen_by_another=plan_of_lives.has_another)
    return replace(plan_of_lives, met=met, title="rest of")


@pytest.fixture(scope="session")
def means_of_lives(
    bookings: BookingDesk,
    hooks: BookingHookDesk,
    tee_times: TeeTimeFinder,
    target: Target,
    askers: Sequence[Agency],
) -> Means:
    """What the lives of the tour need."""
    return Means(bookings, hooks, tee_times, target, askers[1] if len(askers) > 1 else None)


def _plan_of_what_is_left(session: CheckSession, askers: Sequence[Agency], need: Need) -> TourPlan:
    further = session.target.wire.plans_as_usual and session.selection.is_whole(session.catalogue)
    return replace(_plan_of_tours(session, askers), met=session.note_pairs_met(need), further=further)


@pytest.fixture(scope="session")
def plan_of_writes(check_session: CheckSession, askers: Sequence[Agency]) -> TourPlan:
    """What the tours of bookings and holds ask: every pair of conditions. They run beside other writers."""
    return _plan_of_tours(check_session, askers)


def _plan_of_tours(session: CheckSession, askers: Sequence[Agency]) -> TourPlan:
    return TourPlan(askers, session.run, session.target, session.carry_over)


@pytest.fixture(scope="session")
def days_for_holds(tee_times: TeeTimeFinder) -> HoldDays:
    """A weekday and a weekend day to hold tee times on."""
    return hold_days(tee_times)


@pytest.fixture
def first_mailroom(
    check_session: CheckSession, bookings: BookingDesk, tee_times: TeeTimeFinder, receiver: Receiver
) -> Iterator[Mailroom]:
    """Opens subscriptions for the first agency, and removes them after the check."""
    room = mailroom_of("first agency", check_session, [bookings], tee_times, receiver)
    yield room
    room.clear()


@pytest.fixture
def mailroom(
    check_session: CheckSession,
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    receiver: Receiver,
) -> Iterator[Mailroom]:
    """Opens subscriptions for either agency, and removes them after the check."""
    name = check_session.recording.current_check
    room = mailroom_of(name, check_session, [bookings, other_bookings], tee_times, receiver)
    yield room
    room.clear()


def mailroom_of(
    name: str, session: CheckSession, desks: Sequence[BookingDesk], tee_times: TeeTimeFinder, receiver: Receiver
) -> Mailroom:
    """A mailroom of an agency that has one of the *desks*: the seed draws it for *name*. In older recordings, it is
    always the first agency.
    """
    callers = list(zip(session.agencies(), desks, strict=False))
    if not session.carry_over(_MAILROOMS_OF_BOTH, lambda: True):
        callers = callers[:1]
    caller, desk = session.run.random(f"mailroom of {name}").choice(callers)
    all_along = session.carried_over.get(ADDRESSES_FOR_THE_RUN[caller.label])
    return Mailroom(caller, desk, tee_times, receiver, session.run, session.target, all_along)


@pytest.fixture
def seen(exchanges: Sequence[Exchange]) -> AnsweredExchanges:
    """The answered exchanges of this run, for closing checks."""
    return AnsweredExchanges(exchanges)


@pytest.fixture
def tokens(agency: Agency, target: Target) -> Iterator[TokenDesk]:
    """Asks for tokens, and ends the sessions after the check."""
    desk = TokenDesk(agency, target.tokens)
    yield desk
    desk.close()
