"""What the subscriptions of a world received, byte for byte."""

# Written by `python -m tests.levers` from the module of the same name in `asynchronous`.

from __future__ import annotations

from typing import TYPE_CHECKING

from mock_server.embedding.levers import deliveries, gauntlet, signatures

if TYPE_CHECKING:
    from mock_server.embedding.synchronous.connections import Asks


class Deliveries:
    """The deliveries of a world, of every agency."""

    def __init__(self, world: Asks) -> None:
        self._world = world

    def all(
        self, *, state: deliveries.DeliveryState | None = None, kind: str | None = None
    ) -> list[deliveries.Delivery]:
        """The newest 500 deliveries, newest first, in one state and of one kind of event if you name them."""
        return self._world.ask(deliveries.list_deliveries(state=state, kind=kind, limit=500))

    def read(self, delivery_id: str) -> deliveries.GetDeliveryData:
        """A delivery with the sent bytes, the signed text, and the answer to each attempt."""
        return self._world.ask(deliveries.get_delivery(delivery_id))

    def send_again(self, delivery_id: str) -> deliveries.Delivery:
        """Sends a delivery again at once, under the same `webhook-id` and without faults."""
        return self._world.ask(deliveries.redeliver(delivery_id))

    def verify(self, question: signatures.SignatureQuestion) -> signatures.SignatureVerdict:
        """Whether a received delivery verifies, and which mistake explains it if not."""
        return self._world.ask(signatures.verify_signature(question))

    def grade(self, webhook_id: str) -> gauntlet.Grades:
        """Sends right and wrong deliveries to the endpoint of a subscription, and grades the answers."""
        return self._world.ask(gauntlet.run_gauntlet({"webhookId": webhook_id}))
