"""The clean-up of a run: removes the things that its recording shows, then the things that the target still lists, and
reports everything that stays.
"""

from collections.abc import Sequence

from conformance.asking.client import segment
from conformance.catalogue.paths import BOOKINGS
from conformance.evidence.exchanges import Exchange
from conformance.footprint.deleting import stays_living
from conformance.footprint.giving_back import Created, GivingBack
from conformance.footprint.still_there import bookings_still_listed, unlisted
from conformance.footprint.subscriptions import remove_subscriptions
from conformance.results.run_result import Leftover


def give_all_back(
    giving: GivingBack, marker: str, exchanges: Sequence[Exchange], webhook_id: str | None
) -> tuple[Leftover, ...]:
    """Cancels, releases and deletes everything that a run with *marker* created. Returns everything that stays, with
    reasons. *webhook_id* is the place of the id of a subscription, None when the target file does not declare it.
    """
    left = end_all(giving, marker, exchanges)
    return (*left, *remove_subscriptions(exchanges, giving.agencies, webhook_id, giving.at_once))


def end_all(giving: GivingBack, marker: str, exchanges: Sequence[Exchange]) -> tuple[Leftover, ...]:
    """Like `give_all_back`, without the subscriptions: they get the events of these endings."""
    left = list(giving.give_back(exchanges))
    known = {leftover.id for leftover in left}
    found, unread = bookings_still_listed(giving.agencies, marker, exchanges, giving.at_once)
    for created, reason in giving.end([booking for booking in found if booking.id not in known]):
        stays = reason or _why_it_stays(giving, created)
        left += [Leftover(created.kind, created.id, stays)] if stays else []
    return (*left, *unread, *unlisted(exchanges, giving.hooks))


def _why_it_stays(giving: GivingBack, booking: Created) -> str | None:
    """Why a booking stays although its second DELETE was accepted too; None when the booking is cancelled."""
    if not stays_living(giving.agencies[booking.agency], f"{BOOKINGS}/{segment(booking.id)}"):
        return None
    return "DELETE was accepted, and the booking is still confirmed or pending."
