"""Levers on the golf courses: their desk, a rival that books first, and changes of a tee sheet."""

# Written by `python -m tests.levers` from the module of the same name in `asynchronous`.

from __future__ import annotations

from typing import TYPE_CHECKING

from mock_server.embedding.levers import desk, inventory, policies, rival
from mock_server.embedding.values import Course, Day, TeeTime, day_text, tee_time_text

if TYPE_CHECKING:
    from mock_server.embedding.synchronous.connections import Asks


class Desk:
    """The desk of every golf course of a world: the test answers in place of the course."""

    def __init__(self, world: Asks) -> None:
        self._world = world

    def waiting(self) -> list[desk.Waiting]:
        """The bookings and groups that wait for the answer of their course, of every agency."""
        return self._world.ask(desk.list_waiting())

    def confirm(self, object_id: str) -> desk.Waiting:
        """The course confirms a booking or a group that waits."""
        return self._world.ask(desk.confirm_for_course(object_id))

    def decline(self, object_id: str, reason: str | None = None) -> desk.Waiting:
        """The course declines a booking or a group that waits. *reason* has 1 to 200 characters."""
        return self._world.ask(desk.decline_for_course(object_id, None if reason is None else {"reason": reason}))

    def silence(self, object_id: str) -> desk.Waiting:
        """The course no longer answers by itself: the booking or group waits until the test decides."""
        return self._world.ask(desk.silence_course(object_id))

    def cancel(self, group_id: str) -> desk.Waiting:
        """The course cancels a group that it has confirmed."""
        return self._world.ask(desk.cancel_for_course(group_id))

    def answers(
        self, course: Course, answer: policies.CourseAnswer, *, after_minutes: int = 30, reason: str | None = None
    ) -> policies.Policy:
        """From now on an offline course answers by itself in this way, *after_minutes* of the world's time.

        `*` in place of a course means every course without an answer of its own.
        """
        policy: policies.NewPolicy = {"answer": answer, "afterMinutes": after_minutes}
        if reason is not None:
            policy["reason"] = reason
        return self._world.ask(policies.set_policy(self._world.connection.course_id(course), policy))


class Rival:
    """Another agency, `rival`, that books on purpose."""

    def __init__(self, world: Asks) -> None:
        self._world = world

    def takes(self, course: Course, day: Day, tee_time: TeeTime, *, leave: int = 0) -> rival.Rival:
        """The rival books every free place of a tee time, except as many as you *leave*.

        Raises LeverRefused if the tee time has fewer free places than that: the rival would take nothing.
        """
        return self._world.ask(
            rival.send_rival(
                {
                    "courseId": self._world.connection.course_id(course),
                    "date": day_text(day),
                    "teeTime": tee_time_text(tee_time),
                    "leave": leave,
                }
            )
        )


class Inventory:
    """Changes of a tee sheet."""

    def __init__(self, world: Asks) -> None:
        self._world = world

    def block(self, course: Course, day: Day, tee_time: TeeTime, places: int) -> inventory.Inventory:
        """Blocks this number of free places of a tee time. 0 takes the block back."""
        return self._change(course, day, tee_time, {"blocked": places})

    def price(self, course: Course, day: Day, tee_time: TeeTime, green_fee: float | None) -> inventory.Inventory:
        """Sets the net price per player in the currency of the course. None brings back the price of the sheet."""
        return self._change(course, day, tee_time, {"greenFee": green_fee})

    def _change(
        self, course: Course, day: Day, tee_time: TeeTime, change: dict[str, float | None]
    ) -> inventory.Inventory:
        place: inventory.InventoryChange = {
            "courseId": self._world.connection.course_id(course),
            "date": day_text(day),
            "teeTime": tee_time_text(tee_time),
        }
        place.update(change)  # type: ignore[typeddict-item]  # One of the two members, from the methods above.
        return self._world.ask(inventory.change_inventory(place))
