"""Policies: how a golf course answers by itself in a world."""

from dataclasses import replace
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.domain.world_settings import CourseAnswer, CoursePolicy
from mock_server.services.worlds import change_settings
from mock_server.storage.sessions import Session

EVERY_COURSE = "*"


def list_policies(_call: Call, session: Session) -> Answer:
    """GET /policies: the policies of the world, in order of course."""
    policies = sorted(session.world.settings.policies.items())
    return Answer(200, {"data": [_policy(course_id, policy) for course_id, policy in policies]})


def set_policy(call: Call, session: Session) -> Answer:
    """PUT /policies/{courseId}: how a course answers from now on."""
    course_id = _course_id(call, session)
    policy = CoursePolicy(CourseAnswer(call.body["answer"]), call.body.get("afterMinutes", 30), call.body.get("reason"))
    settings = session.world.settings
    change_settings(session, replace(settings, policies={**settings.policies, course_id: policy}))
    return Answer(200, {"data": _policy(course_id, policy)})


def delete_policy(call: Call, session: Session) -> Answer:
    """DELETE /policies/{courseId}: the course answers in its default way again."""
    course_id, settings = _course_id(call, session), session.world.settings
    kept = {item: policy for item, policy in settings.policies.items() if item != course_id}
    change_settings(session, replace(settings, policies=kept))
    return Answer(204, None)


def _course_id(call: Call, session: Session) -> str:
    """The id of the course in the path, or `*`. Raises CourseNotFound."""
    name = call.path["courseId"]
    return name if name == EVERY_COURSE else session.courses.by_id(name).id


def _policy(course_id: str, policy: CoursePolicy) -> dict[str, Any]:
    return {
        "courseId": course_id,
        "answer": policy.answer.value,
        "afterMinutes": policy.after_minutes,
        "reason": policy.reason,
    }
