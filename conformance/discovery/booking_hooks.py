"""Booking hooks of our own. No document shows their payloads: the target file declares them, or else the suite sends
the members of a booking.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from conformance.asking.client import ABSENT, Agency, segment
from conformance.catalogue.paths import HOOKS
from conformance.discovery.bookings import BookingDesk
from conformance.discovery.offered_tee_times import OfferedTeeTime
from conformance.evidence.exchanges import Answer
from conformance.evidence.json_values import json_of, member_at
from conformance.evidence.shown_ids import HOOK_NOUNS, id_at, place_of_id
from conformance.evidence.verdicts import Untested, Violation
from conformance.target.levers import HookPayloads, filled

_USUAL_PLACES_OF_THE_ID = ("data.id", "id", "data.hookId", "hookId")
_USUAL_PLACES_OF_THE_EXPIRY = ("data.expiresAt", "expiresAt", "data.expiration", "data.expirationDate")


class BookingHookDesk:
    """Creates, confirms and releases hooks for one agency. The end of the run releases every open hook."""

    def __init__(self, agency: Agency, bookings: BookingDesk, payloads: HookPayloads) -> None:
        self._agency = agency
        self._bookings = bookings
        self._payloads = payloads

    @property
    def is_declared(self) -> bool:
        """Whether the target file declares the body of a hook. Only then does a refusal of a new hook count."""
        return self._payloads.body is not None

    @property
    def some_players(self) -> int:
        """The number of players of a hook where its check names none. It differs from seed to seed."""
        return self._bookings.in_turn(2)

    def booking(self, tee_time: OfferedTeeTime, players: int = 2) -> dict[str, Any]:
        """The body of a booking for *tee_time*, the source of a hook's body."""
        return self._bookings.body(tee_time, players)

    def body(self, booking: Mapping[str, Any]) -> dict[str, Any]:
        """The declared body of a hook, filled from *booking*, or *booking* itself."""
        if self._payloads.body is None:
            return dict(booking)
        body: dict[str, Any] = filled(self._payloads.body, _values(booking))
        return body

    def post(self, body: Any) -> Answer:
        """POST *body* as it is."""
        return self._agency.post(HOOKS, body)

    def confirm(self, hook_id: str, booking: Mapping[str, Any]) -> Answer:
        """POST confirm, with the declared body filled from *booking*. Without a declared body, none is sent."""
        template = self._payloads.confirm_body
        body = ABSENT if template is None else filled(template, _values(booking))
        return self._agency.post(f"{HOOKS}/{segment(hook_id)}/confirm", body)

    def release(self, hook_id: str) -> Answer:
        """DELETE the hook."""
        return self._agency.delete(f"{HOOKS}/{segment(hook_id)}")

    def id_of(self, answer: Answer) -> str:
        """The id in *answer*, which created a hook. Raises `Untested` when the declared or usual places have no id."""
        found = hook_id_in(answer.response.content, self._payloads)
        if found is None:
            raise Untested(
                "The id of a booking hook is in no usual place: declare id under [hooks] in the target file."
            )
        return found

    def expiry_of(self, answer: Answer) -> datetime | None:
        """The moment at which the hook ends, from the declared or a usual place in *answer*, which created the hook.
        None when no usual place has a moment.

        Raises `Violation` when the declared place has no moment.
        """
        declared, body = self._payloads.expires_at, answer.response.value
        found = expiry_in(body, self._payloads)
        if declared and found is None:
            raise Violation(f"{declared} is the moment at which the hook ends", f"{member_at(body, declared)!r}")
        return found


def expiry_in(body: Any, payloads: HookPayloads) -> datetime | None:
    """The moment at which the hook ends, from the declared or a usual place in *body*, the answer that created the
    hook. None when no such place has a moment.
    """
    declared = payloads.expires_at
    for place in (declared,) if declared else _USUAL_PLACES_OF_THE_EXPIRY:
        with suppress(TypeError, ValueError):
            return datetime.fromisoformat(member_at(body, place))
    return None


def hook_id_in(content: bytes, payloads: HookPayloads) -> str | None:
    """The id in *content*, the answer that created a hook: at the declared place, else at a usual place, else under any
    usual name of the id. None when there is no id.
    """
    place = payloads.id or _place_of_the_id(json_of(content))
    return None if place is None else id_at(json_of(content), place)


def _place_of_the_id(body: Any) -> str | None:
    usual = next((place for place in _USUAL_PLACES_OF_THE_ID if id_at(body, place)), None)
    return usual or place_of_id(body, HOOK_NOUNS)


def usual_places(content: bytes) -> HookPayloads:
    """The places of the id and of the end in *content*, the answer that created a hook. None where it has none."""
    body = json_of(content)
    ends = (place for place in _USUAL_PLACES_OF_THE_EXPIRY if _is_moment(member_at(body, place)))
    return HookPayloads(id=_place_of_the_id(body), expires_at=next(ends, None))


def _is_moment(value: Any) -> bool:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True


def _values(booking: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "course_id": booking["courseId"],
        "date": booking["date"],
        "time": booking["teeTime"],
        "players": booking["players"],
        "reference": booking["agencyBookingReference"],
    }
