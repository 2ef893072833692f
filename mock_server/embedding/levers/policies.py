"""How a golf course answers by itself. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from mock_server.embedding.call import LeverCall, segment

CourseAnswer: TypeAlias = Literal["confirm", "decline", "silent"]
"""How the course answers a question."""


class Policy(TypedDict):
    """How a course answers in this world."""

    courseId: str  # Id of the course, or `*` for every other course.
    answer: CourseAnswer
    afterMinutes: int  # Minutes from the question to the answer.
    reason: str | None  # Why the course declines. Null if the course gives no reason.


class NewPolicy(TypedDict):
    """How a course answers."""

    answer: CourseAnswer
    afterMinutes: NotRequired[int]  # Minutes from the question to the answer.
    reason: NotRequired[str]  # Why the course declines.


def list_policies() -> LeverCall[list[Policy]]:
    """See the policies: `GET /policies`.

    Lists the policies of the world, in order of course.
    """
    return LeverCall("GET", "/policies", "data")


def set_policy(course_id: str, body: NewPolicy) -> LeverCall[Policy]:
    """Set a policy: `PUT /policies/{courseId}`.

    Sets how a course answers from now on. `*` sets the policy of every course without a policy of its own.
    """
    return LeverCall("PUT", f"/policies/{segment(course_id)}", "data", body=body)


def delete_policy(course_id: str) -> LeverCall[None]:
    """Remove a policy: `DELETE /policies/{courseId}`.

    Removes the policy of a course. The course then answers in its default way.
    """
    return LeverCall("DELETE", f"/policies/{segment(course_id)}", "nothing")
