"""Checks of booking groups of more than four players."""

from collections.abc import Mapping, Sequence
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted, golden
from conformance.discovery import BookingDesk, CourseFinder, GroupDesk, MovableClock, TeeTimeFinder
from conformance.discovery.clock import PROCESSING
from conformance.evidence.verdicts import NotApplicable, exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.booked_groups import (
    GROUP_SIZES,
    Asked,
    BookedGroup,
    QuietDays,
    ask_for_a_very_large_group,
    ask_for_group,
    read_at_once,
    settle,
)
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.many_answers import require_all_refused, require_refusals
from conformance.suite.group_bookings.group_questions import (
    ask_about_some_day,
    prepare_dry_run,
    prepare_question,
    require_json,
)
from conformance.suite.group_bookings.groups_of_another import (
    reach_later_states,
    read_as_both,
    require_players_kept_from_another,
)
from conformance.suite.group_bookings.groups_of_every_size import (
    advise_named_again,
    ask_for_four_players,
    ask_for_two_groups_offline,
    name_players_in_time,
    read_all_accepted,
    read_unknown_groups,
    require_accepted,
    require_any_accepted,
    require_every_name_kept,
    require_players_refused,
    require_processing,
    require_read_as_asked_for,
    require_read_under_its_id,
    require_readable,
    require_refused_or_not_confirmed,
    require_status_code_202,
    require_what_was_asked_for,
    settled_status,
)
from conformance.suite.group_bookings.replaced_players import (
    require_as_many_others_taken,
    require_list_kept_after_refusals,
    require_no_older_list,
    require_nothing_behind_a_shorter_list,
    require_taken_when_processed,
)
from conformance.target.target import Target

_TEN_MINUTES, _SOME_PLAYERS = int(PROCESSING.total_seconds() // 60), 6
_DRY_RUNS, _QUESTIONS = {"a dry run for 5": 5, "a dry run for 12": 12}, ("find-slots", "calculate-price")


@pytest.fixture(scope="session")
def booked_groups(groups: GroupDesk, tee_times: TeeTimeFinder, run: Run, target: Target) -> Sequence[BookedGroup]:
    """A group of five and two larger ones, larger still on odd seeds, asked for once for all checks here and read right
    after. The larger ones have the reference of the first where the target takes it; one is validated.
    """
    if "group" in target.absent:
        raise NotApplicable("The target declares that it has no group bookings.")

    first = ask_for_group(groups, tee_times, GROUP_SIZES[0])
    validates_largest, is_odd = run.seed % 4 in (0, 3), run.seed % 2 == 1
    ask = partial(ask_for_group, groups, tee_times, like=first)
    ask_for_largest = partial(ask, validated=validates_largest)

    larger = ask(GROUP_SIZES[1 + is_odd], validated=not validates_largest)
    largest = ask_for_a_very_large_group(ask_for_largest) if is_odd else ask_for_largest(GROUP_SIZES[-1])
    return [read_at_once(groups, group, target) for group in (first, larger, largest)]


@pytest.fixture(scope="session")
def quiet_days(tee_times: TeeTimeFinder, bookings: BookingDesk, clock: MovableClock, target: Target) -> QuietDays:
    """Days on which nothing may happen."""
    return QuietDays(tee_times, bookings, clock, target)


@pytest.fixture(scope="session")
def asked_on_quiet_days(groups: GroupDesk, quiet_days: QuietDays, run: Run) -> Mapping[str, Asked]:
    """Dry runs and questions about groups, each on a day of its own. The clock moves once for all of them. On odd
    seeds, the groups of the questions want to start late.
    """
    dry_runs = {dry_run: partial(prepare_dry_run, groups, size) for dry_run, size in _DRY_RUNS.items()}
    questions = {question: partial(prepare_question, groups, question, 1 + run.seed % 2) for question in _QUESTIONS}
    return quiet_days.ask(dry_runs | questions)


@exercises("createGroupBooking", "getGroupBooking", writes=True)
def test_groups_are_booked_and_read(groups: GroupDesk, booked_groups: Sequence[BookedGroup]) -> None:
    read_all_accepted(groups, booked_groups)


@verifies("GRP-01")
def test_a_group_is_answered_202(booked_groups: Sequence[BookedGroup]) -> None:
    require_status_code_202(booked_groups)


@verifies("GRP-02")
def test_a_new_group_is_processing(booked_groups: Sequence[BookedGroup]) -> None:
    require_processing(booked_groups)


@verifies("GRP-04")
def test_a_group_has_the_values_of_its_request(groups: GroupDesk, booked_groups: Sequence[BookedGroup]) -> None:
    require_what_was_asked_for(booked_groups)
    require_read_as_asked_for(groups, booked_groups)


@verifies("GRP-05")
def test_a_group_can_be_read_at_once(groups: GroupDesk, booked_groups: Sequence[BookedGroup], target: Target) -> None:
    require_readable(groups, booked_groups, target)


@verifies("GRP-05")
def test_two_groups_of_a_day_at_an_offline_course_can_be_read_at_once(
    groups: GroupDesk, courses: CourseFinder, run: Run, target: Target
) -> None:
    asked = if_possible(lambda: ask_for_two_groups_offline(groups, courses, run, _SOME_PLAYERS))

    require_readable(groups, asked, target)


@verifies("GRP-06")
def test_a_group_is_read_under_its_id(groups: GroupDesk, booked_groups: Sequence[BookedGroup], target: Target) -> None:
    require_read_under_its_id(groups, booked_groups, target)


@verifies("GRP-07")
def test_five_players_are_a_group(booked_groups: Sequence[BookedGroup]) -> None:
    five, *larger = booked_groups
    require_any_accepted(larger)

    golden(five.answer)


@verifies("GRP-08")
def test_four_players_are_no_group(
    groups: GroupDesk, booked_groups: Sequence[BookedGroup], courses: CourseFinder, run: Run
) -> None:
    five = booked_groups[0]
    require_all_refused(ask_for_four_players(groups, five.day, courses, run), control=five.answer)


@verifies("GRP-09")
@pytest.mark.parametrize("total_players", GROUP_SIZES)
def test_a_search_finds_tee_times_for_a_group(groups: GroupDesk, tee_times: TeeTimeFinder, total_players: int) -> None:
    answer = ask_about_some_day(groups, tee_times, "find-slots", total_players)

    require_json(answer)


@verifies("GRP-10")
@pytest.mark.parametrize("total_players", GROUP_SIZES)
def test_the_price_of_a_group_can_be_asked(groups: GroupDesk, tee_times: TeeTimeFinder, total_players: int) -> None:
    answer = ask_about_some_day(groups, tee_times, "calculate-price", total_players)

    require_json(answer)


# A booking of another check on the same day would look like a booking of the dry run.
@verifies("GRP-11", moves_clock_minutes=_TEN_MINUTES)
@pytest.mark.needs_quiet
def test_a_dry_run_books_nothing(quiet_days: QuietDays, asked_on_quiet_days: Mapping[str, Asked]) -> None:
    for dry_run in _DRY_RUNS:
        quiet_days.require_unchanged(asked_on_quiet_days[dry_run], dry_run)


@verifies("GRP-12", moves_clock_minutes=_TEN_MINUTES)
@pytest.mark.needs_quiet
def test_a_question_about_a_group_changes_nothing(
    quiet_days: QuietDays, asked_on_quiet_days: Mapping[str, Asked]
) -> None:
    for question in _QUESTIONS:
        quiet_days.require_unchanged(asked_on_quiet_days[question], question)


@verifies("GRP-13", moves_clock_minutes=_TEN_MINUTES)
def test_the_players_of_a_group_can_be_named(
    groups: GroupDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    group = ask_for_group(groups, tee_times, _SOME_PLAYERS)

    answer = name_players_in_time(groups, group, clock, target)

    golden(answer)
    advise_named_again(groups.name_players(group.id))
    names, more = groups.name_more_players(group.id)
    group_read = groups.read(group.id)
    require_every_name_kept(names, more, group_read)
    require_no_older_list(groups, group.id, groups.last_names, names, more, group_read, target)
    if more.is_success:
        require_list_kept_after_refusals(groups, group, names, group_read, target)
    fewer = require_nothing_behind_a_shorter_list(groups, group.id, names, more)
    others = require_as_many_others_taken(groups, group.id, fewer, target)
    require_taken_when_processed(groups, group.id, others, clock, target)


@verifies("GRP-14")
def test_an_unknown_group_is_not_read_and_gets_no_players(
    groups: GroupDesk, courses: CourseFinder, booked_groups: Sequence[BookedGroup]
) -> None:
    known = booked_groups[0].id

    reads = read_unknown_groups(groups, courses, booked_groups[:2])
    require_refusals(reads)
    attempt = groups.name_players(courses.unknown_id(known))

    require_players_refused(attempt, lambda: groups.name_players(known))


@verifies("GRP-15", moves_clock_minutes=_TEN_MINUTES)
def test_a_group_at_an_unknown_course_is_refused_or_fails(
    groups: GroupDesk,
    courses: CourseFinder,
    run: Run,
    clock: MovableClock,
    target: Target,
    booked_groups: Sequence[BookedGroup],
) -> None:
    eight = booked_groups[1]
    unknown = next(course_id for course_id, _ in unknown_courses(courses, run, "group at an unknown course"))
    accepted(eight.answer, "Booking the same group at a course that exists")

    attempt = groups.post(groups.body(eight.day, 8, courseId=unknown))

    status = settled_status(groups, attempt, eight, clock, target)

    require_refused_or_not_confirmed(attempt, status, control=eight.answer)


@verifies("GRP-16")
def test_a_group_with_every_documented_member_is_accepted(booked_groups: Sequence[BookedGroup]) -> None:
    require_accepted(booked_groups[1:])


@verifies("AUT-13")
def test_a_group_of_another_agency_cannot_be_read(
    agency: Agency, second_agency: Agency, booked_groups: Sequence[BookedGroup]
) -> None:
    require_refusals(read_as_both(second_agency, agency, booked_groups))


@pytest.fixture(scope="session")
def second_groups(second_agency: Agency, run: Run, target: Target) -> GroupDesk:
    """Asks about groups for the second agency."""
    return GroupDesk(second_agency, run, target.groups)


@verifies("AUT-13", moves_clock_minutes=_TEN_MINUTES)
def test_a_processed_group_of_another_agency_cannot_be_read(
    agency: Agency,
    second_agency: Agency,
    groups: GroupDesk,
    second_groups: GroupDesk,
    booked_groups: Sequence[BookedGroup],
    clock: MovableClock,
    target: Target,
    course_decisions: CourseDecisions,
) -> None:
    states = reach_later_states(groups, second_groups, booked_groups[-1], clock, target, course_decisions)

    require_refusals(read_as_both(second_agency, agency, states))


@verifies("AUT-16")
def test_nobody_names_the_players_of_a_group_of_another_agency(
    groups: GroupDesk, second_groups: GroupDesk, booked_groups: Sequence[BookedGroup]
) -> None:
    require_players_kept_from_another(second_groups, groups, booked_groups[-1])


@verifies("AUT-16", moves_clock_minutes=_TEN_MINUTES)
def test_nobody_names_the_players_of_a_processed_group_of_another_agency(
    groups: GroupDesk,
    second_groups: GroupDesk,
    booked_groups: Sequence[BookedGroup],
    clock: MovableClock,
    target: Target,
) -> None:
    settle(groups, booked_groups[-1].id, clock, target)

    require_players_kept_from_another(second_groups, groups, booked_groups[-1])
