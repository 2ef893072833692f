"""The tour of subscriptions: every pair of question, kind of event and agency."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.asking.oracles import golden
from conformance.conditions.families import SUBSCRIPTIONS
from conformance.discovery.webhooks import EVENT_KINDS
from conformance.evidence.exchanges import Answer
from conformance.suite.tours.sampling import Judge, TourPlan
from conformance.suite.webhooks.subscriber import Subscriber

_SEVERAL = "several"
_KINDS: Mapping[str, Sequence[str]] = {
    **{kind.removeprefix("booking."): (kind,) for kind in EVENT_KINDS},
    _SEVERAL: EVENT_KINDS[1:],
}


@dataclass(frozen=True)
class TouredSubscription:
    """The answer that created a subscription, and the answer to its change, None where it was not changed."""

    subscriber: Subscriber
    created: Answer
    changed: Answer | None


SubscriptionTour = Sequence[TouredSubscription]


def tour_subscriptions(subscribers: Mapping[str, Subscriber], plan: TourPlan) -> Iterator[TouredSubscription]:
    """The subscriptions of the tour, one after the other. The *subscribers* are by the labels of their agencies."""
    for case in plan.cases(SUBSCRIPTIONS, offers={"asker": tuple(subscribers)}):
        subscriber = subscribers[case["asker"]]
        wanted = subscriber.body("rest", *_KINDS[case["events"]])
        if case["question"] == "create":
            yield TouredSubscription(subscriber, subscriber.post(wanted), None)
            continue
        before = EVENT_KINDS[:1] if case["events"] == _SEVERAL else EVENT_KINDS
        created = subscriber.post(subscriber.body("rest", *before))
        changed = subscriber.agency.put(subscriber.path(created), wanted) if created.is_success else None
        yield TouredSubscription(subscriber, created, changed)


def _require_created(tour: SubscriptionTour) -> None:
    for subscription in tour:
        subscription.subscriber.require_created(subscription.created)


def _require_changed(tour: SubscriptionTour) -> None:
    for subscription in tour:
        if subscription.changed is not None:
            golden(subscription.changed)


JUDGES: Mapping[str, Judge[SubscriptionTour]] = {"WHK-03": _require_changed, "WHK-08": _require_created}
