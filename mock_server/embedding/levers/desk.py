"""The caller answers in place of the golf courses. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from mock_server.embedding.call import LeverCall, segment


class WaitingCourse(TypedDict):
    """The course of the question."""

    id: str  # Course document id.
    name: str  # Name of the course.


class Waiting(TypedDict):
    """A question to a golf course."""

    id: str  # Id of the booking or group.
    kind: str  # Kind of object, `booking` or `group_booking`.
    agency: str  # Agency that asked.
    status: str  # Status of the booking or group.
    course: WaitingCourse  # The course of the question.
    date: str  # Day of play.
    teeTime: str  # Tee time of a booking or preferred tee time of a group.
    players: int  # Number of players.
    courseAnswersAt: str | None
    """Moment at which the course answers by itself, in UTC. Null if the course stays silent, or has answered."""


class Decline(TypedDict):
    """Why the course declines."""

    reason: NotRequired[str]  # The reason in the words of the course.


def list_waiting() -> LeverCall[list[Waiting]]:
    """See the open questions to courses: `GET /desk`.

    Lists the bookings and groups of every agency of the world that wait for the answer of their course.
    Bookings come before groups, and older ones come first.
    """
    return LeverCall("GET", "/desk", "data")


def confirm_for_course(object_id: str) -> LeverCall[Waiting]:
    """Confirm for the course: `POST /desk/{id}/confirm`.

    The golf course confirms the booking or group.
    """
    return LeverCall("POST", f"/desk/{segment(object_id)}/confirm", "data")


def decline_for_course(object_id: str, body: Decline | None = None) -> LeverCall[Waiting]:
    """Decline for the course: `POST /desk/{id}/decline`.

    The golf course declines the booking or group. The course can give a reason.
    """
    return LeverCall("POST", f"/desk/{segment(object_id)}/decline", "data", body=body)


def silence_course(object_id: str) -> LeverCall[Waiting]:
    """Keep the course silent: `POST /desk/{id}/silence`.

    The course no longer answers by itself.
    """
    return LeverCall("POST", f"/desk/{segment(object_id)}/silence", "data")


def cancel_for_course(object_id: str) -> LeverCall[Waiting]:
    """Cancel a group for the course: `POST /desk/{id}/cancel`.

    The golf course cancels a group that it has confirmed. The course cannot cancel a group in another status.
    """
    return LeverCall("POST", f"/desk/{segment(object_id)}/cancel", "data")
