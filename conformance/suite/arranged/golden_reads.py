"""One documented read of every kind, each with valid parameters: what keys open, and what is served under /travel."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import recent, within_budget
from conformance.catalogue.paths import BOOKINGS, COURSES
from conformance.discovery import CourseFinder, MovableClock
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Judgement
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.list_pages import ids_of

# Far enough for any time zone, near enough for any horizon of a course.
_DAYS_AHEAD = 7


@dataclass(frozen=True)
class GoldenRead:
    """A GET that must succeed with a key."""

    path: str
    query: tuple[tuple[str, object], ...] = ()
    booking_id: str | None = None

    def answered(self, agency: Agency) -> Answer:
        """The answer to the agency."""
        return agency.get(self.path, **dict(self.query))

    def answered_in_time(self, agency: Agency, wanted: Callable[[Answer], bool], *, seconds: float) -> Answer:
        """The first answer that is *wanted*, or the last one seen in *seconds*: a new booking may show late.

        Raises `Inconclusive` for an unwanted answer when the booking is not listed as confirmed by then: it was
        cancelled, and the list that showed it was late.
        """
        answer = within_budget(lambda: self.answered(agency), wanted, seconds=seconds)
        if self.booking_id is None or wanted(answer) or self.booking_id in some_booking_ids(agency, status="confirmed"):
            return answer
        raise Inconclusive(f"The list of confirmed bookings no longer shows the booking {self.booking_id}.")


def golden_reads(agency: Agency, courses: CourseFinder, today: date) -> Iterator[GoldenRead]:
    """The reads of an online course and of bookings; a single booking only when the agency has a confirmed one. *today*
    is the date of the target.
    """
    course = f"{COURSES}/{segment(courses.online()[0]['id'])}"
    first, last = today + timedelta(days=_DAYS_AHEAD), today + timedelta(days=_DAYS_AHEAD + 2)
    period = (("startDate", first.isoformat()), ("endDate", last.isoformat()))
    yield GoldenRead(COURSES)
    yield GoldenRead(course)
    yield GoldenRead(f"{course}/pricing", period)
    yield GoldenRead(f"{course}/terms")
    yield GoldenRead(f"{course}/tee-times", (("date", first.isoformat()), ("players", 2)))
    yield GoldenRead(f"{course}/availability", (*period, ("players", 2)))
    yield GoldenRead(BOOKINGS)
    # The specification does not say whether a cancelled booking can still be read by itself.
    for booking_id in some_booking_ids(agency, status="confirmed")[:1]:
        yield GoldenRead(f"{BOOKINGS}/{segment(booking_id)}", booking_id=booking_id)


class GoldenAnswers:
    """Golden reads, and the answers to them while they are recent: closing checks ask for the same ones in a row."""

    def __init__(self, agency: Agency, courses: CourseFinder, run: Run, clock: MovableClock) -> None:
        self._agency = agency
        self._courses = courses
        self._run = run
        self._clock = clock
        self._answers: dict[GoldenRead, Answer] = {}

    @cached_property
    def reads(self) -> Sequence[GoldenRead]:
        """The golden reads. The first closing check that asks decides which booking is read, and from which day on."""
        # Checks may have moved the clock by days.
        today = self._clock.today(self._run.today) if self._clock.moves else self._run.today
        return tuple(golden_reads(self._agency, self._courses, today))

    def to_all(self, reads: Iterable[GoldenRead]) -> Sequence[Answer]:
        """The answers to the *reads* with the key."""
        return run_together(partial(self.to, read) for read in reads)

    def to(self, read: GoldenRead) -> Answer:
        """The answer to the read with the key."""
        if read in self._answers:
            self._answers[read] = recent(self._answers[read], lambda: read.answered(self._agency))
        else:
            self._answers[read] = read.answered(self._agency)
        return self._answers[read]


def some_booking_ids(agency: Agency, status: str | None = None) -> list[str]:
    """The ids on the first page of the agency's bookings, or of the bookings in one *status*.

    Empty when there are none or the list is not readable. An item that shows another status does not count.
    """
    try:
        body = agency.get(BOOKINGS, status=status).body
    except Judgement:
        return []
    items = body.get("data") if isinstance(body, dict) else None
    if not isinstance(items, list):
        return []
    return sorted(ids_of([item for item in items if status is None or _is(item, status)]))


def _is(item: Any, status: str) -> bool:
    return isinstance(item, dict) and item.get("status") == status
