"""Two booking hooks at one tee time, of which one is released: what comes back, and what stays off sale."""

from dataclasses import dataclass

from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time, with_a_cancellation_beside
from conformance.suite.booking_hooks.hook_lives import places_beside_hook, places_seen
from conformance.target.target import Target

_PLAYERS_BESIDE = 2


@dataclass(frozen=True)
class Neighbours:
    """Two hooks: one is *kept*, and *release* answers the release of the other, which has the id *released_id*. They
    *share* a tee time where the target takes both.
    """

    kept: Hooked
    share: bool
    released_id: str
    release: Answer


def hook_beside(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, hook: Hooked, players: int = _PLAYERS_BESIDE
) -> Hooked:
    """A hook for *players* at the tee time of *hook*, or elsewhere where the target gives it to one hook alone."""
    sent = hooks.booking(hook.tee_time, players)
    answer = hooks.post(hooks.body(sent))
    if answer.is_success:
        return Hooked(hook.tee_time, sent, players, answer)
    answer.mark(Role.attempt)
    return hook_tee_time(hooks, tee_times, players)


def hook_side_by_side(
    hooks: BookingHookDesk, bookings: BookingDesk, tee_times: TeeTimeFinder, *, older_goes: bool
) -> Neighbours:
    """A hook for one player, and after it one for two. The older one is released, or the later one. Before that, a
    booking comes and goes beside them.
    """
    older = hook_tee_time(hooks, tee_times, 1)
    later = hook_beside(hooks, tee_times, older)
    kept, goes = (later, older) if older_goes else (older, later)
    kept, share = with_a_cancellation_beside(kept, bookings), later.tee_time == older.tee_time
    released_id = hooks.id_of(goes.answer)
    return Neighbours(kept, share, released_id, hooks.release(released_id))


def require_own_places_returned(neighbours: Neighbours, tee_times: TeeTimeFinder, target: Target) -> None:
    """Raises `Violation` when the release of one hook does not return its places, and no others. Raises `NoEvidence`
    where the two hooks have no common tee time.
    """
    if not neighbours.share:
        raise NoEvidence("The target gives a whole tee time to one hook.")
    kept = neighbours.kept
    wanted = kept.tee_time.places - kept.players
    places = places_seen(tee_times, kept, target, wanted=range(wanted, wanted + 1))
    expected = f"{wanted} places are offered beside a hook for {kept.players} after the release of another hook there"
    expect(places == wanted, expected, f"{places} places are offered at {kept.tee_time.where}")


def release_again(hooks: BookingHookDesk, neighbours: Neighbours, tee_times: TeeTimeFinder, target: Target) -> int:
    """Releases the other hook again. Returns how many places the hook that is kept seems to have lost by that, as soon
    as it has lost none or the budget has run out.
    """
    kept = neighbours.kept
    # A second release is accepted or refused.
    hooks.release(neighbours.released_id).mark(Role.attempt)
    return places_beside_hook(kept, tee_times, target) - (kept.tee_time.places - kept.players)


def require_nothing_returned_twice(neighbours: Neighbours, places: int) -> None:
    """Raises `Violation` when *places* of the hook that is kept are offered after a second release beside it."""
    expected = "a second release of a hook keeps the places of the hook beside it off sale"
    expect(places <= 0, expected, f"{places} too many are offered at {neighbours.kept.tee_time.where}")
