"""Group bookings."""

from dataclasses import dataclass
from datetime import date, datetime

from mock_server.domain.refusals.base import Refusal, utc


@dataclass(eq=False)
class GroupBookingNotFound(Refusal):
    """The agency has no group booking with this id."""

    group_id: str

    def __str__(self) -> str:
        return f"Your agency has no group booking {self.group_id!r}. Use the id from the answer that created it."


@dataclass(eq=False)
class GroupBookingNotInWorld(Refusal):
    """No agency of the world has a group booking with this id."""

    group_id: str

    def __str__(self) -> str:
        return f"This world has no group booking {self.group_id!r}. List its group bookings to see their ids."


@dataclass(eq=False)
class GroupSize(Refusal):
    """The request has too few or too many players for a group."""

    players: int
    fewest: int
    most: int

    def __str__(self) -> str:
        bounds = f"A group has {self.fewest} to {self.most} players, and {self.players} are asked for."
        if self.players < self.fewest:
            return f"{bounds} Book up to {self.fewest - 1} players with POST /travel/bookings."
        return f"{bounds} Split the group."


@dataclass(eq=False)
class NoRunOfTeeTimes(Refusal):
    """No consecutive tee times of the day have room for the group."""

    play_date: date
    players: int

    @property
    def reason(self) -> str:
        """The reason without the advice: a group that failed shows only the reason."""
        return f"No run of tee times on {self.play_date} holds {self.players} players."

    def __str__(self) -> str:
        return f"{self.reason} Choose another day."


@dataclass(eq=False)
class GroupFailed(Refusal):
    """A group that has failed cannot change."""

    group_id: str
    failed_at: datetime

    def __str__(self) -> str:
        return f"Group booking {self.group_id} failed at {utc(self.failed_at)} and cannot change. Book the group again."


@dataclass(eq=False)
class GroupCancelled(Refusal):
    """A group that was cancelled cannot change."""

    group_id: str
    cancelled_at: datetime

    def __str__(self) -> str:
        return (
            f"Group booking {self.group_id} was cancelled at {utc(self.cancelled_at)} and cannot change. "
            "Book the group again."
        )


@dataclass(eq=False)
class GroupSettled(Refusal):
    """The course has no open question about this group."""

    group_id: str
    status: str

    def __str__(self) -> str:
        return (
            f"Group booking {self.group_id} is {self.status}. Only a pending group waits for its course. "
            "List the desk to see what waits."
        )


@dataclass(eq=False)
class GroupNotConfirmed(Refusal):
    """A course can only cancel a group that it has confirmed, and it has not confirmed this group."""

    group_id: str
    status: str

    def __str__(self) -> str:
        return (
            f"Group booking {self.group_id} is {self.status}. A course can only cancel a confirmed group. "
            "Choose a confirmed group."
        )


@dataclass(eq=False)
class TooManyNames(Refusal):
    """The player list names more players than the group has."""

    group_id: str
    names: int
    players: int

    def __str__(self) -> str:
        return (
            f"Group booking {self.group_id} has {self.players} players, and the list names {self.names}. "
            f"Send at most {self.players} names."
        )
