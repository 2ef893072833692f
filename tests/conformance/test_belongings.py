"""Generated requests change and end what the run created for one check, and nothing that serves all of them."""

from dataclasses import replace

import pytest

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import CLEAN_UP, WHOLE_RUN_DELIVERIES, Exchange
from conformance.generated.belongings import living_ids, may_be_sent
from conformance.target.target import Target
from tests.conformance.made_up import exchange

TARGET = Target("http://target.example/api/v1", "a key")
OWNER = "first agency"


def subscribed(check: str) -> Exchange:
    made = exchange(b'{"data":{"id":"whk_1"}}', method="POST", path="/webhooks", status=201)
    return replace(made, check=check)


@pytest.mark.parametrize(("check", "is_free"), [("a_check", True), (CLEAN_UP, True), (WHOLE_RUN_DELIVERIES, False)])
def test_the_subscriptions_of_the_whole_run_are_left_alone(check: str, is_free: bool) -> None:
    removal = match("DELETE", "/webhooks/whk_1")
    assert removal

    assert may_be_sent(removal, [subscribed(check)], OWNER) is is_free
    assert living_ids([subscribed(check)], TARGET, OWNER)["deleteWebhook"] == (["whk_1"] if is_free else [])
