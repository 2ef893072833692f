"""The life of one booking as several subscriptions hear of it, written down for all checks that ask about it.

Knows how to let it happen; what arrived is judged by the checks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive
from conformance.suite.arranged.deliveries import KINDS, Mailroom, Subscribed, Told, kinds_in


@dataclass(frozen=True)
class ToldLife:
    """A booking that was made, changed and cancelled, and by kind what arrived at the subscriptions to that kind.

    *alone* is all that arrived, by the quiet time after it, at a subscription to that kind and no other. *about_it* is
    what may be about the booking at each of three subscriptions: to the kind, to all kinds, and to the kind again.
    """

    booking: Told
    alone: Mapping[str, Sequence[Delivery]]
    about_it: Mapping[str, Sequence[Sequence[Delivery]]]

    def first_of_each_kind(self) -> dict[str, Delivery]:
        """By kind, the first delivery about the booking. Raises `Inconclusive` when one did not come."""
        if not all(arrived[0] for arrived in self.about_it.values()):
            raise Inconclusive("No delivery arrived within the budget, which EVT-01 to EVT-03 judge.")
        return {kind: arrived[0][0] for kind, arrived in self.about_it.items()}


def told_life(mailroom: Mailroom) -> ToldLife:
    """Let it happen, and remove the subscriptions."""
    first = {kind: mailroom.open(kind) for kind in KINDS}
    all_kinds = mailroom.open(*KINDS)
    second = {kind: mailroom.open(kind) for kind in KINDS}
    booking = mailroom.cancelled(mailroom.changed(mailroom.booked(2), 3))

    lines = {kind: (first[kind], all_kinds, second[kind]) for kind in KINDS}
    for kind in KINDS:
        for line in lines[kind]:
            mailroom.arrived(line, booking, kind)
    mailroom.quiet(lambda _: [each for kind in KINDS for each in _foreign(mailroom, first[kind], kind)])
    # What came first may be about a booking that somebody else made with the same key.
    about_it = {kind: [mailroom.so_far(line, booking, kind) for line in lines[kind]] for kind in KINDS}
    alone = {kind: _since_it_began(mailroom, line) for kind, line in first.items()}
    mailroom.clear()
    return ToldLife(booking, alone, about_it)


def _since_it_began(mailroom: Mailroom, line: Subscribed) -> list[Delivery]:
    """Deliveries to *line* but for those before anything happened: a test ping is about no booking."""
    began_at = mailroom.began_at
    return [one for one in mailroom.receiver.at(line.url) if began_at is None or one.arrived_at >= began_at]


def _foreign(mailroom: Mailroom, line: Subscribed, kind: str) -> list[Delivery]:
    """Deliveries to *line* that name another kind than *kind* and not that one."""
    return [each for each in mailroom.receiver.at(line.url) if kinds_in(each) and kind not in kinds_in(each)]
