"""The clock of a world. Moving it returns everything that happened on the way."""

# Written by `python -m tests.levers` from the module of the same name in `asynchronous`.

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from mock_server.embedding.levers import clock
from mock_server.embedding.values import Moment, duration_text, moment_of, moment_text

if TYPE_CHECKING:
    from mock_server.embedding.synchronous.connections import Asks


class Clock:
    """The clock of a world. It ticks until somebody freezes it, and never goes back."""

    def __init__(self, world: Asks) -> None:
        self._world = world

    def now(self) -> datetime:
        """The time of the world, aware UTC."""
        return moment_of((self._world.ask(clock.get_clock()))["now"])

    def upcoming(self) -> list[clock.Happening]:
        """What happens next by itself, in order of time, at most 100 entries."""
        return (self._world.ask(clock.get_clock()))["upcoming"]

    def freeze(self, at: Moment | None = None) -> datetime:
        """Stops the clock, now or at a later moment of the world. Returns the time, aware UTC.

        Raises LeverRefused with the code `clock_backwards` for a moment in the past of the world.
        """
        change: clock.ClockChange = {"mode": "frozen"}
        if at is not None:
            change["now"] = moment_text(at)
        return moment_of((self._world.ask(clock.set_clock(change)))["now"])

    def tick(self) -> None:
        """Lets the clock run again, from where it is."""
        self._world.ask(clock.set_clock({"mode": "ticking"}))

    def advance(
        self,
        by: timedelta | None = None,
        *,
        days: float | None = None,
        hours: float | None = None,
        minutes: float | None = None,
        seconds: float | None = None,
    ) -> list[clock.Happening]:
        """Moves the clock forwards by the sum of the arguments. Returns what happened on the way, in order of time."""
        whole = duration_text(by, days=days, hours=hours, minutes=minutes, seconds=seconds)
        return (self._world.ask(clock.advance_clock({"by": whole})))["timeline"]

    def advance_to(self, moment: Moment) -> list[clock.Happening]:
        """Moves the clock forwards to a moment. Returns what happened on the way, in order of time."""
        return (self._world.ask(clock.advance_clock({"to": moment_text(moment)})))["timeline"]

    def advance_to_next(self) -> list[clock.Happening]:
        """Moves the clock to the next event that follows only from time. Returns what happened."""
        return (self._world.ask(clock.advance_clock({"toNext": True})))["timeline"]
