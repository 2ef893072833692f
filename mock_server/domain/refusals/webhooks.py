"""Subscriptions, events and deliveries."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mock_server.domain.refusals.base import Refusal


@dataclass(eq=False)
class WebhookNotFound(Refusal):
    """The agency has no subscription with this id."""

    webhook_id: str

    def __str__(self) -> str:
        return f"Your agency has no subscription {self.webhook_id!r}. List the webhooks to see their ids."


@dataclass(eq=False)
class WebhookNotInWorld(Refusal):
    """No agency of the world has a subscription with this id."""

    webhook_id: str

    def __str__(self) -> str:
        return f"This world has no subscription {self.webhook_id!r}. List its subscriptions to see their ids."


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


class AddressRule(StrEnum):
    """A rule for the address of a receiver. Assumption A-49."""

    IS_AN_ADDRESS = "is_an_address"
    USES_HTTPS = "uses_https"
    CARRIES_NO_CREDENTIALS = "carries_no_credentials"
    HAS_A_VALID_PORT = "has_a_valid_port"
    IS_PUBLIC = "is_public"


_ADDRESS_SENTENCES: Mapping[AddressRule, str] = {
    AddressRule.IS_AN_ADDRESS: "Send an address such as https://hooks.example.com/teesheet.",
    AddressRule.USES_HTTPS: "Receive deliveries at an https address.",
    AddressRule.CARRIES_NO_CREDENTIALS: (
        "An address carries no user name, password or fragment. Deliveries are signed instead."
    ),
    AddressRule.HAS_A_VALID_PORT: "A port lies between 1 and 65535.",
    AddressRule.IS_PUBLIC: (
        "The host must be reachable from the public internet: not a private, local or reserved address."
    ),
}


@dataclass(eq=False)
class WebhookUrl(Refusal):
    """Deliveries are not sent to this address. *rule* is the rule that the address breaks."""

    url: str
    rule: AddressRule

    def __str__(self) -> str:
        return f"{self.url!r} receives no deliveries. {_ADDRESS_SENTENCES[self.rule]}"


@dataclass(eq=False)
class TooManySubscriptions(Refusal):
    """The agency already has the greatest allowed number of subscriptions."""

    maximum: int

    def __str__(self) -> str:
        return f"An agency has at most {self.maximum} subscriptions. Remove one of yours first."
