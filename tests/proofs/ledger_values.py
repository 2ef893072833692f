"""The constants and values of the ledger model."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from mock_server.domain import refusals as why

CAPACITY = 4


MOST_PLAYERS = 4


CUTOFF = timedelta(hours=24)


HOLD = timedelta(minutes=15)


HOOK = timedelta(days=14)


PROCESSING = timedelta(seconds=20)


ANSWER_AFTER = timedelta(minutes=30)


GROUP_SIZES = range(5, 73)


ONLINE = "online"


ZONES = {
    ONLINE: ZoneInfo("Europe/Madrid"),
    "confirms": ZoneInfo("Europe/Madrid"),
    "declines": ZoneInfo("Europe/Lisbon"),
    "silent": ZoneInfo("Europe/Rome"),
}


ANSWERS = {"confirms": "confirmed", "declines": "cancelled"}


Thing = dict[str, Any]


class Slot(NamedTuple):
    """A tee time of a course: *course* is a key of ZONES, *day* and *at* are local to it."""

    course: str
    day: date
    at: time

    @property
    def tee_off(self) -> datetime:
        """When it is played, aware UTC."""
        return datetime.combine(self.day, self.at, ZONES[self.course]).astimezone(UTC)


class Refused(Exception):
    """A call that must be refused, and the class of the refusal."""

    def __init__(self, kind: type[why.Refusal]) -> None:
        super().__init__(kind.__name__)
        self.kind = kind


def refuse_if(condition: bool, kind: type[why.Refusal]) -> None:
    """Raises Refused where the condition holds."""
    if condition:
        raise Refused(kind)
