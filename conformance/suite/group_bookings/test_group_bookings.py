"""Checks of booking groups of more than four players."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part, refused, same, within_budget
from conformance.discovery import BookingDesk, CourseFinder, FreshDay, GroupDesk, MovableClock, TeeTimeFinder
from conformance.discovery.clock import PROCESSING
from conformance.discovery.group_bookings import GROUP_BOOKINGS
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import (
    Advisory,
    Inconclusive,
    NotApplicable,
    Untested,
    exercises,
    expect,
    shown,
    verifies,
)
from conformance.scope.run import Run
from conformance.suite.arranged.booked_groups import (
    GROUP_SIZES,
    BookedGroup,
    QuietDays,
    ask_for_group,
    days_to_ask_about,
    settled,
)
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.target.target import Target

_TEN_MINUTES = int(PROCESSING.total_seconds() // 60)
_QUESTIONS = ("find-slots", "calculate-price")

# How many thirds of a day have passed when a group wants to start: the smallest has room after noon as well.
_THIRDS = dict(zip(GROUP_SIZES, (2, 1, 1), strict=True))


@pytest.fixture(scope="session")
def booked_groups(groups: GroupDesk, tee_times: TeeTimeFinder, target: Target) -> Sequence[BookedGroup]:
    """A group of five and two larger ones, asked for once for all checks here, and read right after."""
    if "group" in target.absent:
        raise NotApplicable("The target declares that it has no group bookings.")
    return [ask_for_group(groups, tee_times, size) for size in GROUP_SIZES]


@pytest.fixture(scope="session")
def quiet_days(tee_times: TeeTimeFinder, bookings: BookingDesk, clock: MovableClock, target: Target) -> QuietDays:
    """Days on which nothing may happen."""
    return QuietDays(tee_times, bookings, clock, target)


@exercises("createGroupBooking", "getGroupBooking", writes=True)
def test_groups_are_booked_and_read(groups: GroupDesk, booked_groups: Sequence[BookedGroup]) -> None:
    for one in booked_groups:
        if one.answer.is_success:
            groups.read(one.id)


@verifies("GRP-01")
def test_a_group_is_answered_202(booked_groups: Sequence[BookedGroup]) -> None:
    for one in booked_groups:
        accepted(one.answer, "Booking a group")
        same(one.answer.status, 202, f"the status code of the answer to {one.answer.where}", one.answer)


@verifies("GRP-02")
def test_a_new_group_is_processing(booked_groups: Sequence[BookedGroup]) -> None:
    for one in booked_groups:
        accepted(one.answer, "Booking a group")
        same(
            part(one.answer, "data.status"),
            "processing",
            f"the status of a new group booking of {one.sent.get('totalPlayers')}",
            one.answer,
        )


@verifies("GRP-04")
def test_a_group_is_what_was_asked_for(booked_groups: Sequence[BookedGroup]) -> None:
    for one in booked_groups:
        accepted(one.answer, "Booking a group")
        for member in ("totalPlayers", "courseId", "date"):
            same(
                part(one.answer.body, f"data.{member}", judge=False),
                one.sent[member],
                f"{member} of a new group",
                one.answer,
            )


@verifies("GRP-05")
def test_a_group_can_be_read_at_once(groups: GroupDesk, booked_groups: Sequence[BookedGroup], target: Target) -> None:
    for one in booked_groups:
        body = golden(_read(groups, one, target))

        data = part(body, "data")
        expect(isinstance(data, dict), "a group booking stands under data as an object", f"data is {shown(data)}")
        status = data.get("status")
        expect(
            status is None or isinstance(status, str), "the status of a group booking is text", f"it is {shown(status)}"
        )


@verifies("GRP-06")
def test_a_group_is_read_under_its_id(groups: GroupDesk, booked_groups: Sequence[BookedGroup], target: Target) -> None:
    for one in booked_groups:
        data = part(accepted(_read(groups, one, target), "Reading a group booking"), "data", judge=False)
        if isinstance(data, dict) and "id" in data:
            same(str(data["id"]), one.id, f"the id in GET /travel/group-bookings/{one.id}")


@verifies("GRP-07")
def test_five_players_are_a_group(booked_groups: Sequence[BookedGroup]) -> None:
    five, *larger = booked_groups
    if not any(one.answer.is_success for one in larger):
        raise Inconclusive("Larger groups were refused as well, which GRP-16 judges.")

    golden(five.answer)


@verifies("GRP-08")
def test_four_players_are_no_group(groups: GroupDesk, booked_groups: Sequence[BookedGroup]) -> None:
    five = booked_groups[0]

    attempt = groups.post(groups.body(five.day, 4))

    refused(attempt, control=five.answer)


@verifies("GRP-09")
@pytest.mark.parametrize("total_players", GROUP_SIZES)
def test_tee_times_for_a_group_can_be_looked_for(
    groups: GroupDesk, tee_times: TeeTimeFinder, total_players: int
) -> None:
    _answered(groups, tee_times, "find-slots", total_players)


@verifies("GRP-10")
@pytest.mark.parametrize("total_players", GROUP_SIZES)
def test_the_price_of_a_group_can_be_asked(groups: GroupDesk, tee_times: TeeTimeFinder, total_players: int) -> None:
    _answered(groups, tee_times, "calculate-price", total_players)


@verifies("GRP-11", moves_clock_minutes=_TEN_MINUTES)
@pytest.mark.parametrize("total_players", [5, 12])
def test_a_dry_run_books_nothing(groups: GroupDesk, quiet_days: QuietDays, total_players: int) -> None:
    def dry_run(day: FreshDay) -> None:
        answer = groups.validate(groups.body(day, total_players))
        if not answer.is_success:
            raise Untested(f"What validate takes is not shown. It answered {answer.status}: {answer.text[:120]}")

    quiet_days.judge_unchanged(dry_run, "a dry run")


@verifies("GRP-12", moves_clock_minutes=_TEN_MINUTES)
@pytest.mark.parametrize("question", _QUESTIONS)
def test_a_question_about_a_group_changes_nothing(groups: GroupDesk, quiet_days: QuietDays, question: str) -> None:
    def ask(day: FreshDay) -> None:
        accepted(groups.ask(question, groups.body(day, 12)), f"Asking {question}")

    quiet_days.judge_unchanged(ask, question)


@verifies("GRP-13", moves_clock_minutes=_TEN_MINUTES)
def test_the_players_of_a_group_can_be_named(
    groups: GroupDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    one = ask_for_group(groups, tee_times, 6)
    answer = groups.name_players(one.id)
    if not answer.is_success and not groups.player_list_is_declared:
        raise Untested(
            "What a player list looks like is not shown: declare players under [groups] in the target file."
            f" {answer.where} answered {answer.status}: {answer.text[:120]}"
        )
    if not answer.is_success:
        # It may take names only when it has found its tee times.
        answer.mark(Role.attempt)
        if settled(groups, one.id, clock, target) == "processing":
            raise Inconclusive("The player list was refused while the group was processing, which did not end.")
        answer = groups.name_players(one.id)

    golden(answer)
    # No document says that a list is final, and none that it is not.
    again = groups.name_players(one.id)
    if not again.is_success:
        again.mark(Role.attempt)
        raise Advisory(f"The player list cannot be sent a second time: {again.where} answered {again.status}.")


@verifies("GRP-14")
def test_an_unknown_group_is_not_read_and_gets_no_players(
    groups: GroupDesk, courses: CourseFinder, booked_groups: Sequence[BookedGroup]
) -> None:
    for one in booked_groups[:2]:
        refused(groups.read(courses.unknown_id(one.id)), control=groups.read(one.id))
    known = booked_groups[0].id
    attempt = groups.name_players(courses.unknown_id(known))
    attempt.mark(Role.attempt)
    # What is only taken for later may be refused later. What a player list looks like is not shown.
    if attempt.is_success and not attempt.is_for_later:
        refused(attempt, control=groups.name_players(known))


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
    if not attempt.is_success:
        refused(attempt, control=eight.answer)
        return

    status = settled(groups, BookedGroup(eight.day, {}, attempt).id, clock, target)
    if status in (None, "processing"):
        raise Inconclusive(f"The group was accepted, and its status is {status!r} as far as this run waits.")
    expect(status != "confirmed", "a group at an unknown course is not confirmed", f"its status is {shown(status)}")


@verifies("GRP-16")
def test_a_group_with_every_documented_member_is_accepted(booked_groups: Sequence[BookedGroup]) -> None:
    for one in booked_groups[1:]:
        golden(one.answer)


@verifies("AUT-13")
def test_a_group_of_another_agency_cannot_be_read(
    agency: Agency, second_agency: Agency, booked_groups: Sequence[BookedGroup]
) -> None:
    for one in booked_groups:
        path = f"{GROUP_BOOKINGS}/{segment(one.id)}"
        refused(second_agency.get(path), control=agency.get(path))


def _answered(groups: GroupDesk, tee_times: TeeTimeFinder, question: str, total_players: int) -> None:
    """Hold when the question is answered with JSON about one of a few days: on some there may be no room."""
    for day in days_to_ask_about(tee_times):
        start = sorted(one.time for one in day.tee_times)[_THIRDS[total_players] * len(day.tee_times) // 3]
        answer = groups.ask(question, groups.body(day, total_players, preferredTime=start))
        if answer.is_success:
            break
        answer.mark(Role.attempt)
    body = golden(answer)
    expect(
        body is not None,
        f"{question} answers with JSON",
        f"{answer.where} answered {answer.status} without a body",
        answer,
    )


def _read(groups: GroupDesk, one: BookedGroup, target: Target) -> Answer:
    return within_budget(
        lambda: groups.read(one.id),
        lambda answer: answer.is_success,
        seconds=target.budgets.visibility_seconds,
    )
