"""What deliveries look like on this target, where no document says it. Recorded, never judged."""

from collections import Counter
from collections.abc import Sequence

from conformance.contracts.deliveries import differences, outline
from conformance.discovery.webhooks import EVENT_KINDS
from conformance.evidence.json_values import NotJson
from conformance.evidence.receiver import Delivery, Receiver
from conformance.evidence.verdicts import Observed, shown, verifies
from conformance.suite.arranged.deliveries import kinds_in

_USUAL_HEADERS = frozenset(
    {"host", "accept", "accept-encoding", "connection", "content-length", "content-type", "user-agent"}
)


@verifies("UNS-20", closing=True)
def test_what_a_delivery_carries(receiver: Receiver) -> None:
    arrived = receiver.everything()
    said = [_sample(kind, arrived) for kind in EVENT_KINDS]

    raise Observed(" ".join(filter(None, said)) or "No delivery that names one documented kind arrived in this run.")


@verifies("UNS-21", closing=True)
def test_how_a_delivery_is_signed_and_repeated(receiver: Receiver) -> None:
    arrived = receiver.everything()
    _require_a_delivery(arrived)
    headers = sorted({name.lower() for delivery in arrived for name, _ in delivery.headers} - _USUAL_HEADERS)
    repeated = sum(count - 1 for count in Counter((delivery.path, delivery.content) for delivery in arrived).values())

    raise Observed(
        f"{len(arrived)} deliveries carry the headers {', '.join(headers) or 'that every request has'};"
        f" {repeated} of them repeat an earlier one."
    )


def _require_a_delivery(arrived: Sequence[Delivery]) -> None:
    if not arrived:
        raise Observed("No delivery arrived in this run.")


def _sample(kind: str, arrived: Sequence[Delivery]) -> str:
    """One sentence about the first delivery that names *kind* alone; empty when there is none."""
    sample = next((delivery for delivery in arrived if kinds_in(delivery) == {kind}), None)
    if sample is None:
        return ""
    try:
        members = shown(outline(sample.body))
    except NotJson:
        return f"The body of {kind} is not JSON."
    found = differences(kind, sample)
    return f"{kind} carries {members}, {_compared(found)}."


def _compared(found: Sequence[str]) -> str:
    return f"which differs from our contract ({found[0][:120]})" if found else "like in our contract"
