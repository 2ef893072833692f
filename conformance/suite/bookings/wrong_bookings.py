"""Bookings that are wrong in one way, tried one after the other at one tee time, and the valid booking after them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import chain
from typing import Any

from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder, changed, without
from conformance.discovery.offered_tee_times import minutes_later
from conformance.evidence.exchanges import Answer
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, bodies_of_every_size, whole_tee_times
from conformance.suite.arranged.booking_values import NOBODY_PLAYS_AT, REQUIRED_MEMBERS
from conformance.suite.arranged.play_days import latest_day_over
from conformance.suite.arranged.read_back import ListsAfterwards, require_refused_and_not_listed, try_to_book
from conformance.target.target import Target

Body = dict[str, Any]


@dataclass(frozen=True)
class WrongBookings:
    """What wrong bookings at *tee_time* are made of. *offered* are all times of its day."""

    desk: BookingDesk
    courses: CourseFinder
    run: Run
    tee_time: OfferedTeeTime
    offered: Collection[str]

    def lacking(self, member: str) -> list[Body]:
        """Without *member*, for every number of players."""
        return [without(body, member) for body in bodies_of_every_size(self.desk, self.tee_time)]

    def with_each(self, member: str, values: Sequence[Any]) -> list[Body]:
        """With each of *values* as *member*."""
        return [changed(self.desk.body(self.tee_time), member, value) for value in values]

    def at_an_unknown_course(self) -> list[Body]:
        """At a course that nobody knows, for every number of players."""
        unknown_id = self.courses.unknown_id(self.tee_time.course_id)
        return [changed(body, "courseId", unknown_id) for body in bodies_of_every_size(self.desk, self.tee_time)]

    def at_times_not_offered(self) -> list[Body]:
        """At up to two times of the day that are no tee times."""
        times = {NOBODY_PLAYS_AT, minutes_later(self.tee_time.time, 1)}
        return self.with_each("teeTime", sorted(times.difference(self.offered)))

    def in_the_past(self) -> list[Body]:
        """On days that are over: the last one, and earlier ones."""
        course_id = self.tee_time.course_id
        yesterday = latest_day_over(self.courses, course_id, self.courses.terms_answered(course_id).answered_at)
        past_days = [yesterday, *(self.run.today - timedelta(days=days) for days in (7, 30))]
        return self.with_each("date", [past_day.isoformat() for past_day in past_days])

    def malformed(self) -> list[Body]:
        """On days that are not YYYY-MM-DD or that no calendar has, and at times that are not HH:MM."""
        day, time = self.tee_time.play_date, self.tee_time.time
        spellings = (f"{day.year}-{day.month}-{day.day}", f"{day:%d/%m/%Y}", f"{day.year}-02-30")
        dates = [text for text in spellings if text != day.isoformat()]
        return self.with_each("date", dates) + self.with_each("teeTime", ("25:00", "9am", time.replace(":", "")))


@dataclass(frozen=True)
class WayToBeWrong:
    """The row that wants such bookings refused, and how to *make* some."""

    row: str
    make: Callable[[WrongBookings], list[Body]]


def _lacking(member: str) -> Callable[[WrongBookings], list[Body]]:
    return lambda wrong: wrong.lacking(member)


def _with_each(member: str, *values: Any) -> Callable[[WrongBookings], list[Body]]:
    return lambda wrong: wrong.with_each(member, values)


# Refusals of all kinds create nothing.
ROW_OF_ALL = "ENV-16"
NO_OBJECT = "a lead player that is no object"
WAYS_TO_BE_WRONG: Mapping[str, WayToBeWrong] = {
    **{f"no {member}": WayToBeWrong(row, _lacking(member)) for member, row in REQUIRED_MEMBERS.items()},
    "fewer than one player": WayToBeWrong("BKC-20", _with_each("players", 0, -1)),
    "more than four players": WayToBeWrong("BKC-21", _with_each("players", 5, 99)),
    "players that are no integer": WayToBeWrong("BKC-22", _with_each("players", 2.5, "two", "2")),
    "an unknown course": WayToBeWrong("BKC-23", WrongBookings.at_an_unknown_course),
    "a time that is not offered": WayToBeWrong("BKC-24", WrongBookings.at_times_not_offered),
    "a day in the past": WayToBeWrong("BKC-26", WrongBookings.in_the_past),
    "a malformed day or time": WayToBeWrong("BKC-29", WrongBookings.malformed),
    NO_OBJECT: WayToBeWrong("BKC-34", _with_each("leadPlayer", "Ada Lindqvist", ["Ada", "Lindqvist"], 7)),
}


@dataclass(frozen=True)
class TriedBookings:
    """For each way to be wrong, the *bodies* and the *attempts* to book them. After them, *control* booked all places
    of *tee_time*, and *lists* were read.
    """

    desk: BookingDesk
    tee_time: OfferedTeeTime
    bodies: Mapping[str, Sequence[Body]]
    attempts: Mapping[str, Sequence[Answer]]
    control: Answer
    lists: ListsAfterwards

    @property
    def refusals(self) -> Sequence[tuple[Answer, Body]]:
        """The attempts that were refused, each with its body."""
        tried = zip(chain.from_iterable(self.attempts.values()), chain.from_iterable(self.bodies.values()), strict=True)
        return [(attempt, body) for attempt, body in tried if not attempt.is_success]

    def require_refused(self, way: str) -> None:
        """Raises `Violation` unless all bookings that are wrong in this *way* are refused, and none of them is listed.
        Raises `Inconclusive` when the valid booking is refused.
        """
        require_refused_and_not_listed(
            self.desk, self.lists, self.attempts[way], self.bodies[way], control=self.control
        )


def try_wrong_bookings(
    desk: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, run: Run, target: Target, rows: Collection[str]
) -> TriedBookings:
    """Tries each way to be wrong that one of *rows* wants refused. `ROW_OF_ALL` wants all of them refused.

    Where the target accepts a wrong booking, the next ones are tried at another tee time: the places of the first may
    not come back.
    """
    day = tee_times.fresh_day()
    free = iter(whole_tee_times([day]))
    wrong = WrongBookings(desk, courses, run, next(free), {tee_time.time for tee_time in day.tee_times})
    bodies, attempts = {}, {}
    for name, way in WAYS_TO_BE_WRONG.items():
        if way.row in rows or ROW_OF_ALL in rows:
            bodies[name] = way.make(wrong)
            attempts[name] = try_to_book(desk, bodies[name])
            if any(attempt.is_success for attempt in attempts[name]):
                wrong = replace(wrong, tee_time=next(free, wrong.tee_time))
    control = desk.create(wrong.tee_time, PLACES)
    lists = ListsAfterwards(desk, target, list(chain.from_iterable(bodies.values())), control, wrong.tee_time)
    return TriedBookings(desk, wrong.tee_time, bodies, attempts, control, lists)
