"""Booking hooks of one agency in their states, and another agency that tries to confirm and to release them."""

from collections.abc import Mapping
from dataclasses import dataclass

from conformance.asking.oracles import accepted, refused
from conformance.discovery import BookingHookDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import expect
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time


@dataclass(frozen=True)
class TriedHooks:
    """The answers to another agency that confirms a hook, by the state of the hook. *own* is the confirmation of the
    open hook by its own agency after that. *control* is the same answer or, where it is a refusal, the confirmation of
    a hook that nobody else tried to confirm.
    """

    by_state: Mapping[str, Answer]
    own: Answer
    control: Answer


def try_hooks_as_another(own: BookingHookDesk, stranger: BookingHookDesk, tee_times: TeeTimeFinder) -> TriedHooks:
    """What another agency gets that confirms a hook while it is open and when it is confirmed, and a released hook. It
    tries to release each of them too. It has had a hook of its own at the tee time of the open one.
    """
    kept, given_back = hook_tee_time(own, tee_times), hook_tee_time(own, tee_times)
    _hook_and_release_beside(stranger, kept)
    by_state = {"open": _try_both(own, stranger, kept)}
    confirmed = own.confirm(own.id_of(kept.answer), kept.sent)
    accepted(own.release(own.id_of(given_back.answer)), "Releasing a hook")
    by_state |= {"confirmed": _try_both(own, stranger, kept), "released": _try_both(own, stranger, given_back)}
    if confirmed.is_success:
        return TriedHooks(by_state, confirmed, confirmed)
    fresh = hook_tee_time(own, tee_times)
    return TriedHooks(by_state, confirmed, own.confirm(own.id_of(fresh.answer), fresh.sent))


def _hook_and_release_beside(stranger: BookingHookDesk, hook: Hooked) -> None:
    """Another agency's own hook at the tee time of *hook*, where the target takes it. It is released at once."""
    beside = stranger.post(stranger.body(stranger.booking(hook.tee_time, 1)))
    if beside.is_success:
        stranger.release(stranger.id_of(beside))
    else:
        beside.mark(Role.attempt)


def _try_both(own: BookingHookDesk, stranger: BookingHookDesk, hook: Hooked) -> Answer:
    """The answer to the confirmation. A release may be answered as if the hook were gone, so only its effect counts."""
    hook_id = own.id_of(hook.answer)
    confirmation = stranger.confirm(hook_id, hook.sent)
    stranger.release(hook_id).mark(Role.attempt)
    return confirmation


def require_not_confirmable(tried: TriedHooks, state: str) -> None:
    """Raises `Violation` when another agency can confirm a hook in this *state*."""
    because = f"the hook belongs to another agency ({state})"
    refused(tried.by_state[state], control=tried.control, because=because)


def require_usable_after_that(tried: TriedHooks) -> None:
    """Raises `Violation` when its own agency cannot confirm an open hook that another agency tried to confirm and to
    release, and can confirm another hook.
    """
    tried.own.mark(Role.attempt)
    accepted(tried.control, "Confirming a hook")
    actual = f"{tried.own.where} answered {tried.own.status} after another agency tried to confirm and release the hook"
    expect(tried.own.is_success, "an agency confirms its hook whatever another agency tries", actual, tried.own)
