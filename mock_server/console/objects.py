"""The objects of a world: which list and which page shows an object, and how its own agency gives it back.

The id of every object says what it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mock_server.console.asking import Ask
from mock_server.console.views import View


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object. *folder* names its list in the control plane and its pages here.

    *identity* is the member with the id. *giving_back* is the path of the interface that cancels or releases the
    object, and empty if there is none.
    """

    folder: str
    title: str
    identity: str
    giving_back: str


KINDS: Mapping[str, Kind] = {
    "bkg": Kind("bookings", "Bookings", "id", "/travel/bookings/"),
    "hld": Kind("tee-time-holds", "Tee-time holds", "holdId", ""),
    "hok": Kind("booking-hooks", "Booking hooks", "id", "/travel/bookings/hooks/"),
    "grp": Kind("group-bookings", "Group bookings", "id", ""),
}
BY_FOLDER: Mapping[str, Kind] = {kind.folder: kind for kind in KINDS.values()}


def kind_of(object_id: str) -> Kind | None:
    """The kind of an object; None for objects without pages."""
    return KINDS.get(object_id.partition("_")[0])


# What happens by itself, by the name that the control plane gives it. A test holds that every name is here.
BY_ITSELF: Mapping[str, str] = {
    "booking.course_answers": "the course answers",
    "tee_time_hold.expires": "the hold expires",
    "booking_hook.expires": "the hook expires",
    "group_booking.processed": "the service has looked for tee times",
    "group_booking.course_answers": "the course answers the group",
}


def page_of(object_id: str) -> str:
    """The address of the page of an object; empty for an object without a page."""
    kind = kind_of(object_id)
    return "" if kind is None else f"{kind.folder}/{object_id}"


async def find_object(view: View, object_id: str) -> Mapping[str, Any] | None:
    """An object of any agency, as the control plane lists it; None if the world does not have it."""
    kind = kind_of(object_id)
    if kind is None:
        return None
    found = (await view.read(f"/{kind.folder}", id=object_id))["data"]
    return found[0] if found else None


def giving_back(view: View, object_id: str) -> Ask | None:
    """The request with which the agency of an object cancels or releases it; None if there is none."""
    kind = kind_of(object_id)
    return None if kind is None or not kind.giving_back else view.interface("DELETE", f"{kind.giving_back}{object_id}")
