"""When a hook ends: by its own word, or by what the target does when its clock has moved past the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from conformance.asking.oracles import accepted, refused, same
from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN, HOOK_LASTS, HOOK_TOLERANCE, may_be_fourteen_days
from conformance.discovery import BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import NoEvidence, Untested, Violation, expect
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, if_possible
from conformance.suite.arranged.clock_moves import move_to
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time
from conformance.suite.booking_hooks.hook_lives import as_before, places_beside_hook, places_seen
from conformance.target.target import Target

_HOURS_LEFT = timedelta(hours=3)

# Hooks by their number of players. Each returns its hook, or raises why there is none.
Lasting = Mapping[int, Callable[[], Hooked]]


def shown_end(hooks: BookingHookDesk, hook: Hooked, clock: MovableClock) -> datetime:
    """The moment at which the hook ends by its own word, aware.

    Raises `NoEvidence` where it shows no end and the clock can be moved to find out, and `Untested` where it cannot.
    """
    ends_at = hooks.expiry_of(hook.answer)
    if ends_at is not None:
        return _aware(ends_at)
    if clock.moves:
        raise NoEvidence("The hook shows no end. Another check moves the clock to find out when it ends.")
    raise Untested(
        "The answer shows no end of the hook in a usual place: declare expires_at under [hooks], or clock_advance"
        " under [levers], in the target file."
    )


def require_fourteen_days_shown(hook: Hooked, ends_at: datetime) -> None:
    """Raises `Violation` unless the hook lasts 14 days until *ends_at*, in hours or in calendar days.

    Raises `NoEvidence` when its tee time is sooner: such a hook may end with the tee time.
    """
    made_at = hook.answer.answered_at
    if _tees_off_before(hook, made_at + HOOK_LASTS + HOOK_TOLERANCE):
        raise NoEvidence("The tee time of the hook is too soon to show that the hook lasts 14 days.")
    expect(may_be_fourteen_days(made_at, ends_at), "a hook lasts 14 days", f"it lasts {ends_at - made_at}")


def hook_where_no_end_is_shown(hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock) -> Hooked:
    """A hook whose answer does not say when it ends. Raises `NoEvidence` where it does, or where no clock moves.

    Raises `Untested` when its tee time is too soon.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved by 15 days.")
    hook = hook_tee_time(hooks, tee_times, PLACES)
    if hooks.expiry_of(hook.answer) is not None:
        raise NoEvidence("The hook shows its end, which another check judges.")
    if _tees_off_before(hook, clock.now() + HOOK_LASTS + 2 * HOOK_TOLERANCE):
        raise Untested("The tee time of the hook is too soon to show that the hook lasts 14 days.")
    return hook


@dataclass(frozen=True)
class WatchedHook:
    """How many places were offered beside a hook, *after_13_days* and *after_15_days*."""

    hook: Hooked
    after_13_days: int
    after_15_days: int


def watch_for_fifteen_days(hook: Hooked, tee_times: TeeTimeFinder, clock: MovableClock, target: Target) -> WatchedHook:
    """Moves the clock by 13 days and then by two more, and reads the places after each move."""
    clock.advance(HOOK_LASTS - HOOK_TOLERANCE)
    after_13_days = places_beside_hook(hook, tee_times, target)
    clock.advance(2 * HOOK_TOLERANCE)
    return WatchedHook(hook, after_13_days, places_seen(tee_times, hook, target, as_before(hook)))


def require_fourteen_days_by_the_clock(watched: WatchedHook) -> None:
    """Raises `Violation` unless the places are kept 13 days and are back after 15."""
    before = watched.hook.tee_time.places
    most = before - watched.hook.players
    actual = f"{watched.after_13_days} places are offered"
    expect(watched.after_13_days <= most, f"at most {most} places are offered after 13 days", actual)
    same(watched.after_15_days, before, "the number of places offered after 15 days")


def wait_for_the_last_day(
    hook: Hooked, hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run
) -> None:
    """Moves the clock to some hours before the end of the hook. Raises `NoEvidence` as `let_end` does."""
    move_to(_exact_end(hooks, hook) - _HOURS_LEFT, tee_times, clock, run)


def require_confirmed_until_its_end(hook: Hooked, hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> None:
    """Raises `Violation` when a hook that is not over is not confirmed any more, and a fresh one is."""
    answer = hooks.confirm(hooks.id_of(hook.answer), hook.sent)
    if answer.is_success:
        return
    answer.mark(Role.attempt)
    fresh = if_possible(lambda: hook_tee_time(hooks, tee_times, hook.players))
    if_possible(lambda: accepted(hooks.confirm(hooks.id_of(fresh.answer), fresh.sent), "Confirming a fresh hook"))
    actual = f"{answer.where} answered {answer.status} some hours before the end of the hook"
    raise Violation("a hook can be confirmed until its 14 days are over", actual, answer)


def let_end(
    lasting: Lasting, hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run
) -> Lasting:
    """The hooks *lasting*, and the clock moved past the last of their ends.

    Raises `NoEvidence` where no clock moves, where a hook is refused or shows no end with its zone, and where the
    bookings of the run would come inside a cutoff.
    """
    ends = [_exact_end(hooks, if_possible(hook)) for hook in lasting.values()]
    move_to(max(ends) + CLOCKS_AGREE_WITHIN, tee_times, clock, run)
    return lasting


def _exact_end(hooks: BookingHookDesk, hook: Hooked) -> datetime:
    """The moment at which the hook ends by its own word. Raises `NoEvidence` where it shows none, or none with a zone:
    a day alone does not say whether the hook lasts to its beginning or to its end.
    """
    ends_at = if_possible(lambda: hooks.expiry_of(hook.answer))
    if ends_at is None or ends_at.tzinfo is None:
        raise NoEvidence("The hook shows no moment with a zone at which it ends.")
    return ends_at


def require_places_back(hook: Hooked, tee_times: TeeTimeFinder, target: Target) -> None:
    """Raises `Violation` when the places of a hook that is over are not free again."""
    places = places_seen(tee_times, hook, target, as_before(hook))
    expected = f"{hook.tee_time.places} places are offered again after the end of a hook for {hook.players}"
    expect(places >= hook.tee_time.places, expected, f"{places} are offered on {hook.tee_time.where}", hook.answer)


def require_no_longer_confirmed(hook: Hooked, hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> None:
    """Raises `Violation` unless a hook that is over cannot be confirmed, while a fresh one can be."""
    fresh = if_possible(lambda: hook_tee_time(hooks, tee_times, hook.players))
    attempt = hooks.confirm(hooks.id_of(hook.answer), hook.sent)

    control = hooks.confirm(hooks.id_of(fresh.answer), fresh.sent)

    refused(attempt, control=control, because="the 14 days of this hook are over")


def _tees_off_before(hook: Hooked, moment: datetime) -> bool:
    """Whether the day of play of the hook begins before *moment*, in UTC."""
    return _aware(datetime.combine(hook.tee_time.play_date, datetime.min.time())) < moment


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
