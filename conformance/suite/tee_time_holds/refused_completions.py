"""Completions of a hold that are refused, and the right completion after them: a refusal leaves the hold as it was."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from conformance.asking.oracles import accepted, golden, part, refused
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder, without
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, or_else
from conformance.suite.arranged.booked import give_back, if_possible
from conformance.suite.arranged.booking_values import REQUIRED_MEMBERS

_PLAYERS = 2
_ANOTHER_AGENCY = "another agency"


@dataclass(frozen=True)
class HeldForTwo:
    """A hold of two places at *tee_time*, the answer to it, and *another* offered tee time."""

    tee_time: OfferedTeeTime
    another: OfferedTeeTime
    answer: Answer

    @property
    def id(self) -> str:
        """The hold id. Raises `Inconclusive` where the answer shows none: HLD-01 judges it."""
        return str(part(self.answer.body, "holdId", judge=False))

    def has_expired_by(self, moment: datetime) -> bool:
        """Whether the hold, by its own word, was over at *moment*. A moment without a time zone says nothing."""
        ends = or_else(lambda: datetime.fromisoformat(part(self.answer.body, "holdExpiration", judge=False)), None)
        return ends is not None and ends.tzinfo is not None and ends <= moment


# By the reason, who completes the hold, at which tee time, for how many. No document says whether a target refuses it.
_MISMATCHES: Mapping[str, Callable[[HeldForTwo, BookingDesk, BookingDesk], tuple[BookingDesk, OfferedTeeTime, int]]] = {
    "another tee time": lambda held, own, _: (own, held.another, _PLAYERS),
    "more players": lambda held, own, _: (own, held.tee_time, _PLAYERS + 1),
    _ANOTHER_AGENCY: lambda held, _, other: (other, held.tee_time, _PLAYERS),
}


@dataclass(frozen=True)
class TriedHold:
    """Wrong completions, and the right *completion* of *held* after them.

    *incomplete* has, by the name of a member, the answer to a completion without that member. *refused* are the answers
    to the wrong completions that the target refused with this hold.
    """

    held: HeldForTwo
    incomplete: Mapping[str, Answer]
    refused: Sequence[Answer]
    completion: Answer


class _Tries:
    """Tries wrong completions. It takes a new hold where the target accepted the last completion."""

    def __init__(self, desk: BookingDesk, tee_times: TeeTimeFinder) -> None:
        self._desk = desk
        self._tee_times = tee_times
        self.refused: list[Answer] = []
        self.held = hold_for_two(desk, tee_times)

    def send(self, wrong: Callable[[HeldForTwo], tuple[BookingDesk, Answer]]) -> Answer:
        desk, attempt = wrong(self.held)
        attempt.mark(Role.attempt)
        self.refused.append(attempt)
        if attempt.is_success:
            give_back(desk, attempt)
            self.refused.clear()
            self.held = hold_for_two(self._desk, self._tee_times)
        return attempt


def hold_for_two(desk: BookingDesk, tee_times: TeeTimeFinder) -> HeldForTwo:
    """A hold of two places. Raises `Inconclusive` when it is refused."""
    tee_time, another = tee_times.fresh(), tee_times.fresh()
    answer = desk.hold(tee_time, _PLAYERS)
    accepted(answer, "Holding a tee time")
    return HeldForTwo(tee_time, another, answer)


def try_wrong_completions(desk: BookingDesk, other_desk: BookingDesk, tee_times: TeeTimeFinder) -> TriedHold:
    """Tries every wrong completion with a hold, and then completes the hold as it should be completed. Without the key
    of another agency, *other_desk* is the own one, and nothing is tried as another agency.
    """
    tries = _Tries(desk, tee_times)

    def mismatch(name: str, held: HeldForTwo) -> tuple[BookingDesk, Answer]:
        caller, tee_time, players = _MISMATCHES[name](held, desk, other_desk)
        return caller, caller.complete(held.id, tee_time, players)

    def lacking(member: str, held: HeldForTwo) -> tuple[BookingDesk, Answer]:
        return desk, desk.complete_with(held.id, without(desk.body(held.tee_time, _PLAYERS), member))

    for name in _MISMATCHES:
        if name != _ANOTHER_AGENCY or other_desk is not desk:
            tries.send(partial(mismatch, name))
    incomplete = {member: tries.send(partial(lacking, member)) for member in REQUIRED_MEMBERS}
    completion = desk.complete(tries.held.id, tries.held.tee_time, _PLAYERS)
    return TriedHold(tries.held, incomplete, tries.refused, completion)


def require_member_needed(tried: TriedHold, member: str) -> None:
    """Raises `Violation` when a booking that completes a hold needs no *member*."""
    because = f"the body has a hold id and no {member}"
    refused(tried.incomplete[member], control=tried.completion, because=because)


def require_still_usable(tried: TriedHold, desk: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Raises `Violation` when the right completion is refused after refused completions with the same hold, and a hold
    without them can be completed.
    """
    if not tried.refused:
        raise NoEvidence("The target refused no completion of the hold.")
    if not tried.completion.is_success:
        if tried.held.has_expired_by(tried.completion.answered_at):
            raise NoEvidence("The hold expired before its right completion.")
        untouched = hold_for_two(desk, tee_times)
        twin = desk.complete(untouched.id, untouched.tee_time, _PLAYERS)
        twin.mark(Role.control)
        if_possible(lambda: accepted(twin, "Completing a hold at once"))
    golden(tried.completion)
