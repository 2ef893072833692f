"""How and when a golf course answers by itself.

A reserved last name of the lead player comes first, then the policy of the world, then the default of the course.
The specification has no moment for an answer of the course: the control plane sets it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from fixtures.courses import Course
from mock_server.domain.magic import MagicEffect, magic_of
from mock_server.domain.world_settings import CourseAnswer, CoursePolicy
from mock_server.storage.sessions import Session

DECLINED = "course_declined"


_ANSWERS: Mapping[MagicEffect, CourseAnswer] = {
    MagicEffect.COURSE_CONFIRMS: CourseAnswer.CONFIRM,
    MagicEffect.COURSE_DECLINES: CourseAnswer.DECLINE,
    MagicEffect.COURSE_SILENT: CourseAnswer.SILENT,
}


def course_policy(session: Session, course: Course, last_name: str) -> CoursePolicy:
    """How the course answers a question about a lead player of this name."""
    magic = magic_of(last_name)
    if magic is not None and magic.effect in _ANSWERS:
        return CoursePolicy(_ANSWERS[magic.effect], int(magic.delay.total_seconds() // 60), DECLINED)
    chosen = session.world.settings.policy(course.id)
    if chosen is not None:
        return chosen
    if course.answer is None or course.answer_after_minutes is None:
        return CoursePolicy(CourseAnswer.SILENT)
    return CoursePolicy(CourseAnswer(course.answer), course.answer_after_minutes, DECLINED)


def answers_at(session: Session, course: Course, last_name: str, asked_at: datetime) -> datetime | None:
    """When the course answers a question that is asked at *asked_at*; None for a course that stays silent."""
    policy = course_policy(session, course, last_name)
    if policy.answer is CourseAnswer.SILENT:
        return None
    return asked_at + timedelta(minutes=policy.after_minutes)
