"""Subscriptions whose deliveries this run receives, and what happened to bookings while they were open.

No document shows a payload. A delivery counts as about a booking when it contains an id or a reference of the booking
anywhere, or when it contains none and nothing else can have caused it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part
from conformance.catalogue.paths import WEBHOOKS
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.discovery.webhooks import place_of, record_of, subscription_at, texts_in, unsubscribe
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.json_values import NotJson
from conformance.evidence.receiver import Delivery, Receiver
from conformance.evidence.verdicts import Inconclusive, Violation, expect
from conformance.recordings import moments
from conformance.scope.lanes import current_lane
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, book, book_unusually, change
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.target.target import Target

_PATIENCE_BESIDE_OTHERS_SECONDS = 5.0
_LETTERS = "Zoë"

CONFIRMED, CANCELLED, MODIFIED = KINDS = ("booking.confirmed", "booking.cancelled", "booking.modified")


@dataclass(frozen=True)
class Subscribed:
    """An open subscription: the body that was sent to create it, the answer, and when the request began, aware UTC."""

    body: Mapping[str, Any]
    creation: Answer
    opened_at: datetime

    @property
    def url(self) -> str:
        """Where its deliveries arrive."""
        return str(self.body["url"])


@dataclass(frozen=True)
class NamedBooking:
    """A booking as deliveries may name it: its id, the target's reference and the agency's."""

    id: str
    names: tuple[str, ...]

    def in_(self, delivery: Delivery) -> bool:
        """Whether the delivery names the booking."""
        return delivery.mentions(*self.names)


@dataclass
class Mailroom:
    """Opens subscriptions for one agency at our receiver, changes bookings, and reads what arrived. *all_along* is the
    address of a subscription that the agency has during the whole run, None without one.
    """

    agency: Agency
    desk: BookingDesk
    tee_times: TeeTimeFinder
    receiver: Receiver
    run: Run
    target: Target
    all_along: str | None = None
    bookings: list[NamedBooking] = field(default_factory=list)
    opened: list[Subscribed] = field(default_factory=list)
    changes_at: list[datetime] = field(default_factory=list)

    def open(self, *events: str, suffix: str = "", beside: Subscribed | None = None) -> Subscribed:
        """A subscription to *events* at an address that ends with *suffix*. It is a new address, or begins like
        the address of the subscription *beside* it.

        Raises `Inconclusive` when it is refused.
        """
        body = subscription_at((beside.url if beside else self.address()) + suffix, self.run, events)
        opened_at = moments.now()
        answer = self.agency.post(WEBHOOKS, body)
        if not answer.is_success and self.target.receiver.public_url is None:
            raise Inconclusive(
                f"The target refused a subscription to {body['url']} ({answer.status})."
                " Where it takes no http address on loopback, give --receiver-url, or public_url under [receiver]"
                " in the target file."
            )
        accepted(answer, "Registering a subscription")
        self.opened.append(Subscribed(body, answer, opened_at))
        return self.opened[-1]

    def note_change(self) -> None:
        """Notes that something happens to bookings now."""
        self.changes_at.append(moments.now())

    def forget_changes(self) -> None:
        """Forgets the changes so far: until the next one, deliveries are about earlier changes."""
        self.changes_at.clear()

    def began_at(self, subscribed: Subscribed) -> datetime | None:
        """When the first thing happened that the subscription may report. Earlier deliveries to it, such as a ping, are
        about no booking. None when nothing happened since it was opened.
        """
        return next((at for at in self.changes_at if at >= subscribed.opened_at), None)

    def move(self, subscribed: Subscribed) -> Subscribed | None:
        """The subscription at another address, by a change that names nothing else.

        None where the answer does not show that it keeps its kinds: no document says which members a change may
        omit. Then the subscription is as *subscribed* again.
        """
        there = replace(subscribed, body={**subscribed.body, "url": self.address()})
        path = self.path(subscribed)
        answer = self.agency.put(path, {"url": there.url})
        if not answer.is_success:
            answer.mark(Role.attempt)
            return None
        if not shows_only(answer.body, there.url, subscribed.body["events"]):
            accepted(self.agency.put(path, subscribed.body), "Changing a subscription")
            return None
        self.forget_changes()
        return there

    def address(self) -> str:
        """An address of our receiver that nobody used before."""
        return self.receiver.new_address(f"{self.run.marker}-{self.agency.label[0]}{current_lane().number}")

    def path(self, subscribed: Subscribed) -> str:
        """Path of the subscription. Raises `Untested` where its id is not shown."""
        return place_of(self.agency, subscribed.creation, self.target.webhook_id)

    def remove(self, subscribed: Subscribed) -> None:
        """Removes the subscription. Raises `Inconclusive` when that is refused: WHK-04 judges it."""
        answer = self.agency.delete(self.path(subscribed))
        accepted(answer, "Removing a subscription")
        if answer.is_for_later:
            moments.sleep(self.target.budgets.visibility_seconds)
        self.forget_changes()

    def book(self, players: int | None = None) -> NamedBooking:
        """A new online booking at a tee time of its own. Without *players*, each seed chooses how many, and how it
        begins. Whoever changes the players needs room, which others leave rather beside a booking that began at once.
        """
        tee_time = self.tee_times.fresh()
        self.note_change()
        if players is None:
            return self.remember_booked(book_in_some_way(self.desk, tee_time, self.target, may_change=False))
        return self.remember_booked(book(self.desk, self.desk.body(tee_time, players), tee_time))

    def book_with_letters(self, players: int) -> NamedBooking:
        """As `book`, with a reference that has letters beyond ASCII where the target takes them."""
        tee_time = self.tee_times.fresh()
        body = self.desk.body(tee_time, players)
        reference = f"{body['agencyBookingReference']}-{_LETTERS}"
        self.note_change()
        return self.remember_booked(book_unusually(self.desk, body, tee_time, agencyBookingReference=reference))

    def book_from_hold(self, players: int = 2) -> NamedBooking:
        """As `book`, from a hold where the target accepts a hold."""
        tee_time = self.tee_times.fresh()
        self.note_change()
        return self.remember_booked(book_from_hold(self.desk, self.desk.body(tee_time, players), tee_time, self.target))

    def remember_booked(self, booked: Booked) -> NamedBooking:
        """Remembers the booking as deliveries may name it, and returns it."""
        return self.remember(part(booked.answer.body, "data", judge=False))

    def remember(self, booking: Mapping[str, Any]) -> NamedBooking:
        """Remembers *booking*, the `data` of an answer, as deliveries may name it, and returns it."""
        names = (booking.get(name) for name in ("id", "bookingReference", "agencyBookingReference"))
        self.bookings.append(NamedBooking(str(booking.get("id")), tuple(str(name) for name in names if name)))
        return self.bookings[-1]

    def change_players(self, booking: NamedBooking, players: int) -> NamedBooking:
        """The booking after a change of players. Raises `Inconclusive` when that is refused."""
        return self.change(booking, {"players": players})

    def change(self, booking: NamedBooking, changes: Mapping[str, Any]) -> NamedBooking:
        """The booking after these *changes*. Raises `Inconclusive` when they are refused."""
        self.note_change()
        accepted(change(self.desk, booking.id, changes), "Changing a booking")
        return booking

    def cancel(self, booking: NamedBooking) -> NamedBooking:
        """The booking after its cancellation. Raises `Inconclusive` when that is refused."""
        self.note_change()
        accepted(self.desk.cancel(booking.id), "Cancelling a booking")
        return booking

    def arrived(self, subscribed: Subscribed, booking: NamedBooking, kind: str | None = None) -> list[Delivery]:
        """Deliveries to *subscribed* that may be about *booking*, when one arrives or the delivery budget has run out.

        These are the deliveries that name the booking or, when there are none, the deliveries that name no booking. A
        delivery that names other kinds than *kind* does not count.
        """
        return self.awaited(lambda: self.so_far(subscribed, booking, kind))

    def awaited(self, look: Callable[[], list[Delivery]]) -> list[Delivery]:
        """The result of *look*, as soon as it is not empty or the delivery budget has run out. Where deliveries about
        bookings of other lanes arrive too, raises `Inconclusive` soon: the check runs again when the target is quiet.
        """
        budget, hears_others = self.target.budgets.delivery_seconds, current_lane().hears_others
        found = self.receiver.wait_for_delivery(
            lambda _: look(), min(budget, _PATIENCE_BESIDE_OTHERS_SECONDS) if hears_others else budget
        )
        if hears_others and not found:
            raise Inconclusive("No delivery that names the booking arrived while other lanes booked as well.")
        return found

    def so_far(self, subscribed: Subscribed, booking: NamedBooking, kind: str | None = None) -> list[Delivery]:
        """Deliveries to *subscribed* until now that may be about *booking*, and of that *kind*. While other lanes
        book as well, only deliveries that name *booking* count.
        """
        here = [delivery for delivery in self.receiver.at(subscribed.url) if kind is None or may_be_of(delivery, kind)]
        named = [delivery for delivery in here if booking.in_(delivery)]
        return named or ([] if current_lane().hears_others else self.unnamed(subscribed, here))

    def named_all_along(self, booking: NamedBooking, kind: str) -> list[Delivery]:
        """Deliveries to the subscription of the whole run that name *booking* and may be of that *kind*."""
        here = self.receiver.at(self.all_along) if self.all_along else []
        return [delivery for delivery in here if booking.in_(delivery) and may_be_of(delivery, kind)]

    def unnamed(self, subscribed: Subscribed, deliveries: Iterable[Delivery]) -> list[Delivery]:
        """The *deliveries* to the subscription that came since something happened and that name no booking of this run:
        neither one of this check, nor one of another check by its reference.
        """
        began_at = self.began_at(subscribed)
        return [
            delivery
            for delivery in deliveries
            if began_at and delivery.arrived_at >= began_at and not self._names_one(delivery)
        ]

    def quiet(self, unwanted: Callable[[Sequence[Delivery]], Sequence[Delivery]]) -> Sequence[Delivery]:
        """The *unwanted* deliveries, as soon as one arrives or the quiet time has passed."""
        return self.receiver.wait(unwanted, self.target.budgets.quiet_seconds)

    def _names_one(self, delivery: Delivery) -> bool:
        return any(booking.in_(delivery) for booking in self.bookings) or bool(self._references.search(delivery.text))

    @cached_property
    def _references(self) -> re.Pattern[str]:
        """The references of all bookings of this run."""
        return re.compile(rf"{re.escape(self.run.marker)}-[a-z][0-9]{{4}}")

    def clear(self) -> None:
        """Removes everything that was opened here and is still there."""
        while self.opened:
            unsubscribe(self.agency, self.opened.pop().creation, self.target.webhook_id)


def may_be_of(delivery: Delivery, kind: str) -> bool:
    """Whether the delivery names *kind*, or no kind at all."""
    return kind in (kinds_in(delivery) or {kind})


def shows_only(bodies: Any, url: str, kinds: Sequence[str]) -> bool:
    """Whether *bodies* show that the subscription to *url* is to *kinds* and to no other."""
    return set(texts_in(record_of(bodies, url))) & set(KINDS) == set(kinds)


def kinds_in(delivery: Delivery) -> set[str]:
    """The documented event kinds that the delivery contains anywhere."""
    return {kind for kind in KINDS if delivery.mentions(kind)}


def require_post_of_json(delivery: Delivery) -> None:
    """Raises `Violation` unless the delivery is a POST of a JSON object or array."""
    expect(delivery.method == "POST", "the method of a delivery is POST", f"it is {delivery.method}")
    try:
        is_container = isinstance(delivery.body, dict | list)
    except NotJson as error:
        raise Violation("the body of a delivery is JSON", f"{error}: {delivery.text[:300]}") from error
    expect(is_container, "the body of a delivery is a JSON object or array", f"it is {delivery.text[:300]}")
