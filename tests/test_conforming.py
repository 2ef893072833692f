"""The suite never cries wolf: no row fails or breaks on targets that differ only in what the specification leaves open.

200 draws take a while: ``pytest -m conforming -n 2``. An ordinary run tries three.
Each draw decides a random half of the rows. What stays untested or inconclusive is printed with ``-rP``, and counted in
the properties of the JUnit report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from conformance.catalogue_files import load_catalogue
from conformance.client import segment
from conformance.exchanges import Request, Response
from conformance.results import RunResult
from conformance.verdicts import Verdict
from tests.conforming import VARIATIONS
from tests.conforming.draws import Draw, draw, half_of_the_rows, run_on
from tests.conforming.ids import VARIATIONS as SHAPES_OF_IDS
from tests.conforming.variation import Ask, Variation, body_of
from tests.mutants.bench import Bench, bench

DRAWS = range(1, 201)
FEW_DRAWS = (14, 18, 50)
ROWS = [row.id for row in load_catalogue() if row.level in ("must", "should")]
FALSE_ALARMS = (Verdict.fail, Verdict.broken)


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
        result = run_on(drawn, sandbox.sandbox, target_file, rows)
        for word in (Verdict.untested, Verdict.inconclusive):
            found = [one.row.id for one in result.rows if one.selected and one.verdict is word]
            record_property(word.value, " ".join(found))
            print(f"{word.value}: {len(found)} {' '.join(found)}")
        return result

    return run


def _false_alarms(result: RunResult) -> dict[str, str]:
    alarms = {one.row.id: f"{one.verdict}: {one.message}" for one in result.rows if one.verdict in FALSE_ALARMS}
    return alarms | {f"fault {number}": fault for number, fault in enumerate(result.faults)}


@pytest.mark.conforming
@pytest.mark.parametrize("seed", DRAWS, ids=lambda seed: f"draw-{seed}-")
def test_no_row_fails_on_a_conforming_target(seed: int, decided: Callable[[Draw, tuple[str, ...]], RunResult]) -> None:
    drawn = draw(seed)

    result = decided(drawn, half_of_the_rows(seed, ROWS))

    assert _false_alarms(result) == {}, str(drawn)


@pytest.mark.parametrize("seed", FEW_DRAWS, ids=lambda seed: f"draw-{seed}-")
def test_no_row_fails_on_one_of_a_few_conforming_targets(
    seed: int, decided: Callable[[Draw, tuple[str, ...]], RunResult]
) -> None:
    drawn = draw(seed)

    result = decided(drawn, half_of_the_rows(seed, ROWS))

    assert _false_alarms(result) == {}, str(drawn)


def test_every_row_is_met_many_times_over_the_draws() -> None:
    met = Counter(row for seed in DRAWS for row in half_of_the_rows(seed, ROWS))

    assert [row for row in ROWS if met[row] < 60] == []


def test_every_variation_is_drawn_many_times_over_the_draws() -> None:
    drawn = Counter(one.name for seed in DRAWS for one in draw(seed).variations)

    assert [one.name for one in VARIATIONS if drawn[one.name] < 10] == []


def test_the_same_seed_draws_the_same_target() -> None:
    assert [str(draw(17)), half_of_the_rows(17, ROWS)] == [str(draw(17)), half_of_the_rows(17, ROWS)]


def test_a_target_has_one_variation_of_a_choice_at_most() -> None:
    choices = [Counter(one.choice for one in draw(seed).variations) for seed in DRAWS]

    assert {count for counted in choices for count in counted.values()} == {1}


def test_no_two_variations_have_one_name() -> None:
    assert len({one.name for one in VARIATIONS}) == len(VARIATIONS)


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
