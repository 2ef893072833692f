"""The life of one booking and the deliveries about it to several subscriptions, and what is judged about them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, expect, shown
from conformance.suite.arranged.deliveries import (
    CANCELLED,
    CONFIRMED,
    KINDS,
    MODIFIED,
    Mailroom,
    NamedBooking,
    Subscribed,
    kinds_in,
    require_post_of_json,
)
from conformance.suite.arranged.second_cases import require_not_again


@dataclass(frozen=True)
class DeliveredLife:
    """A booking that was created, changed and cancelled, and by kind the deliveries to the subscriptions to that kind.

    *alone* is all that arrived, by the quiet time after it, at a subscription to that kind and no other. *about_it* is
    what may be about the booking at each of three subscriptions: to the kind, to all kinds, and to the kind again. A
    fourth one may be open during the whole run.
    """

    booking: NamedBooking
    alone: Mapping[str, Sequence[Delivery]]
    about_it: Mapping[str, Sequence[Sequence[Delivery]]]

    def first_of_each_kind(self) -> dict[str, Delivery]:
        """By kind, the first delivery about the booking. Raises `Inconclusive` when one did not come."""
        if not all(arrived[0] for arrived in self.about_it.values()):
            raise Inconclusive("No delivery arrived within the budget, which EVT-01 to EVT-03 judge.")
        return {kind: arrived[0][0] for kind, arrived in self.about_it.items()}


def live_while_subscribed(mailroom: Mailroom) -> DeliveredLife:
    """Creates, changes and cancels a booking while subscriptions are open, two to each kind and one to all kinds, some
    of them opened after the booking was created. Removes the subscriptions, also when somebody else's deliveries end
    the wait.
    """
    try:
        return _live(mailroom)
    finally:
        mailroom.clear()


def _live(mailroom: Mailroom) -> DeliveredLife:
    first = {kind: mailroom.open(kind) for kind in KINDS}
    all_kinds = mailroom.open(*KINDS)

    def open_second(kinds: Iterable[str]) -> dict[str, Subscribed]:
        """Subscriptions that differ from the first in the query alone, as those of two desks of one agency may. The one
        to changes is the fourth of its kind at an address of its own where the run has a subscription too.
        """
        beside = {kind: None if kind == MODIFIED else first[kind] for kind in kinds}
        return {kind: mailroom.open(kind, suffix="?desk=2", beside=twin) for kind, twin in beside.items()}

    second = open_second([CONFIRMED])
    booking = mailroom.book_with_letters(2)
    # What happens to a booking later concerns subscriptions that are younger than the booking too.
    second |= open_second(kind for kind in KINDS if kind != CONFIRMED)
    mailroom.cancel(mailroom.change_players(booking, 3))

    def about_it() -> Mapping[str, Sequence[Sequence[Delivery]]]:
        lines = {kind: (first[kind], all_kinds, second[kind]) for kind in KINDS}
        younger = {kind: [mailroom.so_far(line, booking, kind) for line in lines[kind]] for kind in KINDS}
        return {kind: [*arrived, *_oldest(mailroom, booking, kind, arrived)] for kind, arrived in younger.items()}

    mailroom.awaited(lambda: _once_all_arrived(about_it()))
    mailroom.quiet(
        lambda _: [delivery for kind in KINDS for delivery in _foreign(mailroom.receiver.at(first[kind].url), kind)]
    )
    # The first deliveries may be about a booking that somebody else created with the same key.
    return DeliveredLife(booking, {kind: _since_it_began(mailroom, line) for kind, line in first.items()}, about_it())


def _oldest(
    mailroom: Mailroom, booking: NamedBooking, kind: str, younger: Sequence[Sequence[Delivery]]
) -> list[list[Delivery]]:
    """What arrived at the subscription of the whole run, as one more line. None where the run has no such subscription
    of the agency, and where the deliveries to the *younger* ones do not name the booking.
    """
    are_named = any(booking.in_(delivery) for arrived in younger for delivery in arrived)
    return [mailroom.named_all_along(booking, kind)] if mailroom.all_along and are_named else []


def _once_all_arrived(about_it: Mapping[str, Sequence[Sequence[Delivery]]]) -> list[Delivery]:
    """All deliveries *about_it*, none while a subscription waits for one."""
    arrived = [deliveries for lines in about_it.values() for deliveries in lines]
    return [delivery for deliveries in arrived for delivery in deliveries] if all(arrived) else []


def _since_it_began(mailroom: Mailroom, line: Subscribed) -> list[Delivery]:
    """Deliveries to *line* since something happened: an earlier test ping is about no booking."""
    began_at = mailroom.began_at(line)
    arrived = mailroom.receiver.at(line.url)
    return [delivery for delivery in arrived if began_at is None or delivery.arrived_at >= began_at]


def _foreign(deliveries: Sequence[Delivery], kind: str) -> list[Delivery]:
    """The *deliveries* that name another kind and do not name *kind*."""
    return [delivery for delivery in deliveries if kinds_in(delivery) and kind not in kinds_in(delivery)]


def require_only_the_kinds_subscribed_to(life: DeliveredLife) -> None:
    """Raises `Violation` when a subscription to one kind alone gets another kind."""
    for kind, arrived in life.alone.items():
        foreign = _foreign(arrived, kind)
        actual = f"it got {kinds_named(foreign)} too"
        expect(not foreign, f"a subscription to {kind} alone gets nothing else", actual)
    for kind, arrived in life.alone.items():
        _require_countable(arrived, kind)


def _require_countable(deliveries: Sequence[Delivery], kind: str) -> None:
    """Raises `Inconclusive` when *deliveries* to a subscription to *kind* do not show that they are of that kind."""
    if not deliveries:
        raise Inconclusive(f"No delivery of {kind} arrived, which EVT-01 to EVT-03 judge.")
    if len(deliveries) > 1 and not all(kinds_in(delivery) for delivery in deliveries):
        raise Inconclusive(
            f"{len(deliveries)} deliveries arrived, and not all of them name a kind. Some may be of another kind."
        )


def kinds_named(deliveries: Sequence[Delivery]) -> str:
    """The kinds that *deliveries* name, for a message."""
    return ", ".join(sorted({kind for delivery in deliveries for kind in kinds_in(delivery)}))


def require_booking_and_kind_named(life: DeliveredLife) -> None:
    """Raises `Violation` unless the first delivery of every kind names the booking and the kind."""
    for kind, delivery in life.first_of_each_kind().items():
        names_booking = life.booking.in_(delivery)
        actual = f"it says {delivery.text[:300]}"
        expect(names_booking, f"the delivery names the booking, by one of {list(life.booking.names)}", actual)
        expect(delivery.mentions(kind), f"the delivery names its kind, {kind}", actual)


def require_every_subscription_served(mailroom: Mailroom, life: DeliveredLife, kind: str) -> None:
    """Raises `Violation` when, in *life* and in two more lives, not all subscriptions to *kind* get a delivery
    about the booking. One delivery may be late or lost.
    """
    require_not_again(
        partial(_require_each_served, kind=kind),
        life,
        lambda: live_while_subscribed(mailroom),
        f"A subscription to {kind} got no delivery, and later each subscription got one: a delivery was late or lost.",
    )


def _require_each_served(life: DeliveredLife, kind: str) -> None:
    """Raises `Violation` unless all subscriptions to *kind* got a delivery about the booking."""
    served = [bool(arrived) for arrived in life.about_it[kind]]
    if not any(served):
        raise Inconclusive("No delivery arrived at any subscription, which EVT-01 to EVT-03 judge.")
    actual = f"in the order of creation, and the oldest last, these subscriptions got a delivery: {shown(served)}"
    expect(all(served), f"{len(served)} subscriptions to {kind} get a delivery each", actual)


def remove_beside(mailroom: Mailroom) -> Sequence[Delivery]:
    """What arrives at a subscription about a cancellation, after another subscription at the same host was removed.
    Raises `Inconclusive` when nothing arrived before that.
    """
    kept, removed = mailroom.open(*KINDS), mailroom.open(*KINDS)
    booking = mailroom.book()
    if not mailroom.arrived(kept, booking):
        raise Inconclusive("No delivery arrived within the budget, which EVT-01 to EVT-03 judge.")
    mailroom.remove(removed)
    mailroom.cancel(booking)
    return mailroom.arrived(kept, booking, CANCELLED)


def require_served_after_a_removal(arrived: Sequence[Delivery]) -> None:
    """Raises `Violation` when nothing has *arrived* after another subscription was removed."""
    expect(bool(arrived), "a subscription gets deliveries after another was removed", "nothing arrived")


def require_posts_of_json(life: DeliveredLife) -> None:
    """Raises `Violation` unless the first delivery of every kind is a POST of a JSON object or array."""
    for delivery in life.first_of_each_kind().values():
        require_post_of_json(delivery)
