"""How values of a booking are compared where the specification leaves their form open."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from conformance.asking.oracles import part, same
from conformance.evidence.verdicts import Advisory, Inconclusive
from conformance.walks.values import moment, plain

LIST_MEMBERS = (
    "id",
    "status",
    "bookingReference",
    "agencyBookingReference",
    "course",
    "date",
    "teeTime",
    "players",
    "createdAt",
)
# A time of day at which no course has a tee time.
NOBODY_PLAYS_AT = "03:17"
MEMBERS = (*LIST_MEMBERS, "leadPlayer", "specialRequests", "cancellationDate")

# The members that a create request requires, each with its row. The specification makes no exception for a hold id.
REQUIRED_MEMBERS: Mapping[str, str] = {
    "courseId": "BKC-09",
    "date": "BKC-10",
    "teeTime": "BKC-11",
    "players": "BKC-12",
    "leadPlayer": "BKC-13",
    "leadPlayer.firstName": "BKC-14",
    "leadPlayer.lastName": "BKC-15",
    "leadPlayer.email": "BKC-16",
}


def known_moment(text: Any, what: str) -> datetime:
    """The timestamp *text*, aware. Raises `Inconclusive` when it is not a timestamp, which CNV-03 judges."""
    read = moment(text)
    if read is None:
        raise Inconclusive(f"{what} is not a timestamp, which CNV-03 judges: {text!r}.")
    return read


def require_lead_player(body: Any, sent: Mapping[str, Any], where: str) -> None:
    """Raises `Violation` unless *body* shows the lead player of *sent*; an e-mail address in other case only warns."""
    shown = {name: part(body, f"data.leadPlayer.{name}") for name in ("firstName", "lastName", "email")}
    wanted = sent["leadPlayer"]
    for name in ("firstName", "lastName"):
        same(plain(shown[name]), plain(wanted[name]), f"leadPlayer.{name} in {where}")
    if shown["email"] != wanted["email"]:
        same(str(shown["email"]).lower(), wanted["email"].lower(), f"leadPlayer.email in {where}")
        raise Advisory(f"leadPlayer.email comes back in another case: {shown['email']!r}.")


def comparable(name: str, value: Any) -> Any:
    """A member as far as two answers must agree on it: documented parts only, timestamps to the second, no phone."""
    if name in ("createdAt", "cancellationDate") and isinstance(value, str):
        return known_moment(value, name).replace(microsecond=0)
    parts = {"course": ("id", "name"), "leadPlayer": ("firstName", "lastName", "email")}.get(name)
    if parts and isinstance(value, dict):
        return {part_name: value.get(part_name) for part_name in parts}
    return value


def differing_members(
    first: Mapping[str, Any], other: Mapping[str, Any], members: Sequence[str] = LIST_MEMBERS
) -> dict[str, list[Any]]:
    """The *members* on which two answers about a booking disagree, with both values. Absent, null and empty are the
    same here.
    """
    pairs = {name: (first.get(name), other.get(name)) for name in members}
    return {
        name: [left, right]
        for name, (left, right) in pairs.items()
        if (comparable(name, left) or None) != (comparable(name, right) or None)
    }
