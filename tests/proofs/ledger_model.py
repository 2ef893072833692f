"""The state of a world after every call, in plain dictionaries: the reference of `ledger_machine`.

The model follows the specification and the assumptions. It shares no rule with the sandbox, only the names of refusals.
A call returns the key of the thing that it created or found (`booking 1`), or raises Refused.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from mock_server.domain import refusals as why
from tests.proofs.ledger_values import (
    ANSWER_AFTER,
    ANSWERS,
    CAPACITY,
    CUTOFF,
    GROUP_SIZES,
    HOLD,
    HOOK,
    MOST_PLAYERS,
    ONLINE,
    PROCESSING,
    ZONES,
    Slot,
    Thing,
    refuse_if,
)


class LedgerModel:
    """One world. *things* are holds, hooks, bookings and groups by key, in the order of their creation.

    *places* says who has how many places at which online tee time, *until* when that ends by itself.
    *begins_taken* are the places that were gone before anybody came, for every online tee time there is.
    """

    def __init__(self, now: datetime, begins_taken: dict[Slot, int]) -> None:
        self.now = now
        self.begins_taken = begins_taken
        self.things: dict[str, Thing] = {}
        self.places: dict[str, dict[Slot, int]] = {}
        self.until: dict[str, datetime] = {}

    # What can be seen.

    def free(self, slot: Slot) -> int:
        """The places of an online tee time that nobody has now."""
        taken = sum(
            places.get(slot, 0)
            for owner, places in self.places.items()
            if owner not in self.until or self.until[owner] > self.now
        )
        return CAPACITY - self.begins_taken[slot] - taken

    def on_sale(self, day: date) -> dict[Slot, int]:
        """The online tee times of a day that have not begun, with their free places, in order of time."""
        return {
            slot: self.free(slot) for slot in sorted(self.begins_taken) if slot.day == day and not self._begun(slot)
        }

    def moments(self) -> list[datetime]:
        """Every moment still to come at which something changes by itself or is too late, earliest first."""
        found = {due for _, due in self._due()} | set(self.until.values())
        for slot in self.begins_taken:
            found |= {slot.tee_off, slot.tee_off - CUTOFF}
        return sorted(moment for moment in found if moment > self.now)

    # Holds and bookings.

    def hold(self, agency: str, slot: Slot, players: int) -> str:
        """A tee time for 15 minutes."""
        refuse_if(slot.course != ONLINE, why.CourseOffline)
        self._require_allowed(slot, players)
        self._require_free(slot, players)
        key = self._made("hold", agency=agency, slot=slot, players=players, used=False)
        return self._keeps(key, slot, players, self.now + HOLD)

    def book(self, agency: str, slot: Slot, players: int, hold: str | None = None) -> str:
        """A booking, with a hold or without."""
        self._require_allowed(slot, players)
        if hold is not None:
            self._use(agency, slot, players, hold)
        elif slot.course == ONLINE:
            self._require_free(slot, players)
        return self._booked(agency, slot, players)

    def _use(self, agency: str, slot: Slot, players: int, hold: str) -> None:
        held = self._own(agency, hold, why.HoldNotFound)
        refuse_if(held["slot"] != slot or players > held["players"], why.HoldMismatch)
        refuse_if(held["used"], why.HoldAlreadyUsed)
        refuse_if(self.now >= self.until[hold], why.HoldExpired)
        held["used"] = True
        self._gives_back(hold)

    def _booked(self, agency: str, slot: Slot, players: int) -> str:
        if slot.course == ONLINE:
            key = self._made("booking", agency=agency, slot=slot, players=players, status="confirmed", answers_at=None)
            return self._keeps(key, slot, players, None)
        return self._made(
            "booking", agency=agency, slot=slot, players=players, status="pending", answers_at=self._answer(slot.course)
        )

    def change(self, agency: str, key: str, players: int) -> str:
        """A booking for another number of players."""
        booking = self._own(agency, key, why.BookingNotFound)
        slot, more = booking["slot"], players - booking["players"]
        refuse_if(booking["status"] == "cancelled", why.BookingCancelled)
        refuse_if(slot.tee_off - self.now < CUTOFF, why.ModificationCutoffPassed)
        if more:
            refuse_if(players > MOST_PLAYERS, why.TooManyPlayers)
            if slot.course == ONLINE:
                refuse_if(more > self.free(slot), why.TooFewPlacesForMorePlayers)
                self.places[key][slot] = players
            else:
                booking.update(status="pending", answers_at=self._answer(slot.course))
            booking["players"] = players
        return key

    def cancel(self, agency: str, key: str) -> str:
        """A booking that is given up. A second time changes nothing."""
        booking = self._own(agency, key, why.BookingNotFound)
        left = booking["slot"].tee_off - self.now
        needed = {"confirmed": CUTOFF, "pending": timedelta(0)}.get(booking["status"])
        refuse_if(needed is not None and left < needed, why.CancellationCutoffPassed)
        booking.update(status="cancelled", answers_at=None)
        self._gives_back(key)
        return key

    # Hooks.

    def hook(self, agency: str, slot: Slot, players: int) -> str:
        """A tee time for 14 days, or until it is played."""
        refuse_if(slot.course != ONLINE, why.CourseOffline)
        self._require_allowed(slot, players)
        self._require_free(slot, players)
        key = self._made("hook", agency=agency, slot=slot, players=players, status="held", booking=None)
        return self._keeps(key, slot, players, min(self.now + HOOK, slot.tee_off))

    def confirm_hook(self, agency: str, key: str) -> str:
        """The booking of a hook, created at the first confirmation."""
        hook = self._own(agency, key, why.BookingHookNotFound)
        refuse_if(hook["status"] == "expired", why.BookingHookExpired)
        refuse_if(hook["status"] == "released", why.BookingHookClosed)
        if hook["status"] == "held":
            self._gives_back(key)
            hook.update(status="confirmed", booking=self._booked(agency, hook["slot"], hook["players"]))
        booking: str = hook["booking"]
        return booking

    def release_hook(self, agency: str, key: str) -> str:
        """A hook that is given up. A second time changes nothing."""
        hook = self._own(agency, key, why.BookingHookNotFound)
        refuse_if(hook["status"] == "expired", why.BookingHookExpired)
        refuse_if(hook["status"] == "confirmed", why.BookingHookClosed)
        hook["status"] = "released"
        self._gives_back(key)
        return key

    # Groups.

    def group(self, agency: str, slot: Slot, players: int) -> str:
        """A group that would like to begin at a tee time."""
        refuse_if(players not in GROUP_SIZES, why.GroupSize)
        refuse_if(slot.day < self.now.astimezone(ZONES[slot.course]).date(), why.DateInPast)
        facts = {"status": "processing", "processed_at": self.now + PROCESSING, "answers_at": None, "plays": {}}
        return self._made("group", agency=agency, slot=slot, players=players, **facts)

    def _process(self, key: str) -> None:
        group = self.things[key]
        slot: Slot = group["slot"]
        group["processed_at"] = None
        if slot.course != ONLINE:
            group.update(status="pending", answers_at=self._answer(slot.course))
            return
        run = self._nearest_run(slot, group["players"])
        group.update(status="confirmed" if run else "failed", plays={item.at: here for item, here in run.items()})
        if run:
            self.places[key] = run

    def _nearest_run(self, wish: Slot, players: int) -> dict[Slot, int]:
        """Consecutive tee times with room for all, nearest to the wish, of two the earlier; empty where none are."""
        day = list(self.on_sale(wish.day).items())
        runs = [run for start in range(len(day)) if (run := _filled(day[start:], players))]
        return min(runs, key=lambda run: (_distance(min(run), wish), min(run)), default={})

    def course_cancels(self, key: str) -> str:
        """The course takes a group back that it had agreed to."""
        group = self.things[key]
        refuse_if(group["status"] not in {"confirmed", "cancelled"}, why.GroupNotConfirmed)
        group["status"] = "cancelled"
        self._gives_back(key)
        return key

    # Courses, rivals and time.

    def course_decides(self, key: str, confirms: bool) -> str:
        """The answer of a course to a booking or a group that waits for it."""
        refusal = why.GroupSettled if key.startswith("group") else why.NothingToDecide
        refuse_if(self.things[key]["status"] != "pending", refusal)
        self._answered(key, "confirms" if confirms else "declines")
        return key

    def _answered(self, key: str, course: str) -> None:
        declined = "failed" if key.startswith("group") else "cancelled"
        self.things[key].update(status="confirmed" if course == "confirms" else declined, answers_at=None)

    def rival(self, slot: Slot, leave: int) -> str | None:
        """The booking with which a rival takes all places except *leave* places, None if no more places are free."""
        refuse_if(slot.course != ONLINE, why.CourseOffline)
        refuse_if(self._begun(slot), why.TeeTimeUnavailable)
        return self._booked("rival", slot, self.free(slot) - leave) if self.free(slot) > leave else None

    def block(self, slot: Slot, places: int) -> None:
        """Places that are off sale, in place of those that were before."""
        refuse_if(slot.course != ONLINE, why.CourseOffline)
        owner = f"block {slot}"
        before = self.places.get(owner, {}).get(slot, 0)
        refuse_if(places > self.free(slot) + before, why.TooFewPlacesToBlock)
        self.places[owner] = {slot: places}

    def wait_until(self, moment: datetime) -> None:
        """Time passes, and everything that is due by then happens at its moment, in order."""
        refuse_if(moment < self.now, why.BackwardsInTime)
        while due := [(at, key) for key, at in self._due() if at <= moment]:
            self.now, key = min(due, key=lambda item: item[0])
            self._happens(key)
        self.now = moment

    def _due(self) -> Iterator[tuple[str, datetime]]:
        """What happens by itself, and when; of two at one moment the older first."""
        for key, thing in self.things.items():
            moments = [thing.get("processed_at"), thing.get("answers_at")]
            moments += [self.until[key]] if thing.get("status") == "held" else []
            yield from ((key, moment) for moment in moments if moment is not None)

    def _happens(self, key: str) -> None:
        thing = self.things[key]
        if thing["status"] == "processing":
            self._process(key)
        elif thing["status"] == "pending":
            self._answered(key, thing["slot"].course)
        else:
            thing["status"] = "expired"
            self._gives_back(key)

    # Small parts.

    def _made(self, kind: str, **facts: Any) -> str:
        key = f"{kind} {len(self.things) + 1}"
        self.things[key] = facts
        return key

    def _keeps(self, key: str, slot: Slot, players: int, until: datetime | None) -> str:
        self.places[key] = {slot: players}
        if until is not None:
            self.until[key] = until
        return key

    def _gives_back(self, key: str) -> None:
        self.places.pop(key, None)

    def _own(self, agency: str, key: str, unknown: type[why.Refusal]) -> Thing:
        refuse_if(self.things[key]["agency"] != agency, unknown)
        return self.things[key]

    def _require_allowed(self, slot: Slot, players: int) -> None:
        refuse_if(players > MOST_PLAYERS, why.TooManyPlayers)
        refuse_if(self._begun(slot), why.DateInPast)

    def _require_free(self, slot: Slot, players: int) -> None:
        refuse_if(players > self.free(slot), why.TeeTimeUnavailable)

    def _begun(self, slot: Slot) -> bool:
        return slot.tee_off <= self.now

    def _answer(self, course: str) -> datetime | None:
        return self.now + ANSWER_AFTER if course in ANSWERS else None


def _filled(day: list[tuple[Slot, int]], players: int) -> dict[Slot, int]:
    """The group on the first tee times of *day*, or nothing where a full one comes before all have a place."""
    run: dict[Slot, int] = {}
    for slot, free in day:
        here = min(free, players, CAPACITY)
        if here <= 0:
            break
        run[slot] = here
        players -= here
    return run if players == 0 else {}


def _distance(slot: Slot, wish: Slot) -> timedelta:
    return abs(slot.tee_off - wish.tee_off)
