"""Days on which lives of places run in step: each takes places of a whole tee time, moves them and gives them back.

A fault may show only for parties of four on weekends, or for holds in the afternoon, or beside a second hold. So with
each seed, every way to take places meets other players, hours, days, agencies and neighbours. One tee sheet shows all
lives of a day after each step. Neighbours take a step one after the other, so that their places tell whose step it was.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
from conformance.suite.arranged.booked import change
from conformance.suite.invariants.kept_places import HOLD, HOOK, Party
from conformance.suite.invariants.life_plans import (
    BEGINNINGS,
    BOOKED,
    COMPLETED,
    CONFIRMED,
    GROWN,
    MOVES_BY,
    RELEASED,
    SHRUNK,
    LifePlan,
    plans_of,
    with_neighbours,
)
from conformance.target.target import Target

TAKEN, MOVED, REWORDED, GIVEN_BACK = "taken", "moved", "reworded", "given back"
_NOON, _OTHER_WORDS = "12:00", "Changed by a conformance run. Please disregard."


@dataclass(frozen=True)
class PlacesSeen:
    """The places of a tee time that were *free* after a step by each look, how many are *wanted*, and how many
    neighbours have. *too_many* and *too_few* say whether a look shows more or fewer than the step explains.
    """

    free: Sequence[int]
    wanted: int
    of_neighbours: int
    too_many: bool
    too_few: bool


@dataclass
class LifeOfPlaces:
    """A life at a *tee_time*: the id by which the target knows it now, empty where no answer shows it, and what was
    *seen* after each step. *players* is the size of its party, and *places* how many places it takes now.
    """

    plan: LifePlan
    tee_time: OfferedTeeTime
    keeper: Party
    players: int
    places: int = 0
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
            return
        if step == TAKEN or (step == MOVED and self.plan.way not in MOVES_BY):
            self.own_id = self._id_in(answer, step)
        elif step == MOVED:
            self.players += MOVES_BY[self.plan.way]
        self.places = 0 if step == GIVEN_BACK else self.players

    def _id_in(self, answer: Answer, step: str) -> str:
        beginning = BEGINNINGS[self.plan.way]
        if (step, beginning) == (TAKEN, HOOK):
            return or_else(lambda: self.keeper.hooks.id_of(answer), "")
        place = "holdId" if (step, beginning) == (TAKEN, HOLD) else "data.id"
        return str(or_else(lambda: part(answer.body, place), ""))

    def in_words(self, step: str) -> str:
        """The life after *step*, for a message."""
        party = f"{self.plan.players} player{'s' if self.plan.players > 1 else ''}"
        return f"{self.plan.way} of {party} on {self.tee_time.where} ({step})"


@dataclass
class SharedTeeTime:
    """A tee time with its *lives*, and the free places that each of the looks *showed* last."""

    tee_time: OfferedTeeTime
    lives: Sequence[LifeOfPlaces]
    showed: Sequence[int] = ()

    def acting(self, turn: int, step: str, ways: Collection[str]) -> LifeOfPlaces | None:
        """The life whose *turn* it is, if its way is one of *ways* and it can take *step*. Where a step was refused,
        nobody knows the places.
        """
        life = self.lives[turn] if turn < len(self.lives) else None
        is_known = not any(other.is_refused for other in self.lives)
        return life if life and is_known and life.plan.way in ways and life.can_act(step) else None

    @property
    def free(self) -> int:
        """The places that no life takes."""
        return self.tee_time.places - sum(life.places for life in self.lives)

    def explained(self, taken: int) -> list[set[int]]:
        """For each look, the numbers of free places that a step explains which took *taken* places more: those that no
        life takes, and those of the last look without *taken*. They differ where an earlier step went wrong.
        """
        return [{self.free, before - taken} for before in self.showed]

    def note(self, life: LifeOfPlaces, step: str, free: Sequence[int], explained: Sequence[Collection[int]]) -> None:
        """Notes for *life*, which took *step*, the *free* places that each look shows beside those *explained*."""
        looks = list(zip(free, explained, strict=True))
        of_neighbours = self.tee_time.places - self.free - life.places
        too_many = any(places > max(right) for places, right in looks)
        too_few = any(places < min(right) for places, right in looks)
        life.seen[step] = PlacesSeen(free, self.free, of_neighbours, too_many, too_few)
        self.showed = free


@dataclass
class LivesOfDay:
    """The lives of one day, by the tee times that they *shared*. *left* are its tee times with four free places that no
    life has.
    """

    day: FreshDay
    shared: Sequence[SharedTeeTime]
    left: list[OfferedTeeTime]

    @property
    def lives(self) -> Sequence[LifeOfPlaces]:
        """All lives of the day."""
        return [life for shared in self.shared for life in shared.lives]


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
        """The plans of the *wrong* lives and of their neighbours at other tee times of their day."""
        again = [shared for shared in lives.shared if any(life in wrong for life in shared.lives)]
        return self._played(lives.day, [[life.plan for life in shared.lives] for shared in again], lives.left)

    def _day(self, *, weekend: bool) -> Iterator[LivesOfDay]:
        plans = list(plans_of(self.run.seed, self.target, weekend=weekend))
        day = self.tee_times.day_with(lambda day: is_weekend(day) is weekend, tee_times=len(plans))
        if day:
            shared = with_neighbours(plans, self.run.random(f"neighbours of places {weekend}"))
            yield self._played(day, shared, list(day.wholly_free))

    def _played(self, day: FreshDay, plans: Sequence[Sequence[LifePlan]], left: list[OfferedTeeTime]) -> LivesOfDay:
        lives = LivesOfDay(day, [self._shared(sharing, left) for sharing in plans if left], left)
        for step, acts in _STEPS.items():
            for turn in range(max((len(shared.lives) for shared in lives.shared), default=0)):
                self._let_act(lives, turn, step, acts)
        return lives

    def _let_act(self, lives: LivesOfDay, turn: int, step: str, acts: Mapping[str, "Act"]) -> None:
        """Lets the lives whose *turn* it is take *step*, and notes what the tee sheets show."""
        acting = [(shared, life) for shared in lives.shared if (life := shared.acting(turn, step, acts))]
        # Which life draws a reference first must not depend on the answers.
        requests = [acts[life.plan.way](life) for _, life in acting]
        before = [life.places for _, life in acting]
        for (_, life), answer in zip(acting, act_together(requests), strict=True):
            life.note(answer, step)
        if acting and step != REWORDED:
            taken = [(*pair, pair[1].places - places) for pair, places in zip(acting, before, strict=True)]
            self._look(lives.day, [moved for moved in taken if not moved[1].is_refused], step)

    def _shared(self, plans: Sequence[LifePlan], left: list[OfferedTeeTime]) -> SharedTeeTime:
        fitting = [tee_time for tee_time in left if (tee_time.time >= _NOON) is plans[0].is_late]
        tee_time = self.run.random(f"lives of places {left[0].where} {len(left)}").choice(fitting or left)
        left.remove(tee_time)
        lives = [
            LifeOfPlaces(plan, tee_time, self.parties[plan.is_of_second % len(self.parties)], plan.players)
            for plan in plans
        ]
        return SharedTeeTime(tee_time, lives, [tee_time.places] * len(dict.fromkeys(self.eyes)))

    def _look(self, day: FreshDay, moved: Sequence[tuple[SharedTeeTime, LifeOfPlaces, int]], step: str) -> None:
        """Notes what the tee sheet shows of the lives that *moved* in a *step*, with the places that they took more, as
        soon as it is right for all of them or the budget for changes has run out.
        """
        explained = [shared.explained(taken) for shared, _, taken in moved]

        def look() -> Sequence[Sequence[int]]:
            sheets = run_together(
                partial(eye.sheet, day.course_id, day.play_date, players=1) for eye in dict.fromkeys(self.eyes)
            )
            return [[places_at(sheet, shared.tee_time) for sheet in sheets] for shared, _, _ in moved]

        def is_right(found: Sequence[Sequence[int]]) -> bool:
            pairs = zip(found, explained, strict=True)
            return all(free in right for shown, rights in pairs for free, right in zip(shown, rights, strict=True))

        found = within_budget(look, is_right, seconds=self.target.budgets.visibility_seconds)
        for (shared, life, _), free, rights in zip(moved, found, explained, strict=True):
            shared.note(life, step, free, rights)


# Makes the request of a life, and sends nothing.
Act = Callable[[LifeOfPlaces], Callable[[], Answer]]


def _take(life: LifeOfPlaces) -> Callable[[], Answer]:
    return life.keeper.request_for(BEGINNINGS[life.plan.way], life.tee_time, life.players)


def _complete(life: LifeOfPlaces) -> Callable[[], Answer]:
    desk = life.keeper.bookings
    return partial(desk.complete_with, life.own_id, desk.body(life.tee_time, life.players))


def _confirm(life: LifeOfPlaces) -> Callable[[], Answer]:
    hooks = life.keeper.hooks
    return partial(hooks.confirm, life.own_id, hooks.booking(life.tee_time, life.players))


def _resize(life: LifeOfPlaces) -> Callable[[], Answer]:
    players = life.players + MOVES_BY[life.plan.way]
    return partial(change, life.keeper.bookings, life.own_id, {"players": players})


def _reword(life: LifeOfPlaces) -> Callable[[], Answer]:
    """One text alone changes, often as the second change of a booking: whoever follows events sees that too."""
    desk, name = life.keeper.bookings, "agencyBookingReference"
    is_of_the_reference = life.plan.way in MOVES_BY or life.plan.is_late
    changed = {name: desk.body(life.tee_time)[name]} if is_of_the_reference else {"specialRequests": _OTHER_WORDS}
    return partial(change, desk, life.own_id, changed)


def _cancel(life: LifeOfPlaces) -> Callable[[], Answer]:
    return partial(life.keeper.bookings.cancel, life.own_id)


def _release(life: LifeOfPlaces) -> Callable[[], Answer]:
    return partial(life.keeper.hooks.release, life.own_id)


_TAKES: Mapping[str, Act] = dict.fromkeys(BEGINNINGS, _take)
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
