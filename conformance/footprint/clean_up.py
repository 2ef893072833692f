"""The clean-up of a run: gives back what its recording shows, then what the target still lists, and says what stays."""

from collections.abc import Sequence

from conformance.asking.client import segment
from conformance.discovery.bookings import BOOKINGS
from conformance.evidence.exchanges import Exchange
from conformance.footprint.deleting import stays_living
from conformance.footprint.giving_back import GivingBack, Made
from conformance.footprint.still_there import bookings_still_listed, unlisted
from conformance.footprint.subscriptions import remove_subscriptions
from conformance.results.run_result import Leftover


def give_all_back(
    giving: GivingBack, marker: str, exchanges: Sequence[Exchange], webhook_id: str | None
) -> tuple[Leftover, ...]:
    """Cancel, release and delete all that a run with *marker* made; what could not be, with reasons. *webhook_id* is
    where the id of a subscription stands, None where that is not declared.
    """
    left = list(giving.give_back(exchanges))
    known = {leftover.id for leftover in left}
    found, unread = bookings_still_listed(giving.agencies, marker, exchanges)
    for made, reason in giving.end([created for created in found if created.id not in known]):
        stays = reason or _why_it_stays(giving, made)
        left += [Leftover(made.kind, made.id, stays)] if stays else []
    left += [*unread, *unlisted(exchanges, giving.hooks)]
    return (*left, *remove_subscriptions(exchanges, giving.agencies, webhook_id))


def _why_it_stays(giving: GivingBack, booking: Made) -> str | None:
    """Why a booking that was listed again, and whose DELETE was accepted again, is left; None when it is over."""
    if not stays_living(giving.agencies[booking.agency], f"{BOOKINGS}/{segment(booking.id)}"):
        return None
    return "DELETE was accepted, and the booking is still confirmed or pending."
