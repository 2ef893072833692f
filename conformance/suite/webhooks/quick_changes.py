"""Changes of a booking, one soon after the other, and the delivery that must follow each of them."""

from collections.abc import Sequence

from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Violation, shown
from conformance.suite.arranged.deliveries import MODIFIED, Mailroom, NamedBooking, Subscribed
from conformance.suite.webhooks.awaited_deliveries import require_effect

_PAIRS = 3


def change_and_wait(mailroom: Mailroom, line: Subscribed, booking: NamedBooking, players: int) -> bool:
    """Changes the number of *players*. Returns whether something more arrives at *line* after the change."""
    before = len(mailroom.so_far(line, booking))
    mailroom.change_players(booking, players)

    def more() -> list[Delivery]:
        found = mailroom.so_far(line, booking)
        return found if len(found) > before else []

    return bool(mailroom.awaited(more))


def require_quick_changes_delivered(
    mailroom: Mailroom, line: Subscribed, booking: NamedBooking, delivered: Sequence[bool]
) -> None:
    """Raises `Violation` when every change that came at once after a delivery had no delivery, and every change after
    a pause had one. *delivered* says whether a delivery followed each change so far; two more changes decide.

    One pair proves nothing, because a delivery may be late or lost. A target may send one event about several changes:
    so a delivery that comes after the last change, in twice the budget, explains the changes before it.
    """
    if not _is_every_second_lost(delivered):
        return
    players = [1 + (number % 2) for number in range(2 * _PAIRS - len(delivered))]
    found = [*delivered, *(change_and_wait(mailroom, line, booking, wanted) for wanted in players)]
    if not _is_every_second_lost(found) or found[-1]:
        return
    require_effect(mailroom, booking, {"players": players[-1]})
    arrived = len(mailroom.so_far(line, booking))
    if arrived > found.count(True) or mailroom.awaited(lambda: mailroom.so_far(line, booking)[arrived:]):
        return
    raise Violation(
        f"{MODIFIED} is delivered after every change",
        f"whether a delivery followed each of {len(found)} changes, of which every second one came at once after the"
        f" delivery about the change before it: {shown(found)}",
    )


def _is_every_second_lost(delivered: Sequence[bool]) -> bool:
    return list(delivered) == [number % 2 == 0 for number in range(len(delivered))]
