"""The commands about holds, hooks and groups: the request of each command, and the rule that judges its answer."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from conformance.asking.client import segment
from conformance.asking.oracles import within_budget
from conformance.catalogue.paths import GROUP_BOOKINGS
from conformance.discovery import OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.walks import group_rules, hold_rules, hook_rules, list_rules
from conformance.walks.arena import Arena, shown_under
from conformance.walks.beliefs import Group, Hold, Hook
from conformance.walks.ledger import WHAT_IS_KEPT, Blame
from conformance.walks.steps_bookings import booking_in

_PAST_EVERY_HOLD = timedelta(minutes=16, seconds=5)
_GROUPS_OF_ONE_ARENA = 2


# Tee-time holds.
def hold(arena: Arena, tee_time: int, players: int) -> None:
    """POST hold-tee-time."""
    offered = arena.tee_times[tee_time]
    sent = {
        "courseId": offered.course_id,
        "date": offered.play_date.isoformat(),
        "time": offered.time,
        "players": players,
    }
    answer = arena.note(arena.parties.bookings.hold(offered, players))
    shown = shown_under(answer, None)
    if not answer.is_success:
        answer.mark(Role.attempt)
    elif shown is None or shown.get("holdId") is None:
        raise Inconclusive(f"{answer.where} answered {answer.status} without a holdId.")
    else:
        hold_rules.held(arena.ledger, hold_rules.AskedHold(tee_time, sent, arena.green_fees.get(tee_time)), shown)
    arena.sees_places(Blame(too_many="HLD-05"))


def rival_holds(arena: Arena, tee_time: int, players: int) -> None:
    """POST hold-tee-time by the second agency."""
    desk = arena.parties.rival_desk
    if desk is None:
        return
    answer = arena.note(desk.hold(arena.tee_times[tee_time], players))
    if answer.is_success:
        arena.ledger.rival_took(tee_time, players)
    else:
        answer.mark(Role.attempt)
    arena.sees_places(Blame(too_many=WHAT_IS_KEPT))


def complete(arena: Arena, which: int) -> None:
    """POST a booking with the id of a hold."""
    held = _hold(arena, which)
    if held is None:
        return
    desk = arena.parties.bookings
    sent = desk.body(arena.tee_times[held.tee_time], held.players)
    answer = arena.note(desk.complete_with(held.id, sent))
    if answer.is_success:
        hold_rules.completed(arena.ledger, held, sent, booking_in(answer))
    else:
        if not held.surely_holds(arena.now):
            answer.mark(Role.attempt)
        hold_rules.not_completed(held, arena.now)
    arena.sees_places(Blame(too_many=WHAT_IS_KEPT, too_few="HLD-16"))


def lapse(arena: Arena) -> None:
    """Moves the clock past the end of every hold. Does nothing without a hold that might last."""
    if not any(hold.may_hold(arena.now) for hold in arena.ledger.holds):
        return
    try:
        arena.now = arena.parties.clock.advance(_PAST_EVERY_HOLD)
    except Untested as untested:
        raise Inconclusive(str(untested)) from untested
    for item in arena.ledger.holds:
        if not item.may_hold(arena.now):
            item.states -= {"held"}
            item.states |= {"gone"}
    arena.sees_places(Blame(too_many=WHAT_IS_KEPT, too_few="HLD-06"))


def _hold(arena: Arena, which: int) -> Hold | None:
    holds = arena.ledger.holds
    return holds[-1 - which % len(holds)] if holds else None


# Booking hooks.
def hook(arena: Arena, tee_time: int, players: int) -> None:
    """POST a hook, with the declared body or the body of a booking."""
    desk = arena.parties.hooks
    booking = desk.booking(arena.tee_times[tee_time], players)
    answer = arena.note(desk.post(desk.body(booking)))
    if answer.is_success:
        hook_rules.hooked(arena.ledger, Hook(desk.id_of(answer), tee_time, players, booking))
    else:
        answer.mark(Role.attempt)
    arena.sees_places(Blame(too_many="HOK-05"))


def confirm(arena: Arena, which: int) -> None:
    """POST confirm for a hook that was not confirmed yet."""
    hooked = _hook(arena, which)
    if hooked is None or "confirmed" in hooked.states:
        return
    desk = arena.parties.hooks
    answer = arena.note(desk.confirm(hooked.id, hooked.booking))
    if answer.is_success:
        hook_rules.confirmed(arena.ledger, hooked, _new_booking(arena, hooked))
    else:
        answer.mark(Role.attempt)
        hook_rules.refused(hooked, "HOK-02", "confirming", declared=desk.is_declared)
    arena.sees_places(Blame(too_many="HOK-05", too_few="HOK-05"))


def _new_booking(arena: Arena, hooked: Hook) -> Any | None:
    """A new booking at the tee time of the hook, in the list of the day; None without one.

    The booking of an earlier hook may be new there as well: it has the reference of that hook. So may a booking of the
    same time at another course.
    """
    known = {booking.id for booking in arena.ledger.bookings}
    offered = arena.tee_times[hooked.tee_time]
    others = {hook.booking.get("agencyBookingReference") for hook in arena.ledger.hooks if hook is not hooked}

    def new() -> list[Any]:
        items = arena.listed(arena.parties.bookings)
        new_items = [item for item in items if str(item.get("id")) not in known]
        fitting = [item for item in new_items if _is_at(item, offered)]
        return [item for item in fitting if item.get("agencyBookingReference") not in others - {None}]

    seconds = 0.0 if hooked.states == {"released"} else arena.patience
    found = within_budget(new, bool, seconds=seconds)
    return found[0] if found else None


def _is_at(item: Mapping[str, Any], offered: OfferedTeeTime) -> bool:
    course = item.get("course")
    course_id = course.get("id") if isinstance(course, dict) else offered.course_id
    return (course_id, item.get("teeTime")) == (offered.course_id, offered.time)


def release(arena: Arena, which: int) -> None:
    """DELETE a hook that was not confirmed."""
    hooked = _hook(arena, which)
    if hooked is None or "confirmed" in hooked.states:
        return
    desk = arena.parties.hooks
    answer = arena.note(desk.release(hooked.id))
    if answer.is_success:
        hook_rules.released(hooked)
    else:
        answer.mark(Role.attempt)
        hook_rules.refused(hooked, "HOK-03", "releasing", declared=desk.is_declared)
    arena.sees_places(Blame(too_many="HOK-05", too_few="HOK-05"))


def _hook(arena: Arena, which: int) -> Hook | None:
    hooks = arena.ledger.hooks
    return hooks[-1 - which % len(hooks)] if hooks else None


# Group bookings.
def group(arena: Arena, total_players: int) -> None:
    """POST a group on a day of its own; few in one walk, because they are hard to give back."""
    if len(arena.ledger.groups) >= _GROUPS_OF_ONE_ARENA:
        return
    sent = arena.parties.groups.body(arena.day_for_groups(), total_players)
    answer = arena.note(arena.parties.groups.post(sent))
    shown = shown_under(answer)
    if not answer.is_success:
        answer.mark(Role.attempt)
    elif shown is None or shown.get("id") is None:
        raise Inconclusive(f"{answer.where} answered {answer.status} without the id of a group under data.")
    else:
        group_rules.grouped(arena.ledger, sent, shown)


def read_group(arena: Arena, which: int) -> None:
    """GET a group."""
    group = _group(arena, which)
    if group is None:
        return
    answer = within_budget(
        lambda: arena.note(arena.parties.groups.read(group.id)),
        lambda seen: group_rules.explains(group, shown_under(seen)),
        seconds=arena.patience,
    )
    if shown_under(answer) is not None or not answer.is_success:
        group_rules.read(group, shown_under(answer))


def name_players(arena: Arena, which: int) -> None:
    """PUT the players of a group. Every answer conforms: the group may not be ready for it."""
    group = _group(arena, which)
    if group is not None:
        answer = arena.note(arena.parties.groups.name_players(group.id))
        if not answer.is_success:
            answer.mark(Role.attempt)
        read_group(arena, which)


def rival_reads_group(arena: Arena, which: int) -> None:
    """GET by the second agency of a group that is not its own."""
    group = _group(arena, which)
    if group is None or arena.parties.rival is None:
        return
    answer = arena.note(arena.parties.rival.get(f"{GROUP_BOOKINGS}/{segment(group.id)}"))
    answer.mark(Role.attempt)
    list_rules.read_by_rival(group.id, shown_under(answer), "AUT-13")


def validate(arena: Arena, total_players: int) -> None:
    """POST a dry run, which changes nothing."""
    desk = arena.parties.groups
    _asked_only(arena, desk.validate(desk.body(arena.day, total_players)), "GRP-11")


def find_slots(arena: Arena, total_players: int) -> None:
    """POST a search for slots, which changes nothing."""
    desk = arena.parties.groups
    _asked_only(arena, desk.ask("find-slots", desk.body(arena.day, total_players)), "GRP-12")


def calculate_price(arena: Arena, total_players: int) -> None:
    """POST a calculation, which changes nothing."""
    desk = arena.parties.groups
    _asked_only(arena, desk.ask("calculate-price", desk.body(arena.day, total_players)), "GRP-12")


def _asked_only(arena: Arena, answer: Answer, row: str) -> None:
    if not arena.note(answer).is_success:
        answer.mark(Role.attempt)
    arena.sees_places(Blame(too_few=row))


def _group(arena: Arena, which: int) -> Group | None:
    groups = arena.ledger.groups
    return groups[-1 - which % len(groups)] if groups else None
