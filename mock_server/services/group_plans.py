"""Plans a group: tee times, price and a dry run. This module writes nothing. Spec: Group bookings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, time

from fixtures.courses import Course
from mock_server.domain.group_bookings import GroupRequest, first_status
from mock_server.domain.group_runs import GroupPrice, Run, find_runs, price_of, standard_price
from mock_server.domain.magic import require_known
from mock_server.domain.refusals import CourseOffline, NoRunOfTeeTimes, Refusal
from mock_server.domain.terms import require_bookable_day
from mock_server.services.availability import estimated_green_fee, offers_of_day
from mock_server.services.group_runs import nearest_run
from mock_server.storage.sessions import Session


@dataclass(frozen=True, slots=True)
class Plan:
    """The result of a dry run: every obstacle, and the price if there is no obstacle."""

    issues: Sequence[Refusal]
    price: GroupPrice | None


def find_slots(session: Session, course_id: str, play_date: date, total_players: int, preferred: time) -> list[Run]:
    """The runs that hold the group, nearest first. Spec: POST /group-bookings/find-slots; assumption A-45.

    Raises CourseNotFound, GroupSize, DateInPast, DateTooFar or CourseOffline.
    """
    course = _open_course(session, course_id, play_date)
    first_status(total_players)
    if not course.is_online:
        raise CourseOffline(course.name)
    return find_runs(offers_of_day(session, course, play_date), total_players, preferred)


def calculate_price(session: Session, course_id: str, play_date: date, total_players: int) -> GroupPrice:
    """The price at the standard green fee of the day. Spec: POST /group-bookings/calculate-price; assumption A-46.

    Raises CourseNotFound, GroupSize, DateInPast or DateTooFar.
    """
    course = _open_course(session, course_id, play_date)
    first_status(total_players)
    return standard_price(estimated_green_fee(course, play_date), total_players)


def validate(session: Session, request: GroupRequest) -> Plan:
    """Whether the group could be booked now. Spec: POST /group-bookings/validate; assumption A-47.

    Raises only MagicUnknown; every other obstacle is an issue of the plan.
    """
    require_known(request.lead_player.last_name)
    issues = [
        *_obstacle(lambda: _open_course(session, request.course_id, request.play_date)),
        *_obstacle(lambda: first_status(request.total_players)),
    ]
    if issues:
        return Plan(issues, None)
    price = _price_now(session, session.courses.by_id(request.course_id), request)
    if price is None:
        return Plan([NoRunOfTeeTimes(request.play_date, request.total_players)], None)
    return Plan([], price)


def _price_now(session: Session, course: Course, request: GroupRequest) -> GroupPrice | None:
    """The price of the group now, an estimate at an offline course. None if no tee times hold the group."""
    if not course.is_online:
        return standard_price(estimated_green_fee(course, request.play_date), request.total_players)
    run = nearest_run(session, course, request)
    return price_of(run) if run else None


def _open_course(session: Session, course_id: str, play_date: date) -> Course:
    """The course, on a day it takes bookings for. Raises CourseNotFound, DateInPast or DateTooFar."""
    course = session.courses.by_id(course_id)
    require_bookable_day(play_date, session.courses.rules[course.id], session.now)
    return course


def _obstacle(check: Callable[[], object]) -> list[Refusal]:
    try:
        check()
    except Refusal as refusal:
        return [refusal]
    return []
