"""Traces of refused requests: bookings that should not exist, and members that should not have moved."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from conformance.asking.oracles import part, refused, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.discovery.bookings import day_named
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Violation, shown
from conformance.suite.arranged.booked import give_back
from conformance.target.target import Target

FIXED_MEMBERS = ("id", "bookingReference", "course", "date", "teeTime", "createdAt")
_MODIFIABLE_MEMBERS = ("players", "specialRequests", "agencyBookingReference")


def try_to_book(desk: BookingDesk, bodies: Iterable[Mapping[str, Any]]) -> Sequence[Answer]:
    """The answers to bookings of *bodies* that must be refused.

    A booking that is accepted nevertheless is cancelled at once: its valid twin must find the places free.
    """
    attempts = []
    for body in bodies:
        attempt = desk.post(body, role=Role.attempt)
        give_back(desk, attempt)
        attempts.append(attempt)
    return attempts


class ListsAfterwards:
    """The lists that would show bookings of *bodies*, read once, after the attempts to book them and after *control*,
    which was booked at *tee_time*.
    """

    def __init__(
        self,
        desk: BookingDesk,
        target: Target,
        bodies: Sequence[Mapping[str, Any]],
        control: Answer,
        tee_time: OfferedTeeTime,
    ) -> None:
        self._desk = desk
        self._target = target
        self._bodies = bodies
        self._control = control
        self._tee_time = tee_time

    @cached_property
    def items(self) -> Sequence[Any]:
        """What the lists show, at once where *control* was refused, else as soon as they show it."""
        if not self._control.is_success:
            return self._read()
        return within_budget(self._read, self._show_control, seconds=self._target.budgets.visibility_seconds)

    @property
    def with_control(self) -> Sequence[Any]:
        """What the lists show. Raises `Inconclusive` when *control* is not there."""
        if not self._show_control(self.items):
            raise Inconclusive("The control booking does not appear in the list, so the list proves nothing (BKL-03).")
        return self.items

    def _show_control(self, items: Sequence[Any]) -> bool:
        control_id = part(self._control.body, "data.id", judge=False)
        return any(item.get("id") == control_id for item in items)

    def _read(self) -> Sequence[Any]:
        """The bookings of the day of the control and of the days in the bodies. Of all days where a body names none."""
        found = self._desk.listed(self._tee_time.play_date)
        named = {day_named(body) for body in self._bodies}
        if None in named:
            found += self._desk.listed()
        others = sorted(day for day in named if day and day != self._tee_time.play_date)
        if others:
            found += self._desk.listed(startDate=others[0].isoformat(), endDate=others[-1].isoformat())
        return found


def require_refused_without_trace(
    desk: BookingDesk,
    target: Target,
    attempts: Sequence[Answer],
    bodies: Sequence[Mapping[str, Any]],
    *,
    control: Answer,
    tee_time: OfferedTeeTime,
    because: str = "",
) -> None:
    """Raises `Violation` unless all *attempts* to book *bodies* are refused and none of them is listed. Raises
    `Inconclusive` when *control* is refused, or is not listed.

    *control* was booked at *tee_time* after the attempts. Where it is refused, the reason may be that an attempt took
    its places in spite of the refusal, so the list is asked first.
    """
    lists = ListsAfterwards(desk, target, bodies, control, tee_time)
    require_refused_and_not_listed(desk, lists, attempts, bodies, control=control, because=because)


def require_refused_and_not_listed(
    desk: BookingDesk,
    lists: ListsAfterwards,
    attempts: Sequence[Answer],
    bodies: Sequence[Mapping[str, Any]],
    *,
    control: Answer,
    because: str = "",
) -> None:
    """As `require_refused_without_trace`, with *lists* that several checks share."""
    if not control.is_success:
        _require_none_listed(desk, lists.items, bodies, attempts)
    for attempt in attempts:
        refused(attempt, control=control, because=because)
    _require_none_listed(desk, lists.with_control, bodies, attempts)


def _require_none_listed(
    desk: BookingDesk,
    listed: Sequence[Mapping[str, Any]],
    bodies: Sequence[Mapping[str, Any]],
    attempts: Sequence[Answer],
) -> None:
    """Raises `Violation` when *listed* has a booking with the reference of one of *bodies*. Cancels such bookings."""
    references = {body["agencyBookingReference"] for body in bodies}
    left = [item for item in listed if item.get("agencyBookingReference") in references]
    for item in left:
        desk.cancel(str(item.get("id")))
    if left:
        raise _left_behind(left[0], bodies, attempts)


def _left_behind(item: Mapping[str, Any], bodies: Sequence[Mapping[str, Any]], attempts: Sequence[Answer]) -> Violation:
    """The violation that a listed *item* shows, with the attempt that sent its reference."""
    reference = item["agencyBookingReference"]
    attempt = next(
        answer for answer, body in zip(attempts, bodies, strict=True) if body["agencyBookingReference"] == reference
    )
    what = ", ".join(f"{name} {item.get(name)}" for name in ("id", "status", "date", "teeTime", "players"))
    actual = (
        f"{attempt.where} answered {attempt.status}, and yet the list shows {what}, with the sent"
        f" agencyBookingReference {reference}"
    )
    return Violation("a refused request creates no booking", actual, attempt)


def require_refused_and_unchanged(
    attempts: Sequence[Answer],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    control: Answer,
    because: str = "",
) -> None:
    """Raises `Violation` unless all *attempts* to change or cancel a booking are refused and nothing moved. Raises
    `Inconclusive` when *control* is refused.
    """
    for attempt in attempts:
        attempt.mark(Role.attempt)
    require_unchanged(before, after, attempts, because)
    for attempt in attempts:
        refused(attempt, control=control, because=because)


def require_unchanged(
    before: Mapping[str, Any], after: Mapping[str, Any], attempts: Sequence[Answer] = (), because: str = ""
) -> None:
    """Raises `Violation` unless *after*, read when *attempts* were to be refused, shows what *before* did. *because*
    says what makes them impossible.
    """
    moved = moved_members(before, after, (*FIXED_MEMBERS, *_MODIFIABLE_MEMBERS, "status", "leadPlayer"))
    if moved:
        asked = _likely(attempts, moved)
        named = (
            " or ".join(dict.fromkeys(f"{attempt.where} (answered {attempt.status})" for attempt in asked))
            or "a request"
        )
        why = f", because {because}," if because else ""
        actual = f"after {named} booking {after.get('id')} has {changes_in_words(moved)}"
        raise Violation(f"a request that must be refused{why} does not change the booking", actual, asked)


def _likely(attempts: Sequence[Answer], moved: Mapping[str, Any]) -> Sequence[Answer]:
    """Those of *attempts* that may have moved what is *moved*: they were accepted, name a member of it, or cancel."""
    accepted = [attempt for attempt in attempts if attempt.is_success]
    if accepted:
        return accepted
    if "status" in moved:
        return [attempt for attempt in attempts if attempt.request.method == "DELETE"] or attempts
    bodies = [(attempt, attempt.request.content or b"") for attempt in attempts]
    return [attempt for attempt, body in bodies if any(name.encode() in body for name in moved)] or attempts


def changes_in_words(moved: Mapping[str, Sequence[Any]], where: str = "before") -> str:
    """What `moved_members` found: `players 2, not 1 as before`."""
    return ", ".join(f"{name} {shown(new)}, not {shown(old)} as {where}" for name, (old, new) in moved.items())


def moved_members(
    before: Mapping[str, Any], after: Mapping[str, Any], members: Sequence[str] = FIXED_MEMBERS
) -> dict[str, Any]:
    """The *members* whose value differs, with both values. Absent and null are the same here."""
    return {name: [before.get(name), after.get(name)] for name in members if before.get(name) != after.get(name)}
