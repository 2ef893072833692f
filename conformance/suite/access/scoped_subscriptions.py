"""Subscriptions of one agency, and what another agency may see of them and do to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.client import Absent, Agency
from conformance.asking.oracles import accepted, within_budget
from conformance.catalogue.paths import WEBHOOKS
from conformance.discovery.webhooks import (
    EVENT_KINDS,
    SubscriptionList,
    list_subscriptions,
    place_of,
    subscription,
    unsubscribe,
)
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, expect, or_else
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.target.target import Target


def subscribe_to(agency: Agency, run: Run, name: str) -> tuple[dict[str, Any], Answer]:
    """The body of a new subscription and the answer to it. Raises `Inconclusive` when it is refused."""
    body = subscription(run, name)
    answer = agency.post(WEBHOOKS, body)
    accepted(answer, "Registering a subscription")
    return body, answer


def pause(agency: Agency, path: str) -> None:
    """Pauses the subscription at *path*. A target may have no pause."""
    paused = agency.put(path, {"isActive": False})
    if not paused.is_success:
        paused.mark(Role.attempt)


def own_list_with(agency: Agency, url: str, target: Target) -> SubscriptionList:
    """The agency's own list, as soon as it shows *url* or the budget for changes has run out."""
    return within_budget(
        lambda: list_subscriptions(agency),
        lambda listed: listed.shows(url),
        seconds=target.budgets.visibility_seconds,
    )


def require_shown_to_its_agency(own: SubscriptionList, url: str) -> None:
    """Raises `Untested` unless the agency's own list shows its subscription."""
    if not own.shows(url):
        raise Untested(
            "The agency's own list does not show its new subscription, so the list of another agency proves nothing."
        )


def require_changes_refused(attempts: Sequence[Answer], control: Answer) -> None:
    """Raises `Violation` when another agency's change is accepted.

    A target may answer the removal of a subscription that the caller does not have as if it were gone.
    """
    for attempt in attempts:
        is_removal = attempt.request.method == "DELETE"
        expected = f"{attempt.where} by another agency is refused"
        expect(is_removal or not attempt.is_success, expected, f"it answered {attempt.status}", (attempt, control))


def changes_by_another(body: Mapping[str, Any], run: Run) -> Sequence[Mapping[str, Any]]:
    """What another agency sends to change the subscription of *body*: all members, some of them with other values, and
    one member alone. The seed draws which have other values.
    """
    others = {"url": f"{body['url']}-changed", "description": "Changed.", "events": [EVENT_KINDS[0]]}
    source = run.random("changes by another agency")
    changed = source.sample(sorted(others), source.randint(1, len(others)))
    return {**body, **{name: others[name] for name in changed}}, {"description": others["description"]}


@dataclass(frozen=True)
class TriedOnSubscription:
    """Another agency's *attempts*, and the agency's own list *before* and *after*."""

    before: SubscriptionList
    attempts: Sequence[Answer]
    after: SubscriptionList


def try_as_another(
    agency: Agency, another: Agency, method: str, path: str, bodies: Sequence[Mapping[str, Any] | Absent]
) -> TriedOnSubscription:
    """Lets *another* agency send *method* to the subscription at *path* with each of the *bodies*."""
    before = list_subscriptions(agency)
    attempts = [another.send(method, path, json=body, role=Role.attempt) for body in bodies]
    return TriedOnSubscription(before, attempts, list_subscriptions(agency))


def require_subscription_unchanged(tried: TriedOnSubscription, url: str) -> None:
    """Raises `Violation` when another agency's attempts took *url* from the list that showed it before."""
    after = tried.after
    if not tried.before.shows(url):
        raise Inconclusive("The agency's own list does not show its new subscription before the attempt.")
    tries = ", ".join(f"{attempt.where} (answered {attempt.status})" for attempt in tried.attempts)
    actual = f"after {tries} by another agency {after.last.where} does not show {url}"
    expect(after.shows(url), "the subscription of the first agency is as it was", actual, (*tried.attempts, after.last))


def require_control_accepted(control: Answer) -> None:
    """Raises `Inconclusive` unless the agency's own change is accepted."""
    if not control.is_success:
        raise Inconclusive(f"The agency's own {control.where} answered {control.status}, so a refusal proves nothing.")


@dataclass(frozen=True)
class Twins:
    """Subscriptions of two agencies to the same *url*, and the answers that created them."""

    url: str
    agency: Agency
    another: Agency
    first: Answer
    alone: SubscriptionList
    second: Answer
    target: Target

    def require_own_alone(self, beside: SubscriptionList) -> None:
        """Raises `Violation` when *beside*, the list of the first agency, shows the subscription of the other agency:
        its id, and the url more often than before that subscription was made.
        """
        other_id = or_else(lambda: place_of(self.another, self.second, self.target.webhook_id), "").rpartition("/")[2]
        before, now = self.alone.times_shown(self.url), beside.times_shown(self.url)
        actual = f"it shows the id {other_id} too, and the url {now} times, not {before}"
        is_shown = bool(other_id) and beside.shows(other_id) and now > before
        expect(
            not is_shown, f"the list of an agency shows its own subscription to {self.url} alone", actual, beside.last
        )

    def try_to_remove_the_first(self) -> Answer:
        """The answer to the other agency, which tries to remove the subscription of the first agency."""
        path = place_of(self.agency, self.first, self.target.webhook_id)
        answer = self.another.delete(path)
        answer.mark(Role.attempt)
        return answer

    def remove_the_second(self) -> Answer:
        """The answer to the removal that the other agency asks for. Raises `NoEvidence` when it is refused."""
        path = if_possible(lambda: place_of(self.another, self.second, self.target.webhook_id))
        answer = self.another.delete(path)
        if not answer.is_success:
            unsubscribe(self.agency, self.first, self.target.webhook_id)
            raise NoEvidence(f"{answer.where} answered {answer.status}, which WHK-04 judges.")
        return answer

    def remove_the_first(self) -> None:
        """Removes the subscription of the first agency."""
        unsubscribe(self.agency, self.first, self.target.webhook_id)


def subscribe_to_the_same_url(agency: Agency, another: Agency, run: Run, target: Target) -> Twins:
    """A subscription of each agency with the same body. Raises `NoEvidence` when the second one is refused."""
    body, first = subscribe_to(agency, run, "shared")
    alone = own_list_with(agency, body["url"], target)
    second = another.post(WEBHOOKS, body)
    if not second.is_success:
        second.mark(Role.attempt)
        unsubscribe(agency, first, target.webhook_id)
        raise NoEvidence(f"{second.where} answered {second.status}: no document says that two agencies share a url.")
    return Twins(body["url"], agency, another, first, alone, second, target)
