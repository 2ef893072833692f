"""Days on which lives of places run in step: each takes places of a whole tee time, moves them and gives them back.

A fault may show only for parties of four on weekends, or for holds in the afternoon. So with each seed, every way to
take places meets other players, hours, days and agencies. One tee sheet shows all lives of a day after each step.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from conformance.asking.oracles import part, within_budget
from conformance.conditions.days import is_weekend
from conformance.discovery import FreshDay, OfferedTeeTime, TeeTimeFinder
from conformance.discovery.offered_tee_times import places_at
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import or_else
from conformance.recordings.parts import act_together
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, change
from conformance.suite.invariants.kept_places import BOOKING, HOLD, HOOK, Party
from conformance.target.target import Target

HELD, COMPLETED = "a hold", "a completed hold"
RELEASED, CONFIRMED = "a released hook", "a confirmed hook"
BOOKED, GROWN, SHRUNK = "a booking", "a booking that grows", "a booking that shrinks"
# What takes the places first. With the ways in this order, neighbours get other players and hours.
_BEGINNINGS: Mapping[str, str] = {
    HELD: HOLD,
    RELEASED: HOOK,
    COMPLETED: HOLD,
    GROWN: BOOKING,
    CONFIRMED: HOOK,
    SHRUNK: BOOKING,
    BOOKED: BOOKING,
}
TAKEN, MOVED, REWORDED, GIVEN_BACK = "taken", "moved", "reworded", "given back"
WAYS = tuple(_BEGINNINGS)
_NOON, _OTHER_WORDS = "12:00", "Changed by a conformance run. Please disregard."
_MOVES_BY: Mapping[str, int] = {GROWN: 1, SHRUNK: -1}


@dataclass(frozen=True)
class LifePlan:
    """How a life goes: the *way* it takes places, for how many *players*, after noon or before, for which agency."""

    way: str
    players: int
    is_late: bool
    is_of_second: bool


def plans_of(seed: int, target: Target, *, weekend: bool) -> Iterator[LifePlan]:
    """The plans of one day: every way that the target has, under other conditions with each *seed*."""
    for number, (way, beginning) in enumerate(_BEGINNINGS.items()):
        is_barred = beginning in (HOLD, HOOK) and beginning.removeprefix("a ") in target.absent
        if is_barred or (way == COMPLETED and target.hold_id is None):
            continue
        turn, move = 2 * seed + weekend + 3 * number, _MOVES_BY.get(way, 0)
        players = min(max(turn % PLACES + 1, 1 - move), PLACES - max(move, 0))
        is_late, is_of_second = turn // PLACES + number, number + weekend + seed + seed // PLACES
        yield LifePlan(way, players, bool(is_late % 2), bool(is_of_second % 2))


@dataclass(frozen=True)
class PlacesSeen:
    """The places of a tee time that were free after a step by each look, and the places that are not the life's own."""

    free: Sequence[int]
    wanted: int


@dataclass
class LifeOfPlaces:
    """A life at a *tee_time*: the id by which the target knows it now, empty where no answer shows it, and what was
    *seen* after each step. *players* are the places that it has now.
    """

    plan: LifePlan
    tee_time: OfferedTeeTime
    keeper: Party
    players: int
    own_id: str = ""
    is_refused: bool = False
    seen: dict[str, PlacesSeen] = field(default_factory=dict)

    def can_act(self, step: str) -> bool:
        """Whether the life can take *step*."""
        return not self.is_refused and (step == TAKEN or bool(self.own_id))

    def note(self, answer: Answer, step: str) -> None:
        """Notes the *answer* to the request of *step*."""
        if not answer.is_success:
            answer.mark(Role.attempt)
            self.is_refused = True
        elif step == TAKEN or (step == MOVED and self.plan.way not in _MOVES_BY):
            self.own_id = self._id_in(answer, step)
        elif step == MOVED:
            self.players += _MOVES_BY[self.plan.way]

    def _id_in(self, answer: Answer, step: str) -> str:
        beginning = _BEGINNINGS[self.plan.way]
        if (step, beginning) == (TAKEN, HOOK):
            return or_else(lambda: self.keeper.hooks.id_of(answer), "")
        place = "holdId" if (step, beginning) == (TAKEN, HOLD) else "data.id"
        return str(or_else(lambda: part(answer.body, place), ""))

    def in_words(self, step: str) -> str:
        """The life after *step*, for a message."""
        party = f"{self.plan.players} player{'s' if self.plan.players > 1 else ''}"
        return f"{self.plan.way} of {party} on {self.tee_time.where} ({step})"


@dataclass
class LivesOfDay:
    """The *lives* of one day. *left* are its tee times with four free places that no life has."""

    day: FreshDay
    lives: Sequence[LifeOfPlaces]
    left: list[OfferedTeeTime]


@dataclass(frozen=True)
class PlacesInStep:
    """Plays lives for the *parties*: the first agency, and the second one where the run has its key. *eyes* look at the
    tee sheets for them.
    """

    parties: Sequence[Party]
    tee_times: TeeTimeFinder
    eyes: Sequence[TeeTimeFinder]
    run: Run
    target: Target

    def play(self) -> Sequence[LivesOfDay]:
        """The lives of a weekday and of a day of the weekend. Neither where no such day has enough tee times."""
        return [played for weekend in (False, True) for played in self._day(weekend=weekend)]

    def play_again(self, lives: LivesOfDay, wrong: Sequence[LifeOfPlaces]) -> LivesOfDay:
        """The plans of the *wrong* lives at other tee times of their day."""
        return self._played(lives.day, [life.plan for life in wrong], lives.left)

    def _day(self, *, weekend: bool) -> Iterator[LivesOfDay]:
        plans = list(plans_of(self.run.seed, self.target, weekend=weekend))
        day = self.tee_times.day_with(lambda day: is_weekend(day) is weekend, tee_times=len(plans))
        if day:
            yield self._played(day, plans, list(day.wholly_free))

    def _played(self, day: FreshDay, plans: Sequence[LifePlan], left: list[OfferedTeeTime]) -> LivesOfDay:
        lives = [self._life(plan, left) for plan in plans if left]
        for step, acts in _STEPS.items():
            acting = [life for life in lives if life.plan.way in acts and life.can_act(step)]
            # Which life draws a reference first must not depend on the answers.
            requests = [acts[life.plan.way](life) for life in acting]
            for life, answer in zip(acting, act_together(requests), strict=True):
                life.note(answer, step)
            if step != REWORDED:
                self._look(day, [life for life in acting if not life.is_refused], step)
        return LivesOfDay(day, lives, left)

    def _life(self, plan: LifePlan, left: list[OfferedTeeTime]) -> LifeOfPlaces:
        fitting = [tee_time for tee_time in left if (tee_time.time >= _NOON) is plan.is_late]
        tee_time = self.run.random(f"lives of places {left[0].where} {len(left)}").choice(fitting or left)
        left.remove(tee_time)
        return LifeOfPlaces(plan, tee_time, self.parties[plan.is_of_second % len(self.parties)], plan.players)

    def _look(self, day: FreshDay, lives: Sequence[LifeOfPlaces], step: str) -> None:
        """Notes what the tee sheet shows of *lives* after a *step*, as soon as it is right for all of them or the
        budget for changes has run out.
        """
        wanted = [life.tee_time.places - (0 if step == GIVEN_BACK else life.players) for life in lives]

        def look() -> Sequence[Sequence[int]]:
            sheets = run_together(
                partial(eye.sheet, day.course_id, day.play_date, players=1) for eye in dict.fromkeys(self.eyes)
            )
            return [[places_at(sheet, life.tee_time) for sheet in sheets] for life in lives]

        shown = within_budget(
            look,
            lambda found: all(set(free) == {right} for free, right in zip(found, wanted, strict=True)),
            seconds=self.target.budgets.visibility_seconds,
        )
        for life, free, right in zip(lives, shown, wanted, strict=True):
            life.seen[step] = PlacesSeen(free, right)


# Makes the request of a life, and sends nothing.
Act = Callable[[LifeOfPlaces], Callable[[], Answer]]


def _take(life: LifeOfPlaces) -> Callable[[], Answer]:
    return life.keeper.request_for(_BEGINNINGS[life.plan.way], life.tee_time, life.players)


def _complete(life: LifeOfPlaces) -> Callable[[], Answer]:
    desk = life.keeper.bookings
    return partial(desk.complete_with, life.own_id, desk.body(life.tee_time, life.players))


def _confirm(life: LifeOfPlaces) -> Callable[[], Answer]:
    hooks = life.keeper.hooks
    return partial(hooks.confirm, life.own_id, hooks.booking(life.tee_time, life.players))


def _resize(life: LifeOfPlaces) -> Callable[[], Answer]:
    players = life.players + _MOVES_BY[life.plan.way]
    return partial(change, life.keeper.bookings, life.own_id, {"players": players})


def _reword(life: LifeOfPlaces) -> Callable[[], Answer]:
    """One text alone changes, often as the second change of a booking: whoever follows events sees that too."""
    desk, name = life.keeper.bookings, "agencyBookingReference"
    is_of_the_reference = life.plan.way in _MOVES_BY or life.plan.is_late
    changed = {name: desk.body(life.tee_time)[name]} if is_of_the_reference else {"specialRequests": _OTHER_WORDS}
    return partial(change, desk, life.own_id, changed)


def _cancel(life: LifeOfPlaces) -> Callable[[], Answer]:
    return partial(life.keeper.bookings.cancel, life.own_id)


def _release(life: LifeOfPlaces) -> Callable[[], Answer]:
    return partial(life.keeper.hooks.release, life.own_id)


_TAKES: Mapping[str, Act] = dict.fromkeys(_BEGINNINGS, _take)
_MOVES: Mapping[str, Act] = {COMPLETED: _complete, CONFIRMED: _confirm, GROWN: _resize, SHRUNK: _resize}
_BOOKINGS = (COMPLETED, CONFIRMED, BOOKED, GROWN, SHRUNK)
_RETURNS: Mapping[str, Act] = {
    **dict.fromkeys(_BOOKINGS, _cancel),
    RELEASED: _release,
}
_STEPS: Mapping[str, Mapping[str, Act]] = {
    TAKEN: _TAKES,
    MOVED: _MOVES,
    REWORDED: dict.fromkeys(_BOOKINGS, _reword),
    GIVEN_BACK: _RETURNS,
}
