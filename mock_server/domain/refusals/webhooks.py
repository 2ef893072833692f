"""Subscriptions, events and deliveries."""

from dataclasses import dataclass

from mock_server.domain.refusals.base import Refusal


@dataclass(eq=False)
class WebhookNotFound(Refusal):
    """The agency has no subscription with this id."""

    webhook_id: str

    def __str__(self) -> str:
        return f"Your agency has no subscription {self.webhook_id!r}. List the webhooks to see their ids."


@dataclass(eq=False)
class DeliveryNotFound(Refusal):
    """The world has no delivery with this id."""

    delivery_id: str

    def __str__(self) -> str:
        return f"The world has no delivery {self.delivery_id!r}. List the deliveries to see their ids."


@dataclass(eq=False)
class EventNotFound(Refusal):
    """The world has no event with this id."""

    event_id: str

    def __str__(self) -> str:
        return f"The world has no event {self.event_id!r}. List the events to see their ids."


@dataclass(eq=False)
class EventUnknown(Refusal):
    """No event is of this kind."""

    kind: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"There is no event kind {self.kind!r}. Choose from {', '.join(self.known)}."


@dataclass(eq=False)
class WebhookUrl(Refusal):
    """Deliveries are not sent to this address. *rule* is a sentence with the rule that the address breaks."""

    url: str
    rule: str

    def __str__(self) -> str:
        return f"{self.url!r} receives no deliveries. {self.rule}"


@dataclass(eq=False)
class TooManySubscriptions(Refusal):
    """The agency already has the greatest allowed number of subscriptions."""

    maximum: int

    def __str__(self) -> str:
        return f"An agency has at most {self.maximum} subscriptions. Remove one of yours first."
