"""Texts that programs mangle on their way: each holds many traps at once, in an order that the seed draws.

No document says which texts a target may refuse. So a refused text is tried again in a milder form, and never counts.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.evidence.exchanges import Role
from conformance.suite.arranged.booked import Booked, book_unusually

# HTML, entities, quotes, escapes, formats, templates, letters of two marks, pictures of several letters, and words that
# programs take for values.
_TRAPS = (
    "<b>early</b> <14:00 & a > b",
    "&amp; &lt;i&gt; &#233;",
    "\"four\" 'ladies' ‘tees’ `x`",
    "C:\\new\\table",
    "100 % %20 %s %41",
    "{0} {{name}} ${x} [y]",
    "two  blanks",
    "\U0001f468‍\U0001f469‍\U0001f467 \U0001f3cc️",
    "q̃ Zoe\u0308 Ñandú Łódź 생일",
    "null NULL None true 007 1e3",
    "#2 + #3; a/b? c=d|e, f:g~h^i*",
)
_SHORT_TRAPS = ("<i>x</i>", "&amp;", "\"A\" 'b'", "c\\d", "50 %", "{e}", "Zoë")
_LEADING, _LINE_BREAK = "=1+1", "\n"


def trap_requests(source: Random) -> str:
    """Special requests with every trap, a leading equals sign, and a line break in the middle."""
    drawn = source.sample(_TRAPS, len(_TRAPS))
    middle = len(drawn) // 2
    return _LINE_BREAK.join(("; ".join((_LEADING, *drawn[:middle])), "; ".join(drawn[middle:])))


def trap_reference(reference: str, source: Random) -> str:
    """*reference* with short traps behind it, in fewer than 100 characters."""
    return " ".join((reference, *source.sample(_SHORT_TRAPS, len(_SHORT_TRAPS))))


def trap_names(source: Random) -> Mapping[str, str]:
    """Names with short traps. One word of the last name is a word that programs take for no name."""
    drawn = source.sample(_SHORT_TRAPS, len(_SHORT_TRAPS))
    middle = len(drawn) // 2
    return {"firstName": " ".join(("Anne-Zoë", *drawn[:middle])), "lastName": " ".join(("O'Null", *drawn[middle:]))}


def book_with_trap_texts(
    desk: BookingDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime, source: Random, milder: Mapping[str, Any]
) -> Booked:
    """A booking with traps in every free text or, where the target refuses that, in special requests alone.

    Where the target refuses that too, this is a booking with the *milder* members, as `book_unusually` creates it.
    """
    requests = {"specialRequests": trap_requests(source)}
    everywhere = {
        "agencyBookingReference": trap_reference(str(body["agencyBookingReference"]), source),
        "leadPlayer": {**body["leadPlayer"], **trap_names(source)},
    }
    tried: Sequence[Mapping[str, Any]] = ({**body, **requests, **everywhere}, {**body, **requests})
    for wanted in tried:
        answer = desk.post(wanted)
        if answer.is_success:
            return Booked(tee_time, wanted, answer)
        answer.mark(Role.attempt)
    return book_unusually(desk, body, tee_time, **milder)
