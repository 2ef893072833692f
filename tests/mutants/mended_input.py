"""Mutants of bad input that is mended or passed over, and accepted instead of refused: the suite warns of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal

from tests.mutants.capacity import overbooked
from tests.mutants.pages import whole_list
from tests.mutants.tee_time_holds import held_elsewhere
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.tools.registry import mutant, request_change
from tests.mutants.tools.substitutes import code_of, sent, tee_times

# What is meant by a text, None when it means nothing else than it says.
Reading = Callable[[str], str | None]


# Readings of a text.
def _day(year: str, month: str, day: str) -> str | None:
    """The day *day* - 1 days after the first of that month; None when there is no such month."""
    if not 1 <= int(month) <= 12:
        return None
    return (date(int(year), int(month), 1) + timedelta(days=int(day) - 1)).isoformat()


def _read(form: str, meaning: Callable[..., str | None]) -> Reading:
    """Texts of this form by what *meaning* makes of its groups."""

    def read(text: str) -> str | None:
        found = re.fullmatch(form, text)
        meant = meaning(*found.groups()) if found else None
        return None if meant == text else meant

    return read


_rolled_over = _read(r"(\d{4})-(\d\d)-(\d\d)", _day)
_unpadded = _read(r"(\d{4})-(\d\d?)-(\d\d?)", _day)
_with_slashes = _read(r"(\d\d)/(\d\d)/(\d{4})", lambda day, month, year: _day(year, month, day))
_without_colon = _read(r"(\d\d)(\d\d)", lambda hour, minute: f"{hour}:{minute}")
_rounded_down = _read(r"(\d+)\.\d+", str)


# Parameters.
def _passed_over(name: str, breaks: str, operations: str, parameter: str, usable: Callable[[str], bool]) -> None:
    """Registers a mutant that leaves *parameter* out where its value is not *usable*."""
    request_change(
        name,
        breaks,
        operations,
        lambda call: call.without(parameter),
        when=lambda call: parameter in call.query and not usable(call.query[parameter]),
    )


def _meant(name: str, breaks: str, operation: str, parameter: str, reading: Reading) -> None:
    """Registers a mutant that takes *parameter* for what *reading* makes of it."""
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.asking(**{parameter: reading(call.query[parameter])}),
        when=lambda call: reading(call.query.get(parameter, "")) is not None,
    )


def _swapped(name: str, breaks: str, operation: str) -> None:
    """Registers a mutant that exchanges the dates of a period that ends before it begins."""
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.asking(startDate=call.query["endDate"], endDate=call.query["startDate"]),
        when=_ends_before_it_begins,
    )


def _ends_before_it_begins(call: Call) -> bool:
    return call.query.get("startDate", "") > call.query.get("endDate", "9999")


def _is_date(text: str) -> bool:
    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False


_passed_over("BKL-11", "A malformed first day is ignored.", "listBookings", "startDate", _is_date)
_passed_over(
    "BKL-10",
    "An unknown status is ignored.",
    "listBookings",
    "status",
    {"pending", "confirmed", "cancelled"}.__contains__,
)
_passed_over(
    "AVM-11",
    "An unknown timeRange is ignored.",
    "checkAvailability",
    "timeRange",
    {"all", "morning", "afternoon"}.__contains__,
)
_swapped("AVM-20", "A period that ends before it begins is turned round.", "checkAvailability")
request_change(
    "AVM-20.start",
    "A period that ends before it begins is its first day.",
    "checkAvailability",
    lambda call: call.asking(endDate=call.query["startDate"]),
    when=_ends_before_it_begins,
)
_meant("AVT-08", "Half a player is left out.", "listTeeTimes", "players", _rounded_down)
_meant(
    "AVT-08.word",
    "A number of players that is a word means one.",
    "listTeeTimes",
    "players",
    _read(r"[a-z]+", lambda: "1"),
)
_meant("AVT-14", "A day that its month does not have is one of the next month.", "listTeeTimes", "date", _rolled_over)
_meant("AVT-14.slashes", "A date with slashes is read as day, month and year.", "listTeeTimes", "date", _with_slashes)
_passed_over("PRC-24", "An endDate that no calendar has is ignored.", "getCoursePricing", "endDate", _is_date)
_swapped("PRC-24.reversed", "A period that ends before it begins is turned round for prices.", "getCoursePricing")
_passed_over(
    "PRC-24.holes",
    "A holeCount that no course has is ignored.",
    "getCoursePricing",
    "holeCount",
    {"all", "9", "18"}.__contains__,
)


@mutant("PAG-14", "With pageSize=0 the course list gives all courses.", "searchCourses")
async def _all_at_once(call: Call) -> Answer:
    return await (whole_list(call) if call.query.get("pageSize") == "0" else call.forward())


# Searches.
def _half_a_place(row: str, lone: str, missing: str) -> None:
    """Registers two mutants of searches by the coordinate *lone* without *missing*."""

    def stands_alone(call: Call) -> bool:
        return lone in call.query and missing not in call.query

    for name, consequence, change in (
        (row, "is ignored", lambda call: call.without(lone)),
        (f"{row}.zero", f"is completed by {missing} 0", lambda call: call.asking(**{missing: 0})),
    ):
        request_change(name, f"A lone {lone} {consequence}.", "searchCourses", change, when=stands_alone)


_half_a_place("CRS-13", "latitude", "longitude")
_half_a_place("CRS-14", "longitude", "latitude")


def _unknown_and_ignored(name: str, breaks: str, parameter: str) -> None:
    """Registers a mutant that leaves *parameter* out where no course has its value."""

    async def handle(call: Call) -> Answer:
        if parameter not in call.query:
            return await call.forward()
        alone = await call.upstream("GET", call.path, query={parameter: call.query[parameter], "pageSize": 1})
        finds_nothing = alone.ok and not alone.json()["data"]
        return await (call.without(parameter) if finds_nothing else call).forward()

    mutant(name, breaks, "searchCourses")(handle)


_unknown_and_ignored("CRS-19", "A country without courses is ignored.", "country")
_unknown_and_ignored("CRS-19.area", "An unknown geoArea is ignored.", "geoArea")
_passed_over(
    "CRS-19.holes",
    "An unusual number of holes is ignored.",
    "searchCourses",
    "holes",
    {"9", "18"}.__contains__,
)
_passed_over(
    "CRS-19.distance",
    "A distance below zero is ignored.",
    "searchCourses",
    "distance",
    lambda text: not text.startswith("-"),
)


# Bookings.
def _booked_as_meant(name: str, breaks: str, member: str, reading: Reading) -> None:
    """Registers a mutant that books *member* for what *reading* makes of its text."""

    def meaning(call: Call) -> str | None:
        text = sent(call).get(member)
        return reading(text) if isinstance(text, str) else None

    request_change(
        name,
        breaks,
        "createBooking",
        lambda call: call.with_json(sent(call) | {member: meaning(call)}),
        when=lambda call: meaning(call) is not None,
    )


_booked_as_meant("BKC-29", "A date with slashes is read as day, month and year, and booked.", "date", _with_slashes)
_booked_as_meant("BKC-29.unpadded", "A month or day of one digit is booked.", "date", _unpadded)
_booked_as_meant("BKC-29.time", "A tee time without its colon is booked.", "teeTime", _without_colon)


def _is_never_offered(refusal: Answer) -> bool:
    return code_of(refusal) == "tee_time_unavailable" and "There is no tee time" in refusal.json()["detail"]


def _booked_nevertheless(name: str, breaks: str, chosen: Callable[[Answer], bool]) -> None:
    """Registers a mutant that makes the bookings whose refusal *chosen* likes."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        return await overbooked(call) if call.operation == "createBooking" and chosen(answer) else answer

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_booked_nevertheless("BKC-24", "Any time of the day can be booked.", _is_never_offered)
_booked_nevertheless("BKC-26", "A day that is over can be booked.", lambda answer: code_of(answer) == "date_in_past")


@mutant("BKC-24.next", "A booking between two tee times is made for the one after it.", "createBooking")
async def _next_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    if not _is_never_offered(answer):
        return answer
    body = sent(call)
    offered = await tee_times(call, body["courseId"], body["date"], body["players"])
    later = [one["time"] for one in offered if one["time"] > body["teeTime"]]
    return await call.with_json(body | {"teeTime": later[0]}).forward() if later else answer


# Holds.
@mutant("HLD-12", "Any time of the day can be held.", "holdTeeTime")
async def _any_time_held(call: Call) -> Answer:
    answer = await call.forward()
    return await held_elsewhere(call, sent(call)) if _is_never_offered(answer) else answer


@mutant("HLD-17", "More places than are free can be held.", "holdTeeTime")
async def _more_than_free(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    if code_of(answer) != "tee_time_unavailable":
        return answer
    offered = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    return await held_elsewhere(call, body) if body["time"] in [one["time"] for one in offered] else answer


@mutant("HLD-17.rest", "A hold of more places than are free takes those that are left.", "holdTeeTime")
async def _the_rest_held(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    if code_of(answer) != "tee_time_unavailable":
        return answer
    offered = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    free = next((one["available"] for one in offered if one["time"] == body["time"]), 0)
    if not free:
        return answer
    held = await call.with_json(body | {"players": free}).forward()
    return held.with_json(held.json() | {"players": body["players"]}) if held.ok else held


# Members of the wrong type.
def _with_whole_players(call: Call) -> Call:
    body = call.json()
    return call.with_json(body | {"players": int(Decimal(str(body["players"])))})


def _has_broken_players(call: Call) -> bool:
    body = call.json()
    players = body.get("players") if isinstance(body, dict) else None
    return isinstance(players, Decimal)


request_change("BKC-22", "Players are rounded down.", "createBooking", _with_whole_players, when=_has_broken_players)


def _has_a_name_for_a_player(call: Call) -> bool:
    body = call.json()
    return isinstance(body, dict) and "leadPlayer" in body and not isinstance(body["leadPlayer"], dict)


_SOMEBODY = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"}
request_change(
    "BKC-34",
    "A lead player that is no object becomes somebody.",
    "createBooking",
    lambda call: call.with_json(call.json() | {"leadPlayer": _SOMEBODY}),
    when=_has_a_name_for_a_player,
)
