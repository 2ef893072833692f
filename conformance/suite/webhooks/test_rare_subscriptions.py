"""Subscriptions under the pairs of conditions that no check for a single requirement has met."""

from collections.abc import Iterator, Sequence

import pytest

from conformance.asking.client import Agency
from conformance.scope.run import Run
from conformance.session.session import CheckSession
from conformance.suite.tours.sampling import TourPlan, judged, rows_judged
from conformance.suite.webhooks.rare_subscriptions import JUDGES, SubscriptionTour, tour_subscriptions
from conformance.suite.webhooks.subscriber import Subscriber
from conformance.target.target import Target


@pytest.fixture(scope="session")
def rare_subscriptions(
    askers: Sequence[Agency], run: Run, target: Target, check_session: CheckSession, plan_of_the_rest: TourPlan
) -> Iterator[SubscriptionTour]:
    """Subscriptions of either agency. They are removed at the end of the run."""
    exchanges = check_session.recording.exchanges
    subscribers = {asker.label: Subscriber(asker, run, target, exchanges) for asker in askers}
    yield list(tour_subscriptions(subscribers, plan_of_the_rest))
    for subscriber in subscribers.values():
        subscriber.remove_all()


@pytest.mark.books_what_is_left
@pytest.mark.parametrize("row", rows_judged(JUDGES))
def test_every_rare_subscription_keeps_the_rule(rare_subscriptions: SubscriptionTour, row: str) -> None:
    judged(JUDGES[row], rare_subscriptions)
