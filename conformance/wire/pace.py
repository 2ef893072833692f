"""The pace of a run: its rate, its concurrency, its limits of requests and time, and why it was cut short.

All callers and threads of a run share one object. Checks that are cut short stay untested. A part of every limit is
reserved for the clean-up.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import CutShort
from conformance.target.connection import WireSettings
from conformance.wire.retrying import is_lost, wants_less
from conformance.wire.slots import Slots
from conformance.wire.slowing_down import SlowingDown
from conformance.wire.transport import NoAnswer

_MOST_SILENCES = 10
_MOST_SILENCES_IN_CLEAN_UP = 3
_FEW_SILENCES = 3
_LONG_SILENCE_SECONDS = 30.0
_PAUSES_BEFORE_GIVING_UP_SECONDS = (1.0, 3.0)

_REPEATS_OF_A_LOST_ANSWER = 4
# Requests kept for a clean-up that meets resistance: twenty removals that are refused, at three requests each.
_KEPT_FOR_REFUSED_REMOVALS = 60

# A confirmation makes a booking of a hook, so one thing to remove stays.
_MAKES = frozenset({"createBooking", "createBookingHook", "createGroupBooking", "createWebhook"})
_ENDS = frozenset({"cancelBooking", "releaseBookingHook", "deleteWebhook"})


@dataclass(frozen=True)
class Traffic:
    """The traffic of a run: requests used of *most_requests*; how often the target asked for fewer requests (429, or
    503 with a time to come back), and how long the run waited for that; whether certificates were checked; and how
    many answers were lost on the way (502, 503, 504, or no answer).
    """

    requests: int
    most_requests: int
    slowdowns: int = 0
    slowed_seconds: float = 0.0
    certificate_checked: bool = True
    lost: int = 0


class Pace:
    """Keeps the limits of *settings*. Safe to use from several threads."""

    def __init__(
        self,
        settings: WireSettings,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.slots = Slots(settings.requests_at_once)
        self._settings = settings
        self._now = now
        self._sleep = sleep
        self._lock = threading.RLock()
        self._began = now()
        self._in_clean_up = False
        self._gave_up = False
        self._cut_short: str | None = None
        self._requests = self._answers = self._owed = self._lost = 0
        self._next_start = 0.0
        self._slowing_down = SlowingDown()
        self._silences = 0
        self._silent_since = 0.0
        self._round_trip = float("inf")

    @property
    def cut_short(self) -> str | None:
        """Why the checks were cut short, as a clause. None while they run, and when they all ran."""
        return self._cut_short

    @property
    def traffic(self) -> Traffic:
        """The traffic so far."""
        with self._lock:
            slow = self._slowing_down
            checked = not self._settings.insecure
            return Traffic(self._requests, self._settings.most_requests, slow.times, slow.seconds, checked, self._lost)

    @property
    def round_trip_seconds(self) -> float:
        """The time of the fastest answer so far, in seconds; 0 before the first answer."""
        return 0.0 if self._round_trip == float("inf") else self._round_trip

    @property
    def requests_left(self) -> int:
        """How many requests are left, without the requests that are reserved for the clean-up."""
        with self._lock:
            return self._requests_for_checks() - self._requests

    @property
    def planned_requests_left(self) -> int:
        """How many of the planned requests are left, without one for each thing to remove. Negative when the checks
        needed more.
        """
        with self._lock:
            return self._settings.planned_requests - self._owed - self._requests

    def cut(self, reason: str) -> None:
        """Ends the checks; the first reason stays."""
        with self._lock:
            self._cut_short = self._cut_short or reason

    def due(self) -> str | None:
        """Why no further check may begin, or None. This call ends the checks when their limits are used up."""
        with self._lock:
            if self.seconds_left() <= 0:
                self.cut(self._time_is_up())
            elif self._requests >= self._requests_for_checks():
                self.cut(f"the limit of {self._settings.most_requests:,} requests is reached (--requests)")
            return self._cut_short

    def seconds_left(self) -> float:
        """Seconds left for checks or, after it began, for the clean-up. Infinity without a time budget."""
        budget = self._settings.time_budget_seconds
        if budget is None:
            return float("inf")
        kept = 0.0 if self._in_clean_up else self._seconds_kept(budget)
        return self._began + budget - kept - self._now()

    def clean_up_begins(self) -> None:
        """Notes that the clean-up begins. It may use the reserved part of the limits."""
        with self._lock:
            self._in_clean_up = True
            self._gave_up = False
            self._silences = 0
            self._slowing_down.content()

    def begin(self, request: Request) -> float:
        """Waits until *request* may be sent, counts it, and returns the time. What it may create counts as a thing to
        remove until an answer says otherwise, because other lanes use up the limits meanwhile.

        Raises `CutShort` when no request may be sent any more.
        """
        with self._lock:
            self._refuse_when_over()
            self._requests += 1
            self._owed += _operation_is_in(_MAKES, request)
            start = max(self._now(), self._next_start, self._slowing_down.paused_until)
            self._next_start = start + self._gap()
        while (wait := max(start, self._slowing_down.paused_until) - self._now()) > 0:
            if wait > self.seconds_left():
                self.cut(self._time_is_up())
                raise CutShort(self._sentence())
            self._sleep(wait)
        with self._lock:
            self._slowing_down.started(self._now())
            return self._now()

    def answered(self, request: Request, response: Response, began: float) -> None:
        """Notes the answer to a request that began at *began*."""
        with self._lock:
            self._silences = 0
            self._answers += 1
            if match(request.method, request.path):
                # A lever may be nearer than the interface.
                self._round_trip = min(self._round_trip, response.seconds or self._now() - began)
            if is_lost(response):
                self._lost += 1
            else:
                self._count_removable(request, response)
            if not wants_less(request, response):
                self._slowing_down.content()
                return
            self._slowing_down.wanted(response, began, self._now())
            if self._slowing_down.does_not_relent:
                self.cut(f"the target answered {response.status} again and again, after every wait")

    def silent(self, silence: NoAnswer, began: float) -> None:
        """Notes a request that began at *began* and got no answer."""
        with self._lock:
            self._lost += 1
            if silence.unusable:
                self._silences = 0
                return
            self._silent_since = self._silent_since if self._silences else began
            self._silences += 1

    @property
    def seems_gone(self) -> bool:
        """Whether the number of requests in a row without an answer is so large that the run must ask for a sign of
        life.
        """
        with self._lock:
            if self._in_clean_up:
                return self._silences >= _MOST_SILENCES_IN_CLEAN_UP
            lasts = self._now() - self._silent_since >= _LONG_SILENCE_SECONDS
            return self._silences >= (_FEW_SILENCES if lasts else _MOST_SILENCES)

    def ask_for_a_sign_of_life(self, is_there: Callable[[], bool]) -> None:
        """Pauses, because a target may restart, then asks *is_there*, at most twice. Returns when the target is there.

        Raises `CutShort` when the target stays silent, and from then on at once. The clean-up asks anew.
        """
        with self._lock:
            if self._gave_up or (self._cut_short and not self._in_clean_up):
                raise CutShort(self._sentence())
            for pause in _PAUSES_BEFORE_GIVING_UP_SECONDS:
                self._sleep(max(min(pause, self.seconds_left()), 0.0))
                if not self.seems_gone or is_there():
                    self._silences = 0
                    return
            self._gave_up = True
            moment = datetime.now(UTC).strftime("%H:%M:%S UTC")
            self.cut(f"the target stopped answering before {moment}, after {self._answers:,} answers")
            raise CutShort(self._sentence())

    def _refuse_when_over(self) -> None:
        if not self._in_clean_up:
            if self.due():
                raise CutShort(self._sentence())
        elif self.seconds_left() <= 0 or self._requests >= self._settings.most_requests:
            raise CutShort("Not sent: the limits of the run are used up.")
        elif self._slowing_down.does_not_relent:
            raise CutShort("Not sent: the target still limits the rate after every wait.")

    def _sentence(self) -> str:
        return f"Cut short: {self._cut_short}."

    def _time_is_up(self) -> str:
        kept = "" if self._in_clean_up else " except for the clean-up"
        return f"the time budget of {self._settings.time_budget_seconds:g} s is used up{kept} (--time-budget)"

    def _requests_for_checks(self) -> int:
        """The limit without the reserve: a request for each thing to remove, and some for lists, for removals that are
        refused and for lost answers.
        """
        share = self._lost / self._requests if self._requests else 0.0
        owed = int(self._owed * (1 + _REPEATS_OF_A_LOST_ANSWER * share))
        resistance = min(_KEPT_FOR_REFUSED_REMOVALS + self._lost // 2, self._settings.most_requests // 20)
        return self._settings.most_requests - owed - resistance

    def _seconds_kept(self, budget: float) -> float:
        """The seconds that are reserved for the clean-up: enough for its requests at the latest pace, and a tenth of
        the budget, but never more than 60 %.
        """
        gap_seconds = self._slowing_down.gap_of_late or 0.0
        return min(seconds_for_clean_up(budget) + 1.5 * self._owed * gap_seconds, budget * 0.6)

    def _gap(self) -> float:
        """Seconds between the beginnings of two requests."""
        own = 1.0 / self._settings.rate if self._settings.rate else 0.0
        return max(own, self._slowing_down.gap(self._now()))

    def _count_removable(self, request: Request, response: Response) -> None:
        """Counts what an answer that arrived says of things to remove. What a lost one created must be found."""
        nothing_made = not response.is_success and _operation_is_in(_MAKES, request)
        ended = response.is_success and _operation_is_in(_ENDS, request)
        if nothing_made or ended:
            self._owed = max(self._owed - 1, 0)


def _operation_is_in(operations: frozenset[str], request: Request) -> bool:
    found = match(request.method, request.path)
    return found is not None and found.operation_id in operations


def seconds_for_clean_up(budget: float) -> float:
    """The seconds of a time *budget* that a clean-up of usual size needs."""
    return min(budget / 10, 30.0)
