"""The lives of bookings and booking hooks in a recording: how each began, what was done to it, who asked. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.conditions.courses import OFFLINE, KnownCourses
from conformance.conditions.families import BOOKING_LIVES, HOOKS, LARGER_HOLD, OFFLINE_COURSE
from conformance.conditions.looks import Look
from conformance.conditions.model import Case
from conformance.conditions.reading import Met, taken_case

_DOCUMENTED = frozenset(
    {"courseId", "date", "teeTime", "players", "leadPlayer", "agencyBookingReference", "specialRequests"}
)
_HELD_ID, _QUESTIONS = "holdId", {"getBooking": "get", "updateBooking": "change", "cancelBooking": "cancel"}


@dataclass(frozen=True)
class BookingLife:
    """A booking: its owner, the conditions that stay, its players, and the last thing done to it."""

    owner: str
    lasting: Case
    players: int
    before: str = "nothing"

    def case(self, question: str, asker: str) -> Case:
        """The case of a *question* by this *asker* now."""
        who = "its agency" if asker == self.owner else "another agency"
        now = {"players": str(self.players), "before": self.before, "question": question, "asker": who}
        return {**self.lasting, **now}

    def changed(self, sent: Mapping[str, Any]) -> "BookingLife":
        """The booking after a change that *sent* these members."""
        players = sent.get("players", self.players)
        if not isinstance(players, int) or players == self.players:
            return replace(self, before="other words")
        return replace(self, players=players, before="more players" if players > self.players else "fewer players")

    def cancelled(self) -> "BookingLife":
        """The booking after its cancellation."""
        return replace(self, before="cancelled")


@dataclass
class Lives:
    """The bookings and hooks of a run so far, by id."""

    courses: KnownCourses
    _bookings: dict[str, BookingLife] = field(default_factory=dict, init=False)
    _holds: dict[str, Any] = field(default_factory=dict, init=False)
    _hooks: dict[str, Case] = field(default_factory=dict, init=False)

    def cases(self, look: Look) -> Met:
        """The cases of lives that *look* met. It also changes what is known of these lives."""
        if look.operation == "holdTeeTime" and look.is_success and isinstance(look.body, dict):
            if isinstance(held_id := look.body.get(_HELD_ID), str | int):
                self._holds[str(held_id)] = look.asked.get("players")
        elif look.operation in ("createBooking", "confirmBookingHook") and look.is_success:
            self._begin(look)
        yield from self._hook_steps(look)
        yield from self._questions(look)
        self._end(look)

    def case_of(self, booking_id: str) -> Case:
        """The conditions of the booking with this id, as its agency sees it now; empty for an unknown booking."""
        life = self._bookings.get(booking_id)
        return life.case("get", life.owner) if life else {}

    def held_players(self, look: Look) -> Sequence[Any]:
        """The players of the holds that the request of *look* names."""
        # An id may be a short number, and so may the other members and headers.
        members = (value for name, value in look.asked.items() if name not in _DOCUMENTED)
        headers = (value for name, value in look.exchange.request.headers if name.lower() != "content-length")
        said = {*map(str, members), *look.query.values(), *headers}
        return [self._holds[hold_id] for hold_id in said & self._holds.keys()]

    def _begin(self, look: Look) -> None:
        """Notes a new booking. A hook that is confirmed may answer with another form; then nothing is noted."""
        booking = look.data
        course = booking.get("course")
        if "id" not in booking or not isinstance(course, dict) or not isinstance(booking.get("players"), int):
            return
        lasting = taken_case(booking, course.get("id"), self.courses)
        way = self._way(look, lasting)
        self._bookings[str(booking["id"])] = BookingLife(look.asker, {**lasting, "way": way}, booking["players"])

    def _way(self, look: Look, lasting: Case) -> str:
        if look.operation == "confirmBookingHook":
            return "from a hook"
        if held := self.held_players(look):
            return "from a hold" if look.data.get("players") in held else LARGER_HOLD
        is_offline = lasting.get("course") == OFFLINE or look.data.get("status") == "pending"
        return OFFLINE_COURSE if is_offline else "plain"

    def _hook_steps(self, look: Look) -> Met:
        step = {"confirmBookingHook": "confirmed", "releaseBookingHook": "released"}.get(look.operation)
        if look.operation == "createBookingHook" and look.is_success:
            case = taken_case(look.asked, look.asked.get("courseId"), self.courses)
            self._hooks |= {str(value): case for value in ids_in(look.body)}
        elif step and look.is_success and look.named in self._hooks:
            yield HOOKS, {**self._hooks[look.named], "step": step}

    def _questions(self, look: Look) -> Met:
        question = _QUESTIONS.get(look.operation)
        life = self._bookings.get(look.named)
        if question and life and (look.is_success or look.asker != life.owner):
            yield BOOKING_LIVES, life.case(question, look.asker)
        if look.operation == "listBookings":
            for item in look.items:
                listed = self._bookings.get(str(item.get("id")))
                if listed and listed.owner == look.asker:
                    yield BOOKING_LIVES, listed.case("list", look.asker)

    def _end(self, look: Look) -> None:
        life = self._bookings.get(look.named)
        if life is None or not look.is_success or look.asker != life.owner:
            return
        if look.operation == "updateBooking":
            self._bookings[look.named] = life.changed(look.asked)
        elif look.operation == "cancelBooking":
            self._bookings[look.named] = life.cancelled()


def ids_in(body: Any) -> Iterator[object]:
    """The values of all members of an answer that are named as ids are."""
    if isinstance(body, dict):
        for name, value in body.items():
            if isinstance(value, str | int) and str(name).lower().endswith("id"):
                yield value
            yield from ids_in(value)
