"""What tests of group bookings read about a group: free places, green fees and the confirmed record."""

from typing import Any

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import (
    ORDINARY,
    SATURDAY,
    TeeTime,
    day_of,
    grouped,
    read_group,
)


def free_places(agency: Agency) -> dict[str, int]:
    """The free places of the day, by tee time."""
    return {
        tee_time["time"]: tee_time["available"] for tee_time in day_of(agency, ORDINARY.id, SATURDAY)["availableTimes"]
    }


def green_fees(agency: Agency) -> dict[str, float]:
    listed = day_of(agency, ORDINARY.id, SATURDAY)["availableTimes"]
    return {item["time"]: item["pricing"]["greenFee"] for item in listed}


def time_of(time: str) -> TeeTime:
    return TeeTime(ORDINARY.id, SATURDAY, time, 4, 0)


def confirmed_group(agency: Agency, **changes: Any) -> dict[str, Any]:
    """A group that has got its tee times."""
    group_id = grouped(agency, **changes)["id"]
    agency.advance(by="PT20S")
    return read_group(agency, group_id)
