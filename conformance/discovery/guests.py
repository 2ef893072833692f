"""Whom a run books for, and what they wish. A fault of texts may show only in some bookings, such as those of offline
courses, so all bookings take turns with the same names and wishes. Nobody reads mail at example.com.
"""

from collections.abc import Mapping
from typing import Any

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

TRYING: Mapping[str, Any] = {
    "leadPlayer": {
        "firstName": "Zoë 美咲",
        "lastName": "O'Connor-Łąkowska y de la Cruz",
        "email": "zoe_o-connor+golf@mail.example.com",
        "phone": _PHONES[1],
    },
    "specialRequests": f"{_WISHES[1]} {_WISHES[2]} {_WISHES[3]} {_WISHES[4]} {_FOR_THE_COURSE}",
}
"""Everything unusual in one booking: a target that accepts it accepts every guest."""


def guest(number: int) -> Mapping[str, Any]:
    """The lead player and the special requests of the booking with this *number*; 0 is a usual one."""
    first_name, last_name, email = _PEOPLE[number % len(_PEOPLE)]
    phone, wish = _PHONES[number % len(_PHONES)], _WISHES[number % len(_WISHES)]
    return {
        "leadPlayer": {"firstName": first_name, "lastName": last_name, "email": email, "phone": phone},
        "specialRequests": f"{wish} {_FOR_THE_COURSE}".lstrip(),
    }
