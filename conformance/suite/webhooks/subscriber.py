"""Creates subscriptions for the checks of one agency, reads them from its list, and removes them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, within_budget
from conformance.catalogue.paths import WEBHOOKS
from conformance.discovery.webhooks import (
    EVENT_KINDS,
    SubscriptionList,
    list_subscriptions,
    place_of,
    subscription,
    texts_in,
    unsubscribe,
)
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import Inconclusive
from conformance.footprint.subscriptions import stuck_subscriptions
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.target.target import Target

_MANY_STUCK = 3
_UNUSUAL_DESCRIPTION = 'Málaga & Søn\'s desk: "golf" 100 %, 🏌 <2027>'


@dataclass
class Subscriber:
    """Subscribes for the agency, and removes the subscriptions of one check when that check ends."""

    agency: Agency
    run: Run
    target: Target
    exchanges: Sequence[Exchange]
    sent: list[Answer] = field(default_factory=list)

    def post(self, body: Any) -> Answer:
        """Sends POST with *body*, and returns the answer, whatever it is."""
        self.sent.append(self.agency.post(WEBHOOKS, body))
        return self.sent[-1]

    def must_create(self, body: Any) -> None:
        """POST *body*, which is documented. Raises as `require_created` does."""
        self.require_created(self.post(body))

    def require_created(self, answer: Answer) -> None:
        """Raises `Violation` when a documented body was refused, and `Inconclusive` when there may be too many
        subscriptions already, because the subscriptions of this run cannot be removed.
        """
        stuck = 0 if answer.is_success else stuck_subscriptions(self.exchanges, self.target.webhook_id)
        if stuck >= _MANY_STUCK:
            raise Inconclusive(
                f"{answer.where} answered {answer.status}. The run cannot remove {stuck} of its subscriptions, because"
                " no answer shows their ids. The target may have no room for more. Declare webhook_id under"
                " [declares] in the target file."
            )
        golden(answer)

    def create(self, body: Any) -> Answer:
        """POST *body* for a check about what comes after. Raises `Inconclusive` when it is refused."""
        answer = self.post(body)
        accepted(answer, "Registering a subscription")
        return answer

    def path(self, created: Answer) -> str:
        """Path of the subscription. Raises `Untested` where its id is not shown."""
        return place_of(self.agency, created, self.target.webhook_id)

    def body(self, name: str, *events: str) -> dict[str, Any]:
        """A documented body that no other subscription shares."""
        return subscription(self.run, f"{name}-{len(self.sent)}", events or EVENT_KINDS)

    def wait_until_listed(self, wanted: set[str], unwanted: set[str] = frozenset()) -> SubscriptionList:  # type: ignore[assignment]  # an empty set that nobody changes
        """GET /webhooks as soon as it shows all *wanted* texts and no *unwanted* one, or the budget has run out."""
        return within_budget(
            lambda: list_subscriptions(self.agency),
            lambda seen: wanted <= set(texts_in(seen.bodies)) and not unwanted & set(texts_in(seen.bodies)),
            seconds=self.target.budgets.visibility_seconds,
        )

    def create_described(self, body: dict[str, Any]) -> dict[str, Any]:
        """POST *body* with an unusual description or, where the target refuses that, as it is. Returns the body that
        was accepted: no document says which texts a description may have.
        """
        described = body | {"description": f"{body['description']} {_UNUSUAL_DESCRIPTION}"}
        answer = self.post(described)
        if answer.is_success:
            return described
        answer.mark(Role.attempt)
        self.create(body)
        return body

    def two_bodies(self, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Two documented bodies with different addresses and different kinds: three kinds, and two of them."""
        first, second = self.body(name), self.body(name, *EVENT_KINDS[:0:-1])
        return first, second | {"url": f"{second['url']}-second"}

    def remove_all(self) -> None:
        """Removes every subscription that was created here."""
        created = [answer for answer in self.sent if answer.is_success]
        run_together(partial(unsubscribe, self.agency, answer, self.target.webhook_id) for answer in created)
