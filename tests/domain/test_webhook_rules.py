"""What a subscription may ask for, where its deliveries may go, and when they are repeated."""

from datetime import UTC, datetime, timedelta

import pytest
import yaml

from mock_server.domain.refusals import AddressRule, EventUnknown, TooManySubscriptions, WebhookUrl
from mock_server.domain.webhook_addresses import require_url
from mock_server.domain.webhooks import (
    EVENT_KINDS,
    MAX_SUBSCRIPTIONS,
    RETRY_AFTER,
    next_attempt,
    require_known_kinds,
    require_room,
)
from tests.domain.test_transition_tables import LEDGER

SCHEMAS = LEDGER.parent / "schemas" / "webhooks.yaml"
NOW = datetime(2027, 3, 2, 10, tzinfo=UTC)


def test_the_kinds_are_those_of_the_contract() -> None:
    contract = yaml.load(SCHEMAS.read_text("utf-8"), yaml.CSafeLoader)["EventKind"]["x-extensible-enum"]

    assert list(EVENT_KINDS) == contract


def test_every_kind_can_be_asked_for() -> None:
    require_known_kinds(EVENT_KINDS)


@pytest.mark.parametrize("kind", ["booking.paid", "Booking.confirmed", "booking.confirmed ", "booking", "*", ""])
def test_another_kind_is_refused_with_the_kinds_there_are(kind: str) -> None:
    with pytest.raises(EventUnknown, match=r"Choose from booking\.confirmed, "):
        require_known_kinds(["booking.confirmed", kind])


@pytest.mark.parametrize("subscriptions", [0, MAX_SUBSCRIPTIONS - 1])
def test_there_is_room_below_the_maximum(subscriptions: int) -> None:
    require_room(subscriptions)


@pytest.mark.parametrize("subscriptions", [MAX_SUBSCRIPTIONS, MAX_SUBSCRIPTIONS + 1])
def test_the_maximum_leaves_no_room(subscriptions: int) -> None:
    with pytest.raises(TooManySubscriptions, match="at most 50"):
        require_room(subscriptions)


PUBLIC = [
    "https://hooks.meridian-golf.example/teesheet",
    "https://hooks.meridian-golf.example:8443/teesheet?desk=1",
    "HTTPS://HOOKS.MERIDIAN-GOLF.EXAMPLE",
    "https://hooks.meridian-golf.example./",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://localhost.meridian-golf.example/",
    "https://10.0.0.1.meridian-golf.example/",
]
LOOPBACK = [
    "https://127.0.0.1/",
    "https://127.9.9.9:8443/",
    "https://127.0.0.1./",
    "https://localhost/",
    "https://LocalHost./",
    "https://desk.localhost/",
    "https://[::1]/",
    # The same address, as resolvers also spell it.
    "https://127.1/",
    "https://0x7f000001/",
    "https://0X7F.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://017700000001/",
]
NOT_PUBLIC = [
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://0xa9fea9fe/",
    "https://2852039166/",
    "https://0.0.0.0/",
    "https://0/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[fc00::1]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[ff02::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    # Neither addresses nor names: whoever reads them decides what they are.
    "https://1.2.3.4.5/",
    "https://256.1.1.1/",
    "https://08.8.8.8/",
    "https://1_0.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://./",
]
BROKEN = [
    "",
    "hooks.meridian-golf.example",
    "//hooks.meridian-golf.example/",
    "https:hooks.meridian-golf.example",
    "https://",
    "https:///teesheet",
    "https://:8443/",
    "https://[::1/",
    "https://hooks.meridian golf.example/",
    "https://hooks.meridian-golf.example/\n",
    "https://hooks.meridian-golf.example\\@127.0.0.1/",
    "https://höoks.example/",
    "ftp://hooks.meridian-golf.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
]


@pytest.mark.parametrize("url", PUBLIC)
@pytest.mark.parametrize("allow_loopback", [True, False])
def test_a_public_https_address_receives_deliveries(url: str, allow_loopback: bool) -> None:
    require_url(url, allow_loopback=allow_loopback)


@pytest.mark.parametrize("url", [*LOOPBACK, "http://127.0.0.1:9000/hook", "http://localhost/", "http://[::1]:9000/"])
def test_this_machine_receives_deliveries_where_that_is_allowed(url: str) -> None:
    require_url(url, allow_loopback=True)


@pytest.mark.parametrize("url", [*LOOPBACK, "http://127.0.0.1:9000/hook", "http://localhost/", "http://[::1]:9000/"])
def test_this_machine_receives_no_deliveries_otherwise(url: str) -> None:
    with pytest.raises(WebhookUrl):
        require_url(url, allow_loopback=False)


@pytest.mark.parametrize("url", NOT_PUBLIC)
@pytest.mark.parametrize("allow_loopback", [True, False])
def test_an_address_that_is_not_public_is_refused(url: str, allow_loopback: bool) -> None:
    with pytest.raises(WebhookUrl, match="must be reachable from the public internet"):
        require_url(url, allow_loopback=allow_loopback)


@pytest.mark.parametrize("url", BROKEN)
@pytest.mark.parametrize("allow_loopback", [True, False])
def test_what_is_no_address_is_refused(url: str, allow_loopback: bool) -> None:
    with pytest.raises(WebhookUrl):
        require_url(url, allow_loopback=allow_loopback)


@pytest.mark.parametrize("url", ["http://hooks.meridian-golf.example/", "http://8.8.8.8/", "http://10.0.0.1/"])
@pytest.mark.parametrize("allow_loopback", [True, False])
def test_http_leads_nowhere_but_to_this_machine(url: str, allow_loopback: bool) -> None:
    with pytest.raises(WebhookUrl, match="at an https address"):
        require_url(url, allow_loopback=allow_loopback)


@pytest.mark.parametrize(
    "url",
    ["https://desk:secret@hooks.example/", "https://@hooks.example/", "https://hooks.example/#part", "https://a#"],
)
def test_credentials_and_fragments_are_refused(url: str) -> None:
    with pytest.raises(WebhookUrl, match="no user name, password or fragment"):
        require_url(url, allow_loopback=True)


@pytest.mark.parametrize("port", ["1", "65535", ""])
def test_a_port_within_its_bounds_is_taken(port: str) -> None:
    require_url(f"https://hooks.example:{port}/", allow_loopback=False)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8443x"])
def test_another_port_is_refused(port: str) -> None:
    with pytest.raises(WebhookUrl, match="A port lies between 1 and 65535"):
        require_url(f"https://hooks.example:{port}/", allow_loopback=False)


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("https:///teesheet", AddressRule.IS_AN_ADDRESS),
        ("http://hooks.example/", AddressRule.USES_HTTPS),
        ("https://desk@hooks.example/", AddressRule.CARRIES_NO_CREDENTIALS),
        ("https://hooks.example:0/", AddressRule.HAS_A_VALID_PORT),
        ("https://10.0.0.1/", AddressRule.IS_PUBLIC),
    ],
)
def test_a_refused_address_names_the_rule_that_it_breaks(url: str, rule: AddressRule) -> None:
    with pytest.raises(WebhookUrl) as refusal:
        require_url(url, allow_loopback=False)

    assert refusal.value.rule is rule


WAITS = [5, 300, 1800, 7200, 18_000, 36_000]


@pytest.mark.parametrize(("attempts", "seconds"), list(enumerate(WAITS, 1)))
def test_a_delivery_is_repeated_after_its_wait(attempts: int, seconds: int) -> None:
    assert next_attempt(attempts, NOW) == NOW + timedelta(seconds=seconds)


@pytest.mark.parametrize("attempts", [len(RETRY_AFTER) + 1, len(RETRY_AFTER) + 2])
def test_after_the_last_wait_a_delivery_is_given_up(attempts: int) -> None:
    assert next_attempt(attempts, NOW) is None
