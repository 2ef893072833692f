"""Two subscriptions with the same url and the same kinds: what happens to one of them must not happen to the other."""

from collections.abc import Iterator
from typing import Any

from conformance.asking.oracles import accepted, within_budget
from conformance.discovery.webhooks import list_subscriptions
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Violation, shown
from conformance.evidence.webhook_ids import webhook_id
from conformance.suite.webhooks.subscriber import Subscriber
from conformance.suite.webhooks.subscriptions import kinds_listed


def create_sibling(subscriber: Subscriber, created: Answer, body: dict[str, Any]) -> Answer | None:
    """The answer to a second subscription that differs from *body*, which *created* answers, in its description alone.

    None where the answers do not show two different ids: no document says that a url may have two subscriptions.
    """
    own_id = _id_in(subscriber, created)
    if own_id is None:
        return None
    sibling = subscriber.post(body | {"description": f"{body['description']} A second one."})
    if not sibling.is_success:
        sibling.mark(Role.attempt)
        return None
    return sibling if _id_in(subscriber, sibling) not in (None, own_id) else None


def require_sibling_kept(
    subscriber: Subscriber, seen: list[Any], kept_answer: Answer, kept: dict[str, Any], sibling: Answer
) -> None:
    """Changes and removes the *sibling*. Raises `Violation` when the list then lacks the subscription *kept*, or shows
    other kinds for it. Nothing when the list *seen* does not show both by their ids.
    """
    kept_id, sibling_id = _id_in(subscriber, kept_answer), _id_in(subscriber, sibling)
    if not {kept_id, sibling_id} <= set(_values_in(seen)):
        return
    path = subscriber.path(sibling)
    # What a change takes is not shown: one that is refused changes nothing.
    subscriber.agency.put(path, kept | {"events": kept["events"][:1]}, role=Role.attempt)
    removal = subscriber.agency.delete(path)
    accepted(removal, "Removing a subscription")
    answer, after = within_budget(
        lambda: list_subscriptions(subscriber.agency),
        lambda listed: {kept_id, sibling_id} & set(_values_in(listed.bodies)) == {kept_id},
        seconds=subscriber.target.budgets.visibility_seconds,
    )
    expected = f"after {removal.where} the list still shows the other subscription to {kept['url']} as it was"
    if kept_id not in set(_values_in(after)):
        raise Violation(expected, f"{answer.where} does not show {kept_id}", (removal, answer))
    kinds = kinds_listed(after, kept["url"])
    # Both had the same kinds, so it is no matter whose kinds the list showed first.
    if sibling_id not in set(_values_in(after)) and kinds != kinds_listed(seen, kept["url"]):
        raise Violation(expected, f"{answer.where} shows the kinds {shown(sorted(kinds))}", (removal, answer))


def _id_in(subscriber: Subscriber, created: Answer) -> str | None:
    return webhook_id(created.response, subscriber.target.webhook_id)


def _values_in(value: Any) -> Iterator[str]:
    """Every text and every number in *value* as text, at any depth."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _values_in(part)
    elif isinstance(value, str | int):
        yield str(value)
