"""Bookings of our own: valid bodies to start from, and the calls that create, read, list and cancel bookings."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, within_budget
from conformance.catalogue.paths import BOOKINGS, COURSES
from conformance.discovery.guests import SHORT, VARIOUS, Trial, guest
from conformance.discovery.offered_tee_times import OfferedTeeTime
from conformance.discovery.pages import Listing, both_ends
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Untested, expect
from conformance.scope.lanes import PerLane, current_lane
from conformance.scope.run import Run
from conformance.target.target import Placement

_PARTY_SIZES = 4

_Noted = Callable[[str, Callable[[], bool | None]], bool | None]


def _not_recorded(_: str, ask: Callable[[], bool | None]) -> bool | None:
    return ask()


class BookingDesk:
    """Books for one agency. The end of the run cancels every booking that is still open."""

    def __init__(
        self,
        agency: Agency,
        run: Run,
        hold_id: Placement | None,
        patience: float = 0.0,
        *,
        noted: _Noted = _not_recorded,
        trials: Sequence[Trial] = (),
    ) -> None:
        """*patience* is the time in seconds until a new booking must be readable. Bookings are for other guests than
        the usual one as soon as the target accepts one of the *trials*. *noted* records what the desk knows of that.
        """
        self._agency = agency
        self._run = run
        self._hold_id = hold_id
        self._patience = PerLane(lambda: patience)
        self._numbers = PerLane(lambda: itertools.count(1))
        self._noted = noted
        self._trials = trials
        # By the fact that a trial shows, whether it is so. Absent before the trial.
        self._known: dict[str, bool] = {}

    def body(
        self, tee_time: OfferedTeeTime, players: int = 2, *, is_whole: bool = False, **changes: Any
    ) -> dict[str, Any]:
        """A valid documented body for *tee_time*, with a reference of its own; *changes* replace members. Unless it
        *is_whole*, it may lack other optional members, where the target accepts that.
        """
        number = current_lane().count(next(self._numbers.here))
        is_various, may_be_short = (trial in self._trials and bool(self._knows(trial)) for trial in (VARIOUS, SHORT))
        who = guest(number + self._run.seed, is_various=is_various, may_be_short=may_be_short and not is_whole)
        usual: dict[str, Any] = {
            "courseId": tee_time.course_id,
            "date": tee_time.play_date.isoformat(),
            "teeTime": tee_time.time,
            "players": players,
            "agencyBookingReference": f"{self._run.marker}-{self._agency.label[0]}{number:04d}",
        }
        return usual | who | changes

    def _knows(self, trial: Trial) -> bool | None:
        """Whether the target accepts the *trial*, None before it is tried. A replay knows what the run knew."""
        return self._noted(trial.fact, lambda: self._known.get(trial.fact))

    def in_turn(self, players: int) -> int:
        """The party size that plays the part of a party of *players* in this run: with each seed, another one does."""
        return self.turn(_PARTY_SIZES, players - 2) + 1

    def turn(self, count: int, later: int = 0) -> int:
        """A number below *count* that differs from seed to seed. With *later*, it is that of a seed so much higher."""
        return (self._run.seed + later) % count

    def reference_in_digits(self) -> str:
        """A reference of its own that is digits alone and begins with a zero: some agencies number their bookings."""
        return f"{self._run.digits}{current_lane().count(next(self._numbers.here)):04d}"

    def create(self, tee_time: OfferedTeeTime, players: int = 2, **changes: Any) -> Answer:
        """POST a valid body with *changes*. Returns every answer, whatever its status.

        The first bookings without changes are trials. When the target refuses a trial, the booking is as before.
        """
        untried = () if changes else (trial for trial in self._trials if self._knows(trial) is None)
        trial = next(iter(untried), None)
        if trial is None:
            return self.post(self.body(tee_time, players, **changes))
        tried = self.post(trial.of(self.body(tee_time, players)))
        if tried.is_success:
            self._known[trial.fact] = True
            return tried
        tried.mark(Role.attempt)
        answer = self.post(self.body(tee_time, players))
        if answer.is_success:
            self._known[trial.fact] = False
        return answer

    def post(self, body: Any, **options: Any) -> Answer:
        """Sends POST with *body* as it is. Returns the answer. *options* are the options of `Agency.send`."""
        return self._agency.post(BOOKINGS, body, **options)

    def create_data(self, tee_time: OfferedTeeTime, players: int = 2, **changes: Any) -> Any:
        """Creates a booking and returns its `data`, for checks of later requests.

        Raises `Inconclusive` when the booking is refused.
        """
        answer = self.create(tee_time, players, **changes)
        booking = accepted(answer, "Creating a booking")
        if not isinstance(booking, dict) or not isinstance(booking.get("data"), dict) or "id" not in booking["data"]:
            raise Inconclusive(f"{answer.where} did not answer with a booking under data.")
        return booking["data"]

    def complete(self, hold_id: str, tee_time: OfferedTeeTime, players: int = 2, **changes: Any) -> Answer:
        """POST a booking with a hold id at the place that the target file declares.

        Raises `Untested` when the target file declares no place.
        """
        return self.complete_with(hold_id, self.body(tee_time, players, **changes))

    def complete_with(self, hold_id: str, body: dict[str, Any]) -> Answer:
        """As `complete`, with *body* as it is beside the hold id."""
        if self._hold_id is None:
            raise Untested("The target file does not declare hold_id, the place of the hold id in POST /bookings.")
        if self._hold_id.place == "body":
            return self.post(body | {self._hold_id.name: hold_id})
        if self._hold_id.place == "header":
            return self.post(body, headers={self._hold_id.name: hold_id})
        return self.post(body, query={self._hold_id.name: hold_id})

    def hold(self, tee_time: OfferedTeeTime, players: int = 2, **changes: Any) -> Answer:
        """POST hold-tee-time with all three documented members.

        The interface cannot release a hold. It ends by itself.
        """
        wanted = {"date": tee_time.play_date.isoformat(), "time": tee_time.time, "players": players}
        return self._agency.post(f"{COURSES}/{segment(tee_time.course_id)}/hold-tee-time", wanted | changes)

    def read(self, booking_id: str) -> Answer:
        """GET the booking."""
        return self._agency.get(f"{BOOKINGS}/{segment(booking_id)}")

    def read_own(self, booking_id: str) -> Answer:
        """GET a booking of this agency. A new booking may be unreadable at first, so the read is repeated for a while.

        After the first booking that stays unreadable, no read is repeated any more.
        """
        answer = self.read(booking_id)
        if answer.is_success or not self._patience.here:
            return answer
        answer = within_budget(lambda: self.read(booking_id), lambda seen: seen.is_success, seconds=self._patience.here)
        if not answer.is_success:
            self._patience.here = 0.0
        return answer

    def recall_own(self, booking_id: str) -> Answer:
        """As `read_own`, or the answer of a moment ago where nothing was sent since."""
        answer = self._agency.recall(f"{BOOKINGS}/{segment(booking_id)}")
        return answer if answer.is_success else self.read_own(booking_id)

    def update(self, booking_id: str, changes: Any, **options: Any) -> Answer:
        """PUT *changes* to the booking. *options* are the options of `Agency.send`."""
        return self._agency.put(f"{BOOKINGS}/{segment(booking_id)}", changes, **options)

    def cancel(self, booking_id: str, **options: Any) -> Answer:
        """DELETE the booking. *options* are the options of `Agency.send`."""
        return self._agency.delete(f"{BOOKINGS}/{segment(booking_id)}", **options)

    def listed(self, play_date: date | None = None, **filters: Any) -> list[Any]:
        """Items of GET /travel/bookings; with *play_date*, only the items that the target lists for that day.

        Of a long list, only both ends are read.
        """
        return self.listing(play_date, **filters).items

    def listing(self, play_date: date | None = None, **filters: Any) -> Listing:
        """As `listed`, and whether the items are the whole list."""
        if play_date is not None:
            filters |= {"startDate": play_date.isoformat(), "endDate": play_date.isoformat()}
        read = both_ends(self._agency, BOOKINGS, **filters)
        return Listing([item for item in read.items if isinstance(item, dict)], read.is_whole)

    def require_nothing_created(self, body: dict[str, Any]) -> None:
        """Raises `Violation` when a booking with the reference of *body* is listed although its create was refused.

        Reads the list of the day that *body* names, or of all days when *body* names no day.
        """
        reference = body.get("agencyBookingReference")
        listed = self.listed(day_named(body))
        found = [item for item in listed if item.get("agencyBookingReference") == reference]
        expect(not found, f"no booking with the reference {reference} exists after a refused create", found)


def day_named(body: Mapping[str, Any]) -> date | None:
    """The day that the *body* of a booking names, None when it names no day."""
    try:
        return date.fromisoformat(str(body.get("date")))
    except ValueError:
        return None
