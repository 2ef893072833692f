"""Books a group, reads it and names its players. Spec: Group bookings, and the statuses of a group booking.

A group is accepted at once and processed 20 seconds later: at an online course it takes the run of tee times nearest
to its preferred time, at an offline course the course is asked. `group_plans` plans a group.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from fixtures.courses import Course
from mock_server.domain import group_bookings as rules_of_groups
from mock_server.domain.group_bookings import (
    PROCESSING_TIME,
    GroupBooking,
    GroupPlayer,
    GroupRequest,
    Status,
    first_status,
)
from mock_server.domain.group_runs import Run
from mock_server.domain.ids import Numbered, object_id
from mock_server.domain.ledger import Taking, TakingKind
from mock_server.domain.magic import require_known
from mock_server.domain.refusals import GroupBookingNotFound, GroupBookingNotInWorld, NoRunOfTeeTimes
from mock_server.domain.terms import require_bookable_day
from mock_server.domain.world_settings import CourseAnswer
from mock_server.services.course_answers import DECLINED, answers_at, course_policy
from mock_server.services.events import emit
from mock_server.services.group_runs import nearest_run, run_on_an_empty_sheet
from mock_server.storage.group_bookings import find_group_booking, insert_group_booking, save_group_booking
from mock_server.storage.ledger import give_back, take
from mock_server.storage.sessions import Session
from mock_server.storage.timers import TimerKind, add_timer, drop_timers
from mock_server.storage.world_rows import next_number


def create(session: Session, agency: str, request: GroupRequest) -> GroupBooking:
    """Accepts a group, to be processed in 20 seconds. Spec: POST /group-bookings.

    Raises CourseNotFound, MagicUnknown, GroupSize, DateInPast or DateTooFar.
    """
    course = session.courses.by_id(request.course_id)
    require_known(request.lead_player.last_name)
    first = first_status(request.total_players)
    require_bookable_day(request.play_date, session.courses.rules[course.id], session.now)
    group = _new_group(session, agency, request, first.state)
    insert_group_booking(session, group)
    add_timer(session, session.now + PROCESSING_TIME, TimerKind.GROUP_PROCESSED, group.id)
    return group


def _new_group(session: Session, agency: str, request: GroupRequest, status: Status) -> GroupBooking:
    number = next_number(session, Numbered.GROUP)
    return GroupBooking(
        id=object_id(Numbered.GROUP, session.world.origin, number),
        number=number,
        agency=agency,
        status=status,
        total_players=request.total_players,
        course_id=request.course_id,
        play_date=request.play_date,
        preferred_time=request.preferred_time,
        lead_player=request.lead_player,
        agency_reference=request.agency_reference,
        special_requests=request.special_requests,
        created_at=session.now,
        updated_at=session.now,
    )


def get(session: Session, agency: str, group_id: str) -> GroupBooking:
    """The agency's group. Raises GroupBookingNotFound, for a group of another agency too (assumption A-03)."""
    group = find_group_booking(session, group_id)
    if group is None or group.agency != agency:
        raise GroupBookingNotFound(group_id)
    return group


def name_players(session: Session, agency: str, group_id: str, player_list: tuple[GroupPlayer, ...]) -> GroupBooking:
    """Replaces the player list. Spec: PUT /group-bookings/{id}/players.

    Raises GroupBookingNotFound, GroupFailed, GroupCancelled or TooManyNames.
    """
    before = get(session, agency, group_id)
    after = rules_of_groups.named(before, player_list, session.now)
    if after != before:
        save_group_booking(session, after)
    return after


def process(session: Session, group_id: str, at: datetime) -> str | None:
    """Looks for tee times at *at*, or asks an offline course. Returns the event that follows, if any.

    Assumption A-42.
    """
    before = _any(session, group_id)
    course = session.courses.by_id(before.course_id)
    after, event = rules_of_groups.processed(
        before,
        is_online=course.is_online,
        tee_times=nearest_run(replace(session, now=at), course, before),
        nothing_found=NoRunOfTeeTimes(before.play_date, before.total_players).reason,
        now=at,
    )
    if after.status is Status.PENDING:
        after = _ask_course(session, course, after, at)
    if course.is_online:
        _take(session, after, after.tee_times)
    _save_and_emit(session, after, event, at)
    return event


def _ask_course(session: Session, course: Course, group: GroupBooking, at: datetime) -> GroupBooking:
    answer_at = answers_at(session, course, group.lead_player.last_name, at)
    if answer_at is not None:
        add_timer(session, answer_at, TimerKind.GROUP_ANSWERED, group.id)
    return replace(group, course_answers_at=answer_at)


def _take(session: Session, group: GroupBooking, run: Run) -> None:
    for tee_time in run:
        taking = Taking(
            group.id, TakingKind.GROUPED, group.course_id, group.play_date, tee_time.time, tee_time.players, None
        )
        take(session, taking)


def course_answers(session: Session, group_id: str, at: datetime) -> str | None:
    """Records the course's own answer at *at*. Returns the event that follows, or None if the course stays silent.

    Assumption A-42.
    """
    group = _any(session, group_id)
    policy = course_policy(session, session.courses.by_id(group.course_id), group.lead_player.last_name)
    if policy.answer is CourseAnswer.SILENT:
        return None
    confirms = policy.answer is CourseAnswer.CONFIRM
    _group, event = _record_answer(session, group, confirms=confirms, reason=policy.reason, at=at)
    return event


def course_decides(session: Session, group_id: str, *, confirms: bool, reason: str | None) -> GroupBooking:
    """Records the answer of the golf course to a pending group. Raises GroupBookingNotInWorld or GroupSettled.

    Assumption A-42.
    """
    group, _event = _record_answer(session, _any(session, group_id), confirms=confirms, reason=reason, at=session.now)
    return group


def _record_answer(
    session: Session, before: GroupBooking, *, confirms: bool, reason: str | None, at: datetime
) -> tuple[GroupBooking, str | None]:
    """The group with the course's answer, saved, and the event that was emitted."""
    if confirms:
        run = run_on_an_empty_sheet(session, session.courses.by_id(before.course_id), before)
        after, event = rules_of_groups.course_confirms(before, run, at)
    else:
        after, event = rules_of_groups.course_declines(before, reason or DECLINED, at)
    drop_timers(session, before.id)
    _save_and_emit(session, after, event, at)
    return after, event


def course_cancels(session: Session, group_id: str) -> GroupBooking:
    """Cancels a confirmed group for the golf course, and returns its places to sale. A second call changes nothing.

    Raises GroupBookingNotInWorld or GroupNotConfirmed. Assumption A-42.
    """
    before = _any(session, group_id)
    after, event = rules_of_groups.course_cancels(before, session.now)
    give_back(session, before.id)
    _save_and_emit(session, after, event, session.now)
    return after


def _any(session: Session, group_id: str) -> GroupBooking:
    group = find_group_booking(session, group_id)
    if group is None:
        raise GroupBookingNotInWorld(group_id)
    return group


def _save_and_emit(session: Session, group: GroupBooking, event: str | None, at: datetime) -> None:
    """Saves a group, and emits the event of its change."""
    save_group_booking(session, group)
    if event is not None:
        emit(session, group.agency, event, group.id, _facts(group), at, group.lead_player.last_name)


def _facts(group: GroupBooking) -> dict[str, Any]:
    """The `data` of a delivery, without personal data. Assumption A-50."""
    facts = {"id": group.id, "status": group.status.value}
    if group.agency_reference is not None:
        facts["agencyBookingReference"] = group.agency_reference
    facts["courseId"] = group.course_id
    if group.failure_reason is not None:
        facts["failureReason"] = group.failure_reason
    return facts
