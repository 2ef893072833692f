"""What is judged about a hook in its life: how long it lasts, which places it takes, and the booking it becomes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.client import ABSENT, Agency, segment
from conformance.asking.oracles import accepted, golden, within_budget
from conformance.catalogue.paths import HOOKS
from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NotApplicable, Violation, expect
from conformance.recordings.parts import act_together
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time
from conformance.target.target import Target

_BODIES: Mapping[str, Any] = {"POST": {}, "DELETE": ABSENT}


@dataclass(frozen=True)
class PlacesOfHook:
    """How many places were offered *beside* a hook, and *after* its release."""

    hook: Hooked
    beside: int
    after: int


def require_places_taken_and_returned(places: PlacesOfHook) -> None:
    """Raises `Violation` when a hook takes no places, or its release does not return them."""
    hook = places.hook
    before = hook.tee_time.places
    expected = f"at most {before - hook.players} places are offered beside a hook"
    actual = f"{places.beside} places are offered, and {before} were offered before"
    expect(places.beside <= before - hook.players, expected, actual)
    expected = f"the number of places offered after the release of a hook is {before}"
    expect(places.after == before, expected, f"it is {places.after} at {hook.tee_time.where}")


def release_hook(hook: Hooked, hooks: BookingHookDesk, eyes: Iterable[TeeTimeFinder], target: Target) -> PlacesOfHook:
    """Releases *hook*. Returns the most places that *eyes* saw beside it, and the fewest places that they saw after
    it. The first of them look between bounds too.
    """
    agencies = list(dict.fromkeys(eyes))
    looks = [partial(tee_times.places_free, hook.tee_time) for tee_times in agencies]
    looks.append(partial(agencies[0].places_between_bounds, hook.tee_time, hook.players))
    beside = act_together([partial(_places_seen, look, target, _beside(hook)) for look in looks])
    accepted(hooks.release(hooks.id_of(hook.answer)), "Releasing a hook")
    after = act_together([partial(_places_seen, look, target, as_before(hook)) for look in looks])
    return PlacesOfHook(hook, max(beside), min(after))


def places_beside_hook(hook: Hooked, tee_times: TeeTimeFinder, target: Target) -> int:
    """Places free beside the hook, as soon as they are the places that it does not take or the budget has run out."""
    return places_seen(tee_times, hook, target, _beside(hook))


def _beside(hook: Hooked) -> range:
    """The numbers of places that may be free beside the hook."""
    return range(hook.tee_time.places - hook.players + 1)


def as_before(hook: Hooked) -> range:
    """The number of places that were free before the hook."""
    return range(hook.tee_time.places, hook.tee_time.places + 1)


def places_seen(tee_times: TeeTimeFinder, hook: Hooked, target: Target, wanted: range) -> int:
    """Places free at the tee time of the hook, as soon as they are *wanted* or the budget has run out."""
    return _places_seen(partial(tee_times.places_free, hook.tee_time), target, wanted)


def _places_seen(look: Callable[[], int], target: Target, wanted: range) -> int:
    return within_budget(look, lambda places: places in wanted, seconds=target.budgets.visibility_seconds)


def bookings_of(hook: Hooked, desk: BookingDesk, target: Target) -> list[Any]:
    """The listed bookings that a confirmed hook may have become, as soon as there is one or the budget has run out."""
    return within_budget(
        lambda: [item for item in desk.listed(hook.tee_time.play_date) if _is_of(item, hook)],
        bool,
        seconds=target.budgets.visibility_seconds,
    )


def require_booking_of(hook: Hooked, desk: BookingDesk, target: Target) -> Any:
    """The listed booking of a confirmed hook. Raises `Violation` when there is none."""
    found = bookings_of(hook, desk, target)
    expected = "a confirmed hook is in the list of bookings of its day"
    actual = f"no booking of {hook.tee_time.play_date} has the agencyBookingReference of the hook"
    expect(bool(found), expected, actual)
    return found[0]


def _is_of(item: Any, hook: Hooked) -> bool:
    """Whether a listed booking is the booking of the hook: by the run's reference, or by course and tee time."""
    course = item.get("course") if isinstance(item.get("course"), dict) else {}
    return item.get("agencyBookingReference") == hook.sent["agencyBookingReference"] or (
        (course.get("id"), item.get("teeTime")) == (hook.tee_time.course_id, hook.tee_time.time)
    )


def require_listed_under_its_status(desk: BookingDesk, item: Any, hook: Hooked, target: Target) -> None:
    """Raises `Violation` when the list with the status of a list *item* lacks the item, and the whole list does not."""
    status = item.get("status")
    if status not in ("confirmed", "pending") or "id" not in item:
        return

    def found_in(**filters: Any) -> list[Any]:
        listed = desk.listed(hook.tee_time.play_date, **filters)
        return [other for other in listed if other.get("id") == item["id"]]

    if within_budget(partial(found_in, status=status), bool, seconds=target.budgets.visibility_seconds):
        return
    # Its course may have decided meanwhile.
    still = [other for other in found_in() if other.get("status") == status]
    actual = f"the list of {hook.tee_time.play_date} with this status does not show {item['id']}, the whole list does"
    expect(not still, f"the booking of a confirmed hook is listed under its status, {status}", actual)


def require_readable_unless_cancelled(desk: BookingDesk, item: Any, target: Target) -> None:
    """Raises `Violation` when the booking of a list *item* cannot be read, though it has an id and is not cancelled."""
    if "id" in item and item.get("status") != "cancelled":
        booking_id = str(item["id"])
        golden(
            within_budget(
                lambda: desk.read(booking_id),
                lambda answer: answer.is_success,
                seconds=target.budgets.visibility_seconds,
            )
        )


def require_hooks_not_declared_absent(target: Target) -> None:
    """Raises `NotApplicable` where the target declares that it has no booking hooks."""
    if "hook" in target.absent:
        raise NotApplicable("The target declares that it has no booking hooks.")


@dataclass(frozen=True)
class RouteAnswers:
    """The answer at a *route* of hooks, and the answer *nowhere*: at a path that cannot exist."""

    route: str
    at_route: Answer
    nowhere: Answer

    @property
    def are_alike(self) -> bool:
        """Whether both answers are the same, apart from the path."""
        return _likeness(self.at_route, self.route) == _likeness(self.nowhere, self.nowhere.request.path)


def ask_at_a_route_and_nowhere(agency: Agency, marker: str, method: str, path: str) -> RouteAnswers:
    """What *path* of the hooks answers for an id that does not exist, and what a path answers that cannot exist."""
    hook_id = f"{marker}-unknown"
    route, nowhere = HOOKS + path.replace("{id}", segment(hook_id)), f"/travel/{marker}{path}"
    body = _BODIES[method]
    at_route = agency.send(method, route, json=body, role=Role.attempt)
    control = agency.send(method, nowhere.replace("{id}", hook_id), json=body, role=Role.attempt)
    return RouteAnswers(route, at_route, control)


def try_with_an_own_hook(
    answers: RouteAnswers, hooks: BookingHookDesk, tee_times: TeeTimeFinder, path: str
) -> Answer | None:
    """The answer under *path* for a hook of this run, which is asked for where the *answers* are alike.

    An id that does not exist may be answered like a path that does not exist. None where nothing was asked.
    """
    if not path or not answers.are_alike:
        return None
    hook = hook_tee_time(hooks, tee_times)
    hook_id = hooks.id_of(hook.answer)
    return hooks.confirm(hook_id, hook.sent) if path.endswith("confirm") else hooks.release(hook_id)


def require_answered_otherwise(answers: RouteAnswers, of_an_own_hook: Answer | None) -> None:
    """Raises `Violation` when a route of hooks answers like a path that cannot exist, and no hook of this run was asked
    about there. Raises `Inconclusive` when that hook was refused.
    """
    if not answers.are_alike:
        return
    where = answers.at_route.where
    if of_an_own_hook is None:
        expected = f"the answer to {where} differs from the answer to a path that cannot exist"
        raise Violation(expected, f"both answers are {answers.at_route.status}", answers.at_route)
    if not of_an_own_hook.is_success:
        of_an_own_hook.mark(Role.attempt)
        raise Inconclusive(
            f"{of_an_own_hook.where} has the answer of a path that does not exist, although the hook exists."
        )


def _likeness(answer: Answer, path: str) -> tuple[int, str]:
    """Status and body, without what differs between any two requests: their path and their id."""
    text = answer.text.replace(path, "PATH")
    for name in ("x-request-id", "x-correlation-id"):
        if answer.headers.get(name):
            text = text.replace(answer.headers[name], "REQUEST")
    return answer.status, text
