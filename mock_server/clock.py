"""The clock of a world: ticking with the wall clock at an offset, or frozen. Values only; the wall is an argument.

No real timer runs. What is due follows from `now`, so a clock moved by an hour and a real hour have the same effect.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from mock_server.domain.refusals import BackwardsInTime


class ClockMode(StrEnum):
    """Whether the clock moves by itself."""

    TICKING = "ticking"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class Clock:
    """At wall time *wall_anchor* the world's clock showed *world_anchor*. Both aware UTC."""

    mode: ClockMode
    world_anchor: datetime
    wall_anchor: datetime

    def now(self, wall: datetime) -> datetime:
        """The world's time in whole seconds, aware UTC; never before its anchor. Assumption A-59."""
        shown = self.world_anchor
        if self.mode is ClockMode.TICKING:
            shown += max(wall - self.wall_anchor, timedelta(0))
        return shown.replace(microsecond=0)

    def moved(self, to: datetime, mode: ClockMode, wall: datetime) -> "Clock":
        """A clock that shows *to* at wall time *wall*. Raises BackwardsInTime if *to* is earlier than now."""
        if to < self.now(wall):
            raise BackwardsInTime(self.now(wall), to)
        return Clock(mode, to, wall)


def wall_clock() -> datetime:
    """The time of the machine, aware UTC. Only this function reads it."""
    return datetime.now(UTC)
