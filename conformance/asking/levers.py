"""Pulls the levers that the target file declares: moves the clock of the target, answers for a golf course.

A lever is not part of the interface, so its exchanges are not evidence. They are recorded apart from other exchanges.
When a lever does not work, the rows that need it are untested, and a sentence names the lever. A lever that fails never
counts against the target.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any, TypeVar

from conformance.asking.client import segment
from conformance.asking.repeating import first_answer
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.verdicts import Untested
from conformance.recordings import moments
from conformance.recordings.masking import SHOWN_API_KEY
from conformance.recordings.plain import from_plain, plain
from conformance.recordings.recording import Recording, Transport
from conformance.scope.clock_turns import ClockReading, ClockTurns, Turn
from conformance.scope.lanes import WHOLE_RUN, PerLane, current_lane
from conformance.target.connection import USER_AGENT
from conformance.target.levers import Lever, Levers, filled
from conformance.wire.retrying import PAUSES_SECONDS
from conformance.wire.transport import NoAnswer

AMoment = TypeVar("AMoment", datetime, timedelta)

_TURN = "move of the clock"
# No other lane moves the clock before this lane waits for it. So what it showed so long ago says what it shows now.
_A_READING_COUNTS_FOR_SECONDS = 1.0


@dataclass(frozen=True)
class LeverCaller:
    """Sends levers. *api_key* replaces `{api_key}` in a target file; *recording* keeps every lever that was pulled."""

    transport: Transport
    api_key: str
    recording: Recording = field(default_factory=lambda: Recording({}))
    user_agent: str = USER_AGENT

    def pull(self, lever: Lever, **values: object) -> Response:
        """The answer to *lever* with *values* in its places.

        Raises `Untested` when there is no answer, and when the answer is not 2xx.
        """
        if lever.method != "GET":
            self.recording.note_change()
        request, shown = (
            _request(lever, values | {"api_key": key}, self.user_agent) for key in (self.api_key, SHOWN_API_KEY)
        )
        answer = self._answer(lever, request, shown)
        if not answer.is_success:
            text = answer.content.decode("utf-8", errors="replace")[:160]
            raise Untested(f"The lever {lever.name} of the target file answered {answer.status}: {text}".rstrip(": "))
        return answer

    def _answer(self, lever: Lever, request: Request, shown: Request) -> Response:
        """The answer to a lever. A lever that only reads is pulled again when its answer was lost on the way."""
        pauses = PAUSES_SECONDS if lever.method == "GET" else ()
        try:
            return first_answer(
                lambda: self.recording.pull(self.transport, request, shown), self.recording.sleep, pauses=pauses
            )
        except NoAnswer as silence:
            sentence = f"The lever {lever.name} of the target file does not answer: {silence}."
            raise Untested(sentence) from silence


def _request(lever: Lever, values: Mapping[str, Any], user_agent: str) -> Request:
    url = filled(lever.url, {name: segment(value) for name, value in values.items()})
    content = None if lever.json is None else json.dumps(filled(lever.json, values), ensure_ascii=False).encode()
    declared = [(name, str(filled(value, values))) for name, value in lever.headers]
    usual = {"Accept": "application/json", "User-Agent": user_agent}
    if content is not None:
        usual["Content-Type"] = "application/json"
    replaced = {name.lower() for name, _ in declared}
    headers = (*((name, value) for name, value in usual.items() if name.lower() not in replaced), *declared)
    return Request(lever.method, url, (), url, headers, content)


class TargetClock:
    """The clock that the target lives by, as far as the target file declares it.

    *ahead* is how far the clock is ahead of the Date headers, as far as this lane knows. It is zero until `now` is
    called, and when no clock is declared. *moved* is how far this run moved the clock.
    """

    def __init__(self, levers: Levers, caller: LeverCaller) -> None:
        self._read = levers.clock_read
        self._advance = levers.clock_advance
        self._caller = caller
        self.moved = timedelta()
        self._ahead = PerLane(timedelta)
        # What this lane has read, and when, in seconds of `moments.monotonic`.
        self._lately: PerLane[tuple[datetime, float] | None] = PerLane(lambda: None)
        self._turns: ClockTurns | None = None

    @property
    def ahead(self) -> timedelta:
        """How far the clock is ahead of the Date headers."""
        return self._ahead.here

    @ahead.setter
    def ahead(self, by: timedelta) -> None:
        if current_lane() is WHOLE_RUN:
            self._ahead = PerLane(lambda: by)
        self._ahead.here = by

    @contextmanager
    def shared_by(self, lanes: int) -> Iterator[Callable[[], None]]:
        """Within the block, *lanes* lanes move the clock in turns. Each calls the value of the block when it ends.
        After the block, every lane knows how far the clock is ahead.
        """
        # A replay runs the lanes one after the other, and its recording says which lane moved the clock.
        self._turns = turns = ClockTurns(lanes)
        try:
            yield turns.leave
        finally:
            self._turns, farthest = None, max(self._ahead.everywhere, default=timedelta())
            self._ahead = PerLane(lambda: farthest)
            self._lately = PerLane(lambda: None)

    @contextmanager
    def divided_by(self, parts: int) -> Iterator[Callable[[], None]]:
        """Within the block, *parts* parts of a check move the clock in the turns of its lane, which waits for them.
        Each calls the value of the block when it ends.
        """
        turns = self._turns or ClockTurns(1)
        turns.join(parts - 1)
        try:
            yield turns.leave
        finally:
            turns.join(1)
            self._lately.here = None

    def move_in_turn(
        self, goal: datetime, since: datetime, move: Callable[[datetime, datetime | None], datetime]
    ) -> ClockReading:
        """What the clock shows after it has moved to *goal*. *since* is what it showed a moment ago.

        Where lanes take turns, *move* moves it when no other lane is under way, or another lane has moved it, and what
        that lane has read counts for this one too. *move* gets the goal and what the clock showed before, None when
        nobody has read it lately, and returns what the clock shows then. Raises `Untested` when *move* does.
        """
        turns = self._turns
        if turns is None:
            return self._after(move(goal, since))
        noted = self._caller.recording.noted(_TURN, lambda: plain(turns.wait_for(goal, since)))
        turn = from_plain(Turn, noted, _TURN)
        # Others may have moved it while this lane waited.
        self._lately.here = None
        if turn.reading is not None:
            self.ahead = timedelta(seconds=turn.reading.ahead_seconds)
            self._lately.here = turn.reading.shown, moments.monotonic()
            return turn.reading
        reading: ClockReading | None = None
        try:
            reading = self._after(move(turn.to, turn.since))
        finally:
            turns.moved(turn.to, reading)
        return reading

    def _after(self, shown: datetime) -> ClockReading:
        return ClockReading(shown, self.ahead.total_seconds())

    @property
    def moves(self) -> bool:
        """Whether the target file declares how to move the clock."""
        return self._advance is not None

    def now(self, date_header: datetime) -> datetime:
        """The time of the target, aware UTC: its declared clock, else *date_header*, the Date header of a new answer.

        Updates *ahead*, the difference of the two. Raises `Untested` when the lever gives no time.
        """
        now = self.shown()
        if now is None:
            return date_header
        self.compare(now, date_header)
        return now

    def compare(self, now: datetime, date_header: datetime) -> None:
        """Updates *ahead*: the clock shows *now*, and a new answer says *date_header*."""
        self.ahead = now - date_header if differ(now, date_header) else timedelta()

    def shown(self) -> datetime | None:
        """The time that the declared clock shows, aware UTC; None when no clock is declared. A clock that this lane has
        read within a second is not read again.

        Raises `Untested` when the lever gives no time.
        """
        if self._read is None:
            return None
        at, lately = moments.monotonic(), self._lately.here
        if lately and at - lately[1] <= _A_READING_COUNTS_FOR_SECONDS:
            return lately[0] + timedelta(seconds=at - lately[1])
        now = _moment(self._caller.pull(self._read), self._read)
        self._lately.here = now, at
        return now

    def shown_now(self) -> datetime | None:
        """As `shown`, from a new reading. The clean-up is quicker in a replay, so its readings may not depend on how
        long ago another one was.
        """
        self._lately.here = None
        return self.shown()

    def move(self, by: timedelta, now: datetime) -> None:
        """Moves the clock forward from *now*, in whole seconds.

        Raises `Untested` when the target file does not declare how, and when the lever fails.
        """
        if self._advance is None:
            raise Untested(
                "A decision needs a clock that can be moved: declare clock_advance under [levers] in the target file."
            )
        seconds = ceil(by.total_seconds())
        moment = (now + timedelta(seconds=seconds)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._lately.here = None
        self._caller.pull(self._advance, seconds=seconds, minutes=-(-seconds // 60), moment=moment)
        self.moved += timedelta(seconds=seconds)


class CourseDecisions:
    """Answers for a golf course where the target file declares how."""

    def __init__(self, levers: Levers, caller: LeverCaller) -> None:
        self._levers = levers
        self._caller = caller

    @property
    def can_cancel_groups(self) -> bool:
        """Whether the target file declares how a course cancels a confirmed group."""
        return self._levers.group_cancel is not None

    def confirm(self, object_id: str) -> None:
        """Lets the course confirm a pending booking or group. Raises `Untested` when the lever is absent or fails."""
        self._pull(self._levers.course_confirm, "course_confirm", object_id)

    def decline(self, object_id: str) -> None:
        """Lets the course decline a pending booking or group. Raises `Untested` when the lever is absent or fails."""
        self._pull(self._levers.course_decline, "course_decline", object_id)

    def cancel_group(self, group_id: str) -> None:
        """Lets the course cancel a confirmed group. Raises `Untested` when the lever is absent or fails."""
        self._pull(self._levers.group_cancel, "group_cancel", group_id)

    def _pull(self, lever: Lever | None, name: str, object_id: str) -> None:
        if lever is None:
            raise Untested(
                f"A decision needs an answer of the golf course: declare {name} under [levers] in the target file."
            )
        self._caller.pull(lever, id=object_id)


def differ(shown: AMoment, expected: AMoment) -> bool:
    """Whether two moments or two spans differ by more than a Date header, which counts whole seconds, and the way of a
    lever explain.
    """
    return abs(shown - expected) > timedelta(seconds=3)


def _moment(answer: Response, lever: Lever) -> datetime:
    try:
        found = parse_json(answer.content)
        for member in filter(None, (lever.moment or "").split(".")):
            found = found[member]
        read = datetime.fromisoformat(found)
    except (NotJson, KeyError, TypeError, ValueError) as error:
        raise Untested(f"The lever {lever.name} of the target file shows no moment at {lever.moment!r}.") from error
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
