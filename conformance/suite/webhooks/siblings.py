"""Two subscriptions with the same url and the same kinds: what happens to one of them must not happen to the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.asking.oracles import accepted, within_budget
from conformance.discovery.webhooks import SubscriptionList, list_subscriptions
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Violation, shown
from conformance.evidence.webhook_ids import webhook_id
from conformance.suite.webhooks.subscriber import Subscriber
from conformance.suite.webhooks.subscriptions import kinds_listed


@dataclass(frozen=True)
class Sibling:
    """A subscription that *creation* answers. Its *other* was created with *body*, which has another description."""

    body: dict[str, Any]
    creation: Answer
    id: str
    other: str

    def are_both_in(self, seen: list[Any]) -> bool:
        """Whether the list *seen* shows both by their ids."""
        return {self.id, self.other} <= set(_values_in(seen))


def create_sibling(subscriber: Subscriber, created: Answer, body: dict[str, Any]) -> Sibling | None:
    """A second subscription that differs from *body*, which *created* answers, in its description alone.

    None where the answers do not show two different ids: no document says that a url may have two subscriptions.
    """
    other = webhook_id(created.response, subscriber.target.webhook_id)
    if other is None:
        return None
    creation = subscriber.post(body | {"description": f"{body['description']} A second one."})
    if not creation.is_success:
        creation.mark(Role.attempt)
    own_id = webhook_id(creation.response, subscriber.target.webhook_id)
    return None if own_id in (None, other) else Sibling(body, creation, own_id, other)


def change_and_remove(subscriber: Subscriber, sibling: Sibling) -> tuple[Answer, SubscriptionList]:
    """Changes the kinds of the *sibling* and removes it. Returns the answer to the removal, and the list as soon as it
    shows the other alone or the budget for changes has run out. Raises `Inconclusive` when the removal is refused.
    """
    path = subscriber.path(sibling.creation)
    # What a change takes is not shown: one that is refused changes nothing.
    subscriber.agency.put(path, sibling.body | {"events": sibling.body["events"][:1]}, role=Role.attempt)
    removal = subscriber.agency.delete(path)
    accepted(removal, "Removing a subscription")
    wanted = {sibling.other}
    listed = within_budget(
        lambda: list_subscriptions(subscriber.agency),
        lambda listed: {sibling.id, sibling.other} & set(_values_in(listed.bodies)) == wanted,
        seconds=subscriber.target.budgets.visibility_seconds,
    )
    return removal, listed


def require_left_alone(sibling: Sibling, before: list[Any], removal: Answer, after: SubscriptionList) -> None:
    """Raises `Violation` when the list *after* the removal of the *sibling* lacks the other subscription, or shows
    other kinds for it than the list *before*.
    """
    url, values = sibling.body["url"], set(_values_in(after.bodies))
    expected = f"after {removal.where} the list still shows the other subscription to {url} as it was"
    if sibling.other not in values:
        raise Violation(expected, f"{after.last.where} does not show {sibling.other}", (removal, after.last))
    kinds = kinds_listed(after.bodies, url)
    # Both had the same kinds, so it is no matter whose kinds the list showed first.
    if sibling.id not in values and kinds != kinds_listed(before, url):
        raise Violation(expected, f"{after.last.where} shows the kinds {shown(sorted(kinds))}", (removal, after.last))


def _values_in(value: Any) -> Iterator[str]:
    """Every text and every number in *value* as text, at any depth."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _values_in(part)
    elif isinstance(value, str | int):
        yield str(value)
