"""The traffic of a run around the bookings of an agency: decoded once for all who compare it with deliveries. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.conditions.courses import KnownCourses
from conformance.conditions.coverage import known_courses
from conformance.conditions.looks import Look, answers_in, that_met_others
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Delivery

BEGINNINGS, CHANGES = ("createBooking", "confirmBookingHook"), ("updateBooking", "cancelBooking")

_WORD = re.compile(r"[\w-]+", re.ASCII)


@dataclass(frozen=True)
class RunTraffic:
    """The *exchanges* of a run."""

    exchanges: Sequence[Exchange]

    @cached_property
    def looks(self) -> Sequence[Look]:
        """The answered exchanges."""
        return list(answers_in(self.exchanges))

    @cached_property
    def courses(self) -> KnownCourses:
        """What the answers show of the conditions of courses."""
        return known_courses(self.looks)

    @cached_property
    def unsure_bookings(self) -> frozenset[str]:
        """The ids of bookings of which nobody knows what became of them: two writes were under way together, an answer
        was lost or promises the change for later, or a generated request wrote it.
        """
        met = that_met_others(self.looks, booking_of)
        unsure = {booking_of(look) for look in self.looks if look.exchange.index in met or _is_unclear(look)}
        lost = (exchange for exchange in self.exchanges if exchange.role is Role.lost)
        return frozenset(unsure.union(*map(_changed, lost)))


@dataclass(frozen=True)
class AgencyTraffic:
    """The traffic of a *run*, and the label of the *agency* that matters."""

    run: RunTraffic
    agency: str


def booking_of(look: Look) -> str:
    """The id of the booking that *look* writes."""
    return look.named if look.operation in CHANGES else str(look.data.get("id"))


def words_in(delivery: Delivery) -> set[str]:
    """Everything in *delivery* that may be an id."""
    return set(_WORD.findall(delivery.text))


def _is_unclear(look: Look) -> bool:
    response = look.exchange.response
    is_later = response is not None and response.status == HTTPStatus.ACCEPTED
    return look.operation in (*BEGINNINGS, *CHANGES) and (look.exchange.role is Role.generated or is_later)


def _changed(exchange: Exchange) -> Iterator[str]:
    """The booking that *exchange* names in its path, if it does."""
    met = match(exchange.request.method, exchange.request.path)
    if met and met.operation_id in CHANGES:
        yield unquote(met.parameters["id"])
