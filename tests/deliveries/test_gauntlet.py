"""A good receiver passes every item of the gauntlet, and each bad habit is caught on its own item.

The good receiver verifies with the reference library of Standard Webhooks, not with ours.
"""

import asyncio
import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from mock_server.deliveries import gauntlet
from mock_server.deliveries.gauntlet import Clocks, Grade, Mark
from mock_server.deliveries.sender import Sender
from mock_server.deliveries.variants import VARIANTS, another_secret
from tests.deliveries.receivers import Request, answering, receiving

SECRET = "whsec_" + base64.b64encode(b"the key of this subscription").decode()
# The world is far ahead of the machine.
CLOCKS = Clocks(lambda: datetime.now(UTC), lambda: datetime(2040, 5, 7, 8, tzinfo=UTC))
STATUSES = {200: "OK", 204: "No Content", 400: "Bad Request", 409: "Conflict", 500: "Internal Server Error"}

Receiver = Callable[[Request], int]


def graded(receiver: Receiver) -> dict[str, Grade]:
    """The grades of a receiver, by item."""

    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        status = receiver(request)
        await answering(f"{status} {STATUSES[status]}")(request, writer)

    async def run() -> list[Grade]:
        async with receiving(answer) as endpoint:
            sender = Sender(allow_loopback=True)
            return await gauntlet.run(sender, endpoint.url, SECRET, CLOCKS, "test1")

    return {grade.name: grade for grade in asyncio.run(run())}


def good(request: Request) -> int:
    try:
        Webhook(SECRET).verify(request.body, request.headers)
    except (WebhookVerificationError, ValueError):
        return 400
    return 204


def bad_on(receiver: Receiver) -> set[str]:
    """The items on which a receiver is caught."""
    return {name for name, grade in graded(receiver).items() if grade.verdict is not Mark.GOOD}


ITEMS = {*VARIANTS, "reordered", "slow"}


def test_a_good_receiver_passes_every_item() -> None:
    grades = graded(good)

    assert grades.keys() == ITEMS
    assert {grade.verdict for grade in grades.values()} == {Mark.GOOD}


def test_one_that_accepts_everything_fails_every_refusal() -> None:
    refusals = {name for name, variant in VARIANTS.items() if variant.expected == "refuse"}

    assert bad_on(lambda _request: 200) == refusals


def test_one_that_refuses_everything_cannot_be_judged() -> None:
    grades = graded(lambda _request: 400)

    assert grades.keys() == ITEMS
    assert grades.pop("valid").verdict is Mark.BAD
    assert {grade.verdict for grade in grades.values()} == {Mark.INCONCLUSIVE}


def test_one_that_does_not_listen_is_inconclusive_throughout() -> None:
    async def run() -> list[Grade]:
        return await gauntlet.run(Sender(allow_loopback=True), "http://127.0.0.1:9/", SECRET, CLOCKS, "t")

    assert {grade.verdict for grade in asyncio.run(run())} == {Mark.INCONCLUSIVE}


def reserialising(request: Request) -> int:
    spaced = json.dumps(json.loads(request.body)).encode()
    return good(Request(request.line, request.headers, spaced))


def test_one_that_verifies_what_it_wrote_anew_fails_the_control() -> None:
    assert graded(reserialising)["valid"].verdict is Mark.BAD


def ignoring_time(request: Request) -> int:
    headers = {**request.headers, "webhook-timestamp": request.headers["webhook-timestamp"]}
    moment = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
    expected = Webhook(SECRET).sign(headers["webhook-id"], moment, request.body.decode())
    return 204 if expected in headers.get("webhook-signature", "").split(" ") else 400


def ignoring_signature(request: Request) -> int:
    age = abs(datetime.now(UTC).timestamp() - int(request.headers["webhook-timestamp"]))
    return 204 if age < 300 and "webhook-signature" in request.headers else 400


def content_with_unsigned(request: Request) -> int:
    return good(request) if "webhook-signature" in request.headers else 204


def content_with_hex(request: Request) -> int:
    entry = request.headers.get("webhook-signature", "")
    if len(entry) == 67:
        entry = "v1," + base64.b64encode(bytes.fromhex(entry[3:])).decode()
    return good(Request(request.line, {**request.headers, "webhook-signature": entry}, request.body))


def wanting_one_signature(request: Request) -> int:
    return 400 if " " in request.headers.get("webhook-signature", "") else good(request)


def wanting_known_kinds(request: Request) -> int:
    known = json.loads(request.body).get("type", "").startswith("booking.")
    return good(request) if known else 400


def wanting_known_members(request: Request) -> int:
    return good(request) if json.loads(request.body).keys() == {"type", "timestamp", "data"} else 400


def trusting_strangers(request: Request) -> int:
    stranger = Webhook(another_secret(SECRET, "stranger"))
    try:
        stranger.verify(request.body, request.headers)
    except (WebhookVerificationError, ValueError):
        return good(request)
    return 204


def crashing_on_bad_signatures(request: Request) -> int:
    return 204 if good(request) == 204 else 500


@pytest.mark.parametrize(
    ("receiver", "items"),
    [
        (ignoring_time, {"stale_timestamp", "future_timestamp"}),
        (ignoring_signature, {"wrong_secret", "bad_signature", "tampered_body", "hex_signature"}),
        (content_with_unsigned, {"unsigned"}),
        (content_with_hex, {"hex_signature"}),
        (wanting_one_signature, {"rotated_secrets"}),
        (wanting_known_kinds, {"unknown_event"}),
        (wanting_known_members, {"unknown_member"}),
        (trusting_strangers, {"wrong_secret"}),
    ],
)
def test_each_bad_habit_is_caught_on_its_items(receiver: Receiver, items: set[str]) -> None:
    assert bad_on(receiver) == items


def refusing_repetitions() -> Receiver:
    """A receiver that answers 409 to an id that it has seen."""
    seen: set[str] = set()

    def receive(request: Request) -> int:
        if request.headers["webhook-id"] in seen:
            return 409
        seen.add(request.headers["webhook-id"])
        return good(request)

    return receive


def refusing_older_events() -> Receiver:
    """A receiver that answers 409 to an event that is older than the latest event."""
    latest = ""

    def receive(request: Request) -> int:
        nonlocal latest
        status = good(request)
        moment = json.loads(request.body).get("timestamp", latest)
        if status == 204 and moment < latest:
            return 409
        latest = max(latest, moment)
        return status

    return receive


def test_a_receiver_that_refuses_a_repetition_is_caught() -> None:
    assert bad_on(refusing_repetitions()) == {"duplicate"}


def test_a_receiver_that_refuses_an_older_event_is_caught() -> None:
    assert bad_on(refusing_older_events()) == {"reordered"}


def test_a_crash_in_place_of_a_refusal_is_a_warning() -> None:
    assert graded(crashing_on_bad_signatures)["wrong_secret"].verdict is Mark.WARNING


def test_one_that_takes_its_time_gets_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauntlet, "SLOW_MILLISECONDS", -1)

    assert bad_on(good) == {"slow"}


def test_every_grade_says_what_happened_and_what_to_do() -> None:
    grades = graded(lambda _request: 200).values()

    assert all(grade.happened and grade.expected.endswith(".") and grade.advice.endswith(".") for grade in grades)
