"""Rules about bookings, as far as one exchange shows whether they hold."""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import unquote, urlsplit

from conformance.evidence.verdicts import Violation, expect, shown
from conformance.walks.values import lines, moment, plain, text_difference
from conformance.watching.seen import EarlierTraffic, JudgedExchange, Rule, rule

_CREATE = "createBooking"
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_OF_THE_LEAD = ("firstName", "lastName", "email")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# An answer may repeat an earlier one (idempotency is open), and then shows what an earlier request sent.
_FRESH = timedelta(seconds=60)


def _is_new(seen: JudgedExchange, known: EarlierTraffic) -> bool:
    """Whether the answer shows a booking that this very request created."""
    created = moment(seen.data.get("createdAt"))
    is_old = created is not None and created < seen.answer.answered_at - _FRESH
    return bool(seen.data.get("id")) and str(seen.data["id"]) not in known.bookings and not is_old


def _must_be_refused(
    reason: str, is_wrong: Callable[[Mapping[str, Any]], bool]
) -> Callable[[JudgedExchange, EarlierTraffic], None]:
    """A judge of bookings that were created from a body that *is_wrong*. *reason* completes 'a booking ... is
    refused'.
    """

    def judge(seen: JudgedExchange, _: EarlierTraffic) -> None:
        if isinstance(seen.sent, dict) and seen.data.get("id") and is_wrong(seen.sent):
            actual = f"it is accepted as {seen.data['id']} with status {shown(seen.data.get('status'))}"
            raise Violation(f"a booking {reason} is refused", actual, seen.answer)

    return judge


def _lacks(member: str, sent: Mapping[str, Any]) -> bool:
    outer, _, inner = member.partition(".")
    if not inner:
        return outer not in sent
    return isinstance(sent.get(outer), dict) and inner not in sent[outer]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_no_number(value: Any) -> bool:
    return value is not None and (isinstance(value, str | list | dict | bool) or value % 1 != 0)


def _is_malformed(sent: Mapping[str, Any]) -> bool:
    day, time = (plain(sent.get(name, "")) for name in ("date", "teeTime"))
    both_are_sent = isinstance(day, str) and isinstance(time, str) and day and time
    return bool(both_are_sent) and not (_is_date(str(day)) and _TIME.fullmatch(str(time)))


def _is_date(text: str) -> bool:
    try:
        return bool(_ISO_DATE.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False


_REFUSED: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {
    "BKC-09": ("without courseId", partial(_lacks, "courseId")),
    "BKC-10": ("without date", partial(_lacks, "date")),
    "BKC-11": ("without teeTime", partial(_lacks, "teeTime")),
    "BKC-12": ("without players", partial(_lacks, "players")),
    "BKC-13": ("without leadPlayer", partial(_lacks, "leadPlayer")),
    "BKC-14": ("without leadPlayer.firstName", partial(_lacks, "leadPlayer.firstName")),
    "BKC-15": ("without leadPlayer.lastName", partial(_lacks, "leadPlayer.lastName")),
    "BKC-16": ("without leadPlayer.email", partial(_lacks, "leadPlayer.email")),
    "BKC-20": ("for fewer than 1 player", lambda sent: _is_whole(sent.get("players")) and sent["players"] < 1),
    "BKC-21": ("for more than 4 players", lambda sent: _is_whole(sent.get("players")) and sent["players"] > 4),
    "BKC-22": ("whose number of players is not an integer", lambda sent: _is_no_number(sent.get("players"))),
    "BKC-29": ("with a malformed date or teeTime", _is_malformed),
    "BKC-34": (
        "whose leadPlayer is not an object",
        lambda sent: sent.get("leadPlayer") is not None and not isinstance(sent["leadPlayer"], dict),
    ),
}


def _past_date_is_refused(seen: JudgedExchange, known: EarlierTraffic) -> None:
    """By the clock of the service, which createdAt shows. The course may be a day behind it."""
    created, day = moment(seen.data.get("createdAt")), seen.asked.get("date")
    if created and isinstance(day, str) and _is_date(day) and _is_new(seen, known):
        yesterday = (created.date() - timedelta(days=1)).isoformat()
        expect(day >= yesterday, f"a booking for {day} is refused", f"it was created at {created}", seen.answer)


def _shows_what_was_sent(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if not seen.fits or not _is_new(seen, known):
        return
    for name in ("date", "teeTime", "players"):
        _same(seen, name, seen.data.get(name), seen.asked.get(name))
    course = seen.data.get("course")
    if isinstance(course, dict) and seen.asked.get("courseId") in known.courses:
        _same(seen, "course.id", course.get("id"), seen.asked["courseId"])


def _same(seen: JudgedExchange, name: str, found: Any, sent: Any) -> None:
    if found is not None and sent is not None:
        actual = f"{name} is {shown(found)}"
        expect(plain(found) == plain(sent), f"{name} of the new booking is {shown(sent)}", actual, seen.answer)


def _shows_the_lead_player(seen: JudgedExchange, known: EarlierTraffic) -> None:
    lead, sent = seen.data.get("leadPlayer"), seen.asked.get("leadPlayer")
    if seen.fits and _is_new(seen, known):
        _names_a_lead_player(seen, known)
    if seen.fits and _is_new(seen, known) and isinstance(lead, dict) and isinstance(sent, dict):
        for name in ("firstName", "lastName"):
            _same(seen, f"leadPlayer.{name}", lead.get(name), sent.get(name))
        # An e-mail address may come back in another case.
        found, wanted = (str(person["email"]).lower() if person.get("email") else None for person in (lead, sent))
        _same(seen, "leadPlayer.email", found, wanted)


def _keeps_the_text(member: str, seen: JudgedExchange, known: EarlierTraffic) -> None:
    if seen.fits and seen.asked.get(member) and member in seen.data and _is_new(seen, known):
        found, sent = lines(seen.data[member]), lines(seen.asked[member])
        where = f", {text_difference(found, sent)}" if isinstance(found, str) and isinstance(sent, str) else ""
        actual = f"{member} is {shown(found)}{where}"
        expect(found == sent, f"{member} of the booking is {shown(sent)}", actual, seen.answer)


def _status_by_kind(kind: str, wanted: str, seen: JudgedExchange, known: EarlierTraffic) -> None:
    if seen.fits and _is_new(seen, known) and known.kind_of(str(seen.asked.get("courseId"))) == kind:
        actual = f"its status is {shown(seen.data.get('status'))}"
        expected = f"a new booking at the {kind} course {seen.asked['courseId']} is {wanted}"
        expect(seen.data.get("status", wanted) == wanted, expected, actual, seen.answer)


def _stays_a_party(seen: JudgedExchange, _: EarlierTraffic) -> None:
    players = seen.asked.get("players")
    if seen.answer.is_success and isinstance(players, int) and not isinstance(players, bool):
        actual = f"{seen.answer.where} answered {seen.answer.status}"
        expect(1 <= players <= 4, f"a change to {players} players is refused", actual, seen.answer)


def _is_the_booking_asked_for(seen: JudgedExchange, _: EarlierTraffic) -> None:
    wanted = unquote(seen.met.parameters["id"])
    found = seen.data.get("id", wanted)
    actual = f"it answers with booking {shown(found)}"
    expect(str(found) == wanted, f"{seen.answer.where} answers with this booking or refuses", actual, seen.answer)


def _names_a_lead_player(seen: JudgedExchange, _: EarlierTraffic) -> None:
    """In every status: no sentence says that an answer with a booking may lack the lead player."""
    if "id" in seen.data and "status" in seen.data:
        lead = seen.data.get("leadPlayer")
        absent = [name for name in _OF_THE_LEAD if not (isinstance(lead, dict) and lead.get(name))]
        expected = f"{seen.answer.where} shows a lead player with {', '.join(_OF_THE_LEAD)}"
        actual = f"a booking that is {shown(seen.data['status'])} shows no {', '.join(absent)}"
        expect(not absent, expected, actual, seen.answer)


def _only_with_the_status(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.fits and "status" in seen.query:
        wanted = seen.query["status"]
        others = {str(item.get("id")): item["status"] for item in seen.items if item.get("status", wanted) != wanted}
        expect(not others, f"{seen.answer.where} lists only {wanted} bookings", f"{shown(others)}", seen.answer)


def _not_before_the_start(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _in_bounds(seen, "startDate", lambda day, bound: day >= bound)


def _not_after_the_end(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _in_bounds(seen, "endDate", lambda day, bound: day <= bound)


def _in_bounds(seen: JudgedExchange, parameter: str, fits: Callable[[str, str], bool]) -> None:
    bound = seen.query.get(parameter)
    if not seen.fits or bound is None:
        return
    days = {str(item.get("id")): str(item["date"]) for item in seen.items if "date" in item}
    outside = {booking_id: day for booking_id, day in days.items() if not fits(day, bound)}
    expect(
        not outside,
        f"{seen.answer.where} lists only dates that fit its {parameter}",
        f"it lists {shown(outside)}",
        seen.answer,
    )


def _fits_several_filters(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if len({"status", "startDate", "endDate"} & seen.query.keys()) > 1:
        for is_kept in (_only_with_the_status, _not_before_the_start, _not_after_the_end):
            is_kept(seen, known)


def _subscription_needs(seen: JudgedExchange, _: EarlierTraffic) -> None:
    absent = [name for name in ("url", "events") if name not in seen.asked]
    if isinstance(seen.sent, dict) and seen.answer.is_success:
        actual = f"{seen.answer.where} answered {seen.answer.status}"
        expect(not absent, f"a subscription without {' and '.join(absent)} is refused", actual, seen.answer)


def _subscription_is_https(seen: JudgedExchange, _: EarlierTraffic) -> None:
    url = seen.asked.get("url")
    if isinstance(url, str) and seen.answer.is_success and url.startswith("http://"):
        expect(
            urlsplit(url).hostname in _LOOPBACK, "a url that is not HTTPS is refused", f"{url} is accepted", seen.answer
        )


def _reference_of_the_service(seen: JudgedExchange, _: EarlierTraffic) -> None:
    """Raises `Violation` for a booking whose bookingReference is the reference of the agency."""
    for booking in (seen.data, *seen.items):
        reference, own = booking.get("bookingReference"), booking.get("agencyBookingReference")
        expected = f"bookingReference of {booking.get('id')} is not the reference of the agency"
        expect(not own or reference != own, expected, f"both are {shown(reference)}", seen.answer)


RULES: tuple[Rule, ...] = (
    *(rule(row, _CREATE, _must_be_refused(reason, is_wrong)) for row, (reason, is_wrong) in _REFUSED.items()),
    rule("BKC-26", _CREATE, _past_date_is_refused),
    rule("BKC-01", _CREATE, partial(_status_by_kind, "online", "confirmed")),
    rule("BKC-02", _CREATE, partial(_status_by_kind, "offline", "pending")),
    rule("BKC-05", _CREATE, _shows_what_was_sent),
    rule("BKC-06", _CREATE, _shows_the_lead_player),
    rule("BKC-07", _CREATE, partial(_keeps_the_text, "agencyBookingReference")),
    rule("BKC-08", _CREATE, partial(_keeps_the_text, "specialRequests")),
    rule("BKC-30", "createBooking getBooking listBookings updateBooking", _reference_of_the_service),
    rule("BKG-02", "getBooking", _names_a_lead_player),
    rule("BKG-03", "getBooking", _is_the_booking_asked_for),
    rule("BKU-07", "updateBooking", _stays_a_party),
    rule("BKX-02", "cancelBooking", _is_the_booking_asked_for),
    rule("BKL-04", "listBookings", _only_with_the_status),
    rule("BKL-05", "listBookings", _not_before_the_start),
    rule("BKL-07", "listBookings", _not_after_the_end),
    rule("BKL-09", "listBookings", _fits_several_filters),
    rule("WHK-05", "createWebhook", _subscription_is_https),
    rule("WHK-07", "createWebhook", _subscription_needs),
)
