"""Rules about tee-time holds and group bookings, as far as one exchange shows whether they hold."""

from decimal import Decimal
from typing import Any
from urllib.parse import unquote

from conformance.evidence.verdicts import expect, shown
from conformance.suite.arranged.tee_sheets import comes_to, is_amount
from conformance.watching.seen import EarlierTraffic, JudgedExchange, rule

_ECHOED_BY_HOLDS = ("date", "time", "players")
_ECHOED_BY_GROUPS = ("totalPlayers", "courseId", "date")
_SMALLEST_GROUP = 5


def _hold_is_as_asked(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if not seen.fits or not seen.shaped:
        return
    course_id = unquote(seen.met.course_id or "")
    wanted = {name: seen.asked[name] for name in _ECHOED_BY_HOLDS if name in seen.asked}
    _echoes(seen, seen.body, wanted | ({"courseId": course_id} if course_id in known.courses else {}))


def _echoes(seen: JudgedExchange, found: Any, wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        if name in found:
            actual = f"{name} is {shown(found[name])}"
            expect(found[name] == value, f"{name} of {seen.answer.where} is {shown(value)}", actual, seen.answer)


def _hold_is_priced_for_its_players(seen: JudgedExchange, _: EarlierTraffic) -> None:
    pricing = seen.body.get("pricing") if seen.fits and seen.shaped else None
    players = seen.asked.get("players")
    if not isinstance(pricing, dict) or not isinstance(players, int):
        return
    fee, total = pricing.get("greenFee"), pricing.get("totalAmount")
    if is_amount(fee) and is_amount(total):
        actual = f"greenFee is {fee} and totalAmount is {total}"
        expect(
            comes_to(Decimal(str(total)), Decimal(str(fee)), players),
            f"a hold for {players} costs {players} green fees",
            actual,
            seen.answer,
        )


def _new_group_is_processing(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if "status" in seen.data:
        actual = f"its status is {shown(seen.data['status'])}"
        expect(seen.data["status"] == "processing", "a new group booking is processing", actual, seen.answer)


def _accepted_as_202(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.fits and seen.data.get("id"):
        actual = f"{seen.answer.where} answered {seen.answer.status}"
        expect(seen.answer.status == 202, "a group booking is accepted with 202", actual, seen.answer)


def _group_is_as_asked(seen: JudgedExchange, known: EarlierTraffic) -> None:
    if seen.fits:
        names = [name for name in _ECHOED_BY_GROUPS if name != "courseId" or seen.asked.get(name) in known.courses]
        _echoes(seen, seen.data, {name: seen.asked[name] for name in names if name in seen.asked})


def _group_repeats_its_id(seen: JudgedExchange, _: EarlierTraffic) -> None:
    _echoes(seen, seen.data, {"id": unquote(seen.met.parameters["id"])})


def _few_are_no_group(seen: JudgedExchange, _: EarlierTraffic) -> None:
    players = seen.asked.get("totalPlayers")
    if isinstance(players, int) and seen.data.get("id"):
        actual = f"a group of {players} is accepted"
        expect(players >= _SMALLEST_GROUP, "a group has at least 5 players", actual, seen.answer)


RULES = (
    rule("HLD-02", "holdTeeTime", _hold_is_as_asked),
    rule("HLD-11", "holdTeeTime", _hold_is_priced_for_its_players),
    rule("GRP-01", "createGroupBooking", _accepted_as_202),
    rule("GRP-02", "createGroupBooking", _new_group_is_processing),
    rule("GRP-04", "createGroupBooking", _group_is_as_asked),
    rule("GRP-06", "getGroupBooking", _group_repeats_its_id),
    rule("GRP-08", "createGroupBooking", _few_are_no_group),
)
