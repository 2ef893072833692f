"""Texts of new bookings that no answer of a run shows, and what these bookings have in common. Pure.

No document says that an answer shows these texts. A target that shows them for nearly all bookings has lost them for
the others.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.conditions.coverage import known_courses
from conformance.conditions.lives import Lives
from conformance.conditions.looks import Look, looks_at
from conformance.conditions.model import Case
from conformance.conditions.shared import Conditions, shared_by_failures
from conformance.evidence.exchanges import Exchange, Role

ROWS: Mapping[str, str] = {"agencyBookingReference": "BKC-07", "specialRequests": "BKC-08"}

_BEGINNING, _CHANGE, _LIST = "createBooking", "updateBooking", "listBookings"
_SHOWING = (_BEGINNING, _CHANGE, _LIST, "getBooking")


@dataclass(frozen=True)
class LostTexts:
    """The creations of bookings that share the *conditions* and whose text *name* no answer shows. Of so many others,
    answers have *shown* it.
    """

    name: str
    conditions: Conditions
    creations: Sequence[Exchange]
    shown: int

    @property
    def row(self) -> str:
        """The row that asks the target to keep the text."""
        return ROWS[self.name]


def lost_texts(exchanges: Sequence[Exchange]) -> Iterator[LostTexts]:
    """For each text, the bookings that were created with it, share conditions and never show it, while hardly any other
    booking lacks it. Bookings that a change touched do not count, and neither do those of generated traffic.
    """
    looks = list(looks_at(exchanges))
    lives, sent, shown = Lives(known_courses(looks)), defaultdict[str, dict[str, tuple[Case, Exchange]]](dict), set()
    for look in looks:
        # The lives go on while their cases are read.
        list(lives.cases(look))
        shown |= {(name, str(item.get("id"))) for item in _bookings_in(look) for name in ROWS if item.get(name)}
        is_new = look.operation == _BEGINNING and look.is_success and look.exchange.role is not Role.generated
        for name in ROWS:
            if look.operation == _CHANGE:
                sent[name].pop(look.named, None)
            elif is_new and look.asked.get(name) and look.data.get("id"):
                sent[name].setdefault(str(look.data["id"]), (_case(look, lives), look.exchange))
    for name, creations in sent.items():
        lost = [item for booking_id, item in creations.items() if (name, booking_id) not in shown]
        cases = [case for case, _ in creations.values()]
        if conditions := shared_by_failures(cases, [case for case, _ in lost]):
            under = [exchange for case, exchange in lost if set(conditions) <= case.items()]
            yield LostTexts(name, conditions, under, len(creations) - len(lost))


def _bookings_in(look: Look) -> Sequence[Mapping[str, object]]:
    if look.operation not in _SHOWING or not look.is_success:
        return ()
    return look.items if look.operation == _LIST else [look.data]


def _case(look: Look, lives: Lives) -> Case:
    """The conditions of the booking that *look* created. A country is often that of one course."""
    lead = look.asked.get("leadPlayer")
    phone = "sent" if isinstance(lead, dict) and lead.get("phone") else "not sent"
    unwanted = ("country", "question", "asker", "before")
    case = {name: value for name, value in lives.case_of(str(look.data["id"])).items() if name not in unwanted}
    return {**case, "phone": phone}
