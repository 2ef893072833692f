"""Whom a run books for, and what they wish. A fault may show only with some texts, or without an optional member, and
only in some bookings, such as those of offline courses. So all bookings take turns with the same names and wishes, and
with each seed, another booking has them. Nobody reads mail at example.com.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.discovery.bodies import without

_FOR_THE_COURSE = "Booked by a conformance run. Please disregard."
_PEOPLE = (
    ("Teesheet", "Conformance", "conformance@example.com"),
    ("Zoë", "Łąkowska-Ødegård", "zoe.lakowska+golf@example.com"),
    ("Anne-Marie", "O'Connor", "anne-marie.oconnor@mail.example.com"),
    ("José María", "de la Cruz y Ñíguez", "jm_cruz@example.com"),
    ("美咲", "佐藤", "misaki.sato@example.com"),
    ("Bo", "Ng", "b@example.com"),
    ("maximilian", "von Hohenlohe-Waldenburg-Schillingsfürst", "m.hohenlohe-2027@example.com"),
)
_PHONES = ("+34600000000", "+441632960961", "+493023125012")
# Every fourth lead player has no phone, and every fifth one no wish.
_WITHOUT_PHONE, _WITHOUT_WISH = 4, 5
# Most have several traps at once, so that many bookings have each of them.
_WISHES = (
    "",
    "Two buggies, please.\nA table for four at 14:00 – ¿con vistas?",
    "Dva vozíky, prosím.\n⛳ 🏌 Merci!",
    '"Ladies\' tees" & lunch <14:00>;\n50 % vegan\\vegetarian, buggies #2 + #3?',
    'ありがとう, спасибо, ευχαριστώ 🙏 & "grazie".',
    "We travel with two wheelchairs, and would like a buggy that is allowed on all fairways,\nand lockers for bags.",
    "7",
    "Zoë's 40ᵗʰ birthday 🎂: 100 % cake <no nuts>.",
)


@dataclass(frozen=True)
class Trial:
    """A booking that shows whether a target accepts more than usual guests. *fact* says what it shows.

    *members* replace those of a usual booking, and the optional members *left_out* are absent.
    """

    fact: str
    members: Mapping[str, Any] = field(default_factory=dict)
    left_out: Sequence[str] = ()

    def of(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The booking with this *body*, as the trial has it."""
        return without({**body, **self.members}, *self.left_out)


VARIOUS = Trial(
    "whether the target accepts various guests",
    {
        "leadPlayer": {
            "firstName": "Zoë 美咲",
            "lastName": "O'Connor-Łąkowska y de la Cruz",
            "email": "zoe_o-connor+golf@mail.example.com",
            "phone": _PHONES[1],
        },
        "specialRequests": f"{_WISHES[1]} {_WISHES[2]} {_WISHES[3]} {_WISHES[4]} {_FOR_THE_COURSE}",
    },
)
"""Everything unusual in one booking: a target that accepts it accepts every guest."""

SHORT = Trial(
    "whether the target accepts bookings without optional members",
    left_out=("leadPlayer.phone", "specialRequests"),
)
"""A booking without the optional members that no check needs to find it again."""

# In the order in which a run tries them. Older recordings know only the first.
TRIALS = (VARIOUS, SHORT)


def guest(number: int, *, is_various: bool = True, may_be_short: bool = False) -> dict[str, Any]:
    """The lead player and the special requests of the booking with this *number*; the usual ones unless *is_various*.
    Where it *may_be_short*, some bookings lack the phone or the special requests.
    """
    person = number if is_various else 0
    first_name, last_name, email = _PEOPLE[person % len(_PEOPLE)]
    phone, wish = _PHONES[person % len(_PHONES)], _WISHES[person % len(_WISHES)]
    left_out = [
        member
        for member, turn in (("leadPlayer.phone", _WITHOUT_PHONE), ("specialRequests", _WITHOUT_WISH))
        if may_be_short and number % turn == 0
    ]
    whole = {
        "leadPlayer": {"firstName": first_name, "lastName": last_name, "email": email, "phone": phone},
        "specialRequests": f"{wish} {_FOR_THE_COURSE}".lstrip(),
    }
    return without(whole, *left_out)
