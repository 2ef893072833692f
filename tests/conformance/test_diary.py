"""The diary of bookings: somebody who is faster at one tee time costs one more request, and not the whole diary."""

from collections.abc import Iterator

import httpx
import pytest

from conformance.evidence.exchanges import Response
from conformance.suite.arranged.booked import lead_player
from tests.conformance.small_suites import verdict
from tests.conforming.tools.draws import Draw, run_on
from tests.conforming.tools.variation import Ask, Forward, Variation, refusal
from tests.sandbox.servers import serving

_BOOKINGS = 9
# With the lead player as an unusual text, and without: no document says which texts a target may not take.
_TRIES_AT_A_TEE_TIME = 2


class SomebodyWasFaster:
    """Refuses every booking for one lead player at the first tee time at which one is asked for."""

    def __init__(self, number: int) -> None:
        self._email = lead_player(number)["email"]
        self._place: tuple[object, ...] = ()

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        body = ask.json() if ask.operation == "createBooking" else {}
        if body.get("leadPlayer", {}).get("email") != self._email:
            return forward(ask)
        place = (body["courseId"], body["date"], body["teeTime"])
        self._place = self._place or place
        return refusal(422, "No such tee time is left.") if place == self._place else forward(ask)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    """The address of a sandbox."""
    with serving("--ephemeral") as server:
        yield server.address


@pytest.mark.parametrize("number", [1, 11], ids=["a kept booking", "a cancelled booking"])
def test_a_refused_booking_of_the_diary_is_made_at_another_tee_time(sandbox: str, number: int) -> None:
    faster = Variation("somebody was faster", "Others book.", lambda: SomebodyWasFaster(number))
    target_file = httpx.get(f"{sandbox}/_sandbox/v1/target").text

    result = run_on(Draw(1, (faster,)), sandbox, target_file, ("BKG-01",), world=f"diary-{number}", lanes=1)

    sent = [exchange for exchange in result.exchanges if exchange.check.startswith("test_booking_reads.py")]
    created = [exchange for exchange in sent if exchange.operation_id == "createBooking"]
    assert verdict(result, "BKG-01") == "pass"
    assert _BOOKINGS < len(created) <= _BOOKINGS + _TRIES_AT_A_TEE_TIME
