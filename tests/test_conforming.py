"""The suite never cries wolf: no row fails, is a serious finding or breaks on targets that differ only in what the
specification leaves open.

200 draws take a while: ``pytest -m conforming -n 6``; a run waits more than it computes. An ordinary run tries one.
One draw in five decides every row, the others a random tenth. What stays untested or inconclusive is printed with
``-rP``, and counted in the properties of the JUnit report.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import httpx
import pytest

from conformance.asking.client import segment
from conformance.catalogue.files import load_catalogue
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Verdict
from conformance.results.run_result import RunResult
from tests.conforming import ONCE_ACCUSED, VARIATIONS
from tests.conforming.tools.draws import Draw, draw, rows_to_decide, run_on, still_listed
from tests.conforming.tools.relay import Relay, Sent
from tests.conforming.tools.variation import Ask, Variation, body_of
from tests.conforming.variations.ids import VARIATIONS as SHAPES_OF_IDS
from tests.conforming.variations.tee_time_holds import NewerHoldWins
from tests.mutants.tools.bench import Bench, bench

DRAWS = range(1, 201)
# The first always, the others with `pytest -m whole`.
FEW_DRAWS = (14, *(pytest.param(seed, marks=pytest.mark.whole) for seed in (134, 138)))
ROWS = [row.id for row in load_catalogue() if row.level in ("must", "should")]
FALSE_ALARMS = (Verdict.fail, Verdict.serious, Verdict.broken)


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("conforming")) as ready:
        yield ready


@pytest.fixture
def decided(
    sandbox: Bench, record_property: Callable[[str, object], None]
) -> Callable[[Draw, tuple[str, ...]], RunResult]:
    """Runs the suite on a draw, and writes down what it could not decide."""

    def run(drawn: Draw, rows: tuple[str, ...]) -> RunResult:
        target_file = (sandbox.folder / "target.toml").read_text(encoding="utf-8")
        record_property("draw", drawn.seed)
        result = run_on(drawn, sandbox.sandbox, target_file, rows)
        record_property("rows", sum(row.selected for row in result.rows))
        record_property("alarms", " ".join(_false_alarms(result)))
        for word in (Verdict.untested, Verdict.inconclusive):
            found = [row.row.id for row in result.rows if row.selected and row.verdict is word]
            record_property(word.value, " ".join(found))
            print(f"{word.value}: {len(found)} {' '.join(found)}")
        return result

    return run


def _left_over(sandbox: Bench, drawn: Draw, result: RunResult) -> dict[str, object]:
    """Bookings that the drawn target still lists after the run, and that it cancels when it is asked or that the run
    does not name; and the subscriptions of both agencies.
    """
    named = {leftover.id for leftover in result.leftovers}
    listed = still_listed(drawn, sandbox.sandbox, result.marker)
    found: dict[str, object] = {
        booking_id: cancelled for booking_id, cancelled in listed.items() if cancelled or booking_id not in named
    }
    for agency in ("alpha", "bravo"):
        key = {"X-Api-Key": f"sbx_draw-{drawn.seed}_{agency}"}
        urls = httpx.get(f"{sandbox.sandbox}/api/v1/webhooks", headers=key).json()["data"]
        found |= {url["url"]: "subscription" for url in urls}
    return found


def _false_alarms(result: RunResult) -> dict[str, str]:
    alarms = {row.row.id: f"{row.verdict}: {row.message}" for row in result.rows if row.verdict in FALSE_ALARMS}
    return alarms | {f"fault-{number}": fault for number, fault in enumerate(result.faults)}


# Those that decide every row take longest: they begin first.
@pytest.mark.conforming
@pytest.mark.parametrize(
    "seed",
    sorted(DRAWS, key=lambda seed: len(rows_to_decide(seed, ROWS)), reverse=True),
    ids=lambda seed: f"draw-{seed}-",
)
def test_no_row_fails_on_a_conforming_target(
    seed: int, decided: Callable[[Draw, tuple[str, ...]], RunResult], sandbox: Bench
) -> None:
    drawn = draw(seed)

    result = decided(drawn, rows_to_decide(seed, ROWS))

    assert _false_alarms(result) == {}, str(drawn)
    assert _left_over(sandbox, drawn, result) == {}, str(drawn)


@pytest.mark.quick_selftest
@pytest.mark.parametrize("seed", FEW_DRAWS, ids=lambda seed: f"draw-{seed}-")
def test_no_row_fails_on_one_of_a_few_conforming_targets(
    seed: int, decided: Callable[[Draw, tuple[str, ...]], RunResult], sandbox: Bench
) -> None:
    drawn = draw(seed)

    result = decided(drawn, rows_to_decide(seed, ROWS))

    assert _false_alarms(result) == {}, str(drawn)
    assert _left_over(sandbox, drawn, result) == {}, str(drawn)


def test_a_new_booking_that_is_not_found_for_a_moment_is_read_again(
    decided: Callable[[Draw, tuple[str, ...]], RunResult],
) -> None:
    lagging = next(variation for variation in VARIATIONS if variation.name == "a new booking not found for a moment")
    rows = ("AUT-08", "AUT-12", "BKC-07", "BKU-01", "BKX-03")

    result = decided(Draw(901, (lagging,)), rows)

    assert {row.row.id: row.verdict for row in result.rows if row.selected} == dict.fromkeys(rows, Verdict.pass_)


@pytest.mark.parametrize("accused", ONCE_ACCUSED, ids=lambda accused: accused.name)
def test_what_was_accused_once_is_not_accused_again(
    decided: Callable[[Draw, tuple[str, ...]], RunResult], accused: Variation
) -> None:
    result = decided(Draw(902, (accused,)), accused.accused_by)

    found = {row.row.id: (row.verdict, row.message) for row in result.rows if row.selected}
    unsettled = {row for row, (verdict, _) in found.items() if verdict is not Verdict.pass_}
    # Without a horizon there is no day beyond it.
    assert unsettled == ({"AVT-25", "BKC-27"} if accused.name == "no horizon" else set()), found
    assert not _false_alarms(result)


def test_every_row_is_met_many_times_over_the_draws() -> None:
    met = Counter(row for seed in DRAWS for row in rows_to_decide(seed, ROWS))

    assert [row for row in ROWS if met[row] < 40] == []


def test_every_variation_is_drawn_many_times_over_the_draws() -> None:
    drawn = Counter(variation.name for seed in DRAWS for variation in draw(seed).variations)

    assert [variation.name for variation in VARIATIONS if drawn[variation.name] < 10] == []


def test_the_same_seed_draws_the_same_target() -> None:
    assert [str(draw(17)), rows_to_decide(17, ROWS)] == [str(draw(17)), rows_to_decide(17, ROWS)]


def test_a_target_has_one_variation_of_a_choice_at_most() -> None:
    choices = [Counter(variation.choice for variation in draw(seed).variations) for seed in DRAWS]

    assert {count for counted in choices for count in counted.values()} == {1}


def test_no_two_variations_have_one_name() -> None:
    assert len({variation.name for variation in VARIATIONS}) == len(VARIATIONS)


@pytest.mark.parametrize("shape", SHAPES_OF_IDS, ids=lambda shape: shape.name)
def test_an_id_of_another_shape_leads_back_to_its_object(shape: Variation) -> None:
    asked: list[str] = []

    def sandbox(ask: Ask) -> Response:
        asked.append(ask.request.url)
        return Response(200, (), b'{"data":{"id":"bkg_3v7ks24zsasr"}}')

    handle = shape.build()
    booking = body_of(handle(_get("/travel/bookings"), sandbox))["data"]["id"]
    handle(_get(f"/travel/bookings/{segment(booking)}"), sandbox)

    assert booking != "bkg_3v7ks24zsasr"
    assert asked[-1] == "http://target/api/v1/travel/bookings/bkg_3v7ks24zsasr"


def _get(path: str) -> Ask:
    return Ask(Request("GET", path, (), f"http://target/api/v1{path}", (), None))


def test_a_relay_takes_deliveries_in_and_shows_the_true_address() -> None:
    asked: list[str] = []

    def sandbox(ask: Ask) -> Response:
        asked.append(ask.json()["url"])
        return Response(201, (), b'{"data":{"url":"%s"}}' % asked[0].encode())

    answer = Relay(lambda sent: [sent])(_post("/webhooks", {"url": "http://127.0.0.1:9/mine"}), sandbox)

    assert asked != ["http://127.0.0.1:9/mine"]
    assert body_of(answer) == {"data": {"url": "http://127.0.0.1:9/mine"}}


def test_two_relays_become_one_that_keeps_their_order() -> None:
    seen: list[bytes] = []

    def outer(sent: Sent) -> Sequence[Sent]:
        seen.append(sent.content)
        return []

    inner = Relay(lambda sent: [replace(sent, content=b"first"), replace(sent, content=b"second", later=0.1)])
    inner.then(Relay(outer)).pass_on(Sent("http://127.0.0.1:9/mine", "POST", (), b"sent"))

    assert seen == [b"first", b"second"]


def test_a_newer_hold_takes_the_place_of_the_older() -> None:
    sandbox = _OneHold()
    target = NewerHoldWins()
    hold = _post("/travel/courses/crs_1/hold-tee-time", {"date": "2027-01-01", "time": "10:00", "players": 4})

    older, newer = (body_of(target(hold, sandbox))["holdId"] for _ in range(2))
    bookings = [target(_post("/travel/bookings", {"holdId": held}), sandbox).status for held in (older, newer)]

    assert older != newer
    assert bookings == [409, 201]
    assert sandbox.booked == ["hld_1"]


class _OneHold:
    """Holds a tee time once, and books what is held."""

    def __init__(self) -> None:
        self.held = 0
        self.booked: list[str] = []

    def __call__(self, ask: Ask) -> Response:
        if ask.operation == "createBooking":
            self.booked.append(ask.json()["holdId"])
            return Response(201, (), b'{"data":{"id":"bkg_1"}}')
        self.held += 1
        return Response(201, (), b'{"holdId":"hld_1"}') if self.held == 1 else Response(409, (), b"{}")


def _post(path: str, body: Any) -> Ask:
    return Ask(Request("POST", path, (), f"http://target/api/v1{path}", (), json.dumps(body).encode()))
