"""The suite can fail: every must row it decides reports a failure on a sandbox that breaks exactly that rule, and
should rows that have a mutant report a serious finding or a warning, by their gravity.

The whole matrix takes minutes: ``pytest -m mutants -n 2``. An ordinary run tries one mutant per area.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal

import httpx
import pytest

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Gravity, Level, Requirement
from tests.mutants import MUTANTS, Mutant, Origin
from tests.mutants.tools.bench import Bench, Verdict, bench
from tests.mutants.tools.call import Answer
from tests.mutants.tools.edits import alter, drop, put, rename
from tests.mutants.tools.evidence import lacking
from tests.mutants.tools.operations import match
from tests.mutants.tools.registry import HIDDEN_KINDS, json_answer

# Rules that look at every answer find these in the traffic of the checks of other rows, which run too.
FOUND_IN_TRAFFIC_OF = {
    "BKC-19.blind-weekend-singles": "BKC-*",
    "CNV-06.blind-pound-sign": "INV-*",
    "ENV-16.subscription": "AUT-*",
    "HLD-04.second-agency": "HLD-*",
    "HOK-04.second-agency": "HOK-*",
    "INV-07.price-list-by-code": "PRC-*",
    "INV-08.season-kind": "PRC-*",
    "INV-08.season-of-a-filter": "PRC-*",
    "PAG-13.filtered": "CRS-*",
}
ONE_PER_AREA = list({mutant.area: mutant for mutant in reversed(MUTANTS.values()) if not mutant.hidden}.values())
# Their checks wait a minute for deliveries.
AREAS_THAT_WAIT = ("EVT",)


@pytest.fixture(scope="session")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("mutants")) as ready:
        yield ready


VerdictOn = Callable[[Mutant], Verdict]


@pytest.fixture
def verdict_on(mutants: Bench, record_property: Callable[[str, object], None]) -> VerdictOn:
    """The verdict on the row that a mutant breaks; the report of pytest keeps both for tests/selftest."""

    def verdict(planted: Mutant) -> Verdict:
        record_property("mutant", planted.name)
        rows = filter(None, (planted.requirement, FOUND_IN_TRAFFIC_OF.get(planted.name)))
        found = mutants.verdicts(planted.name, "--only", ",".join(rows))[planted.requirement]
        record_property("verdict", found.word)
        return found

    return verdict


def _name(planted: Mutant) -> str:
    return planted.name


ROWS = load_catalogue()
WORD_OF_GRAVITY = {Gravity.serious: "serious", Gravity.minor: "warn", None: None}


def _word(row: Requirement) -> str | None:
    return "fail" if row.level is Level.must else WORD_OF_GRAVITY[row.gravity]


WORD_OF_ROW = {row.id: _word(row) for row in ROWS}


@pytest.mark.mutants
@pytest.mark.parametrize("planted", MUTANTS.values(), ids=_name)
def test_the_suite_fails_the_row_a_mutant_breaks(planted: Mutant, verdict_on: VerdictOn) -> None:
    verdict = verdict_on(planted)

    assert verdict.word == WORD_OF_ROW[planted.requirement], f"{planted.breaks} The suite says {verdict}"


@pytest.mark.quick_selftest
@pytest.mark.parametrize(
    "planted",
    [
        pytest.param(planted, marks=pytest.mark.whole if planted.area in AREAS_THAT_WAIT else ())
        for planted in ONE_PER_AREA
    ],
    ids=_name,
)
def test_the_suite_fails_the_row_one_mutant_of_each_area_breaks(
    planted: Mutant, verdict_on: VerdictOn, mutants: Bench
) -> None:
    verdict = verdict_on(planted)

    assert verdict.word == WORD_OF_ROW[planted.requirement], f"{planted.breaks} The suite says {verdict}"
    screen = (mutants.folder / f"{planted.name}.log").read_text(encoding="utf-8")
    assert lacking(mutants.folder / planted.name, screen, planted.requirement) == [], str(verdict)


@pytest.mark.whole
def test_the_suite_sees_no_fault_through_the_clean_prefix(mutants: Bench) -> None:
    verdicts = mutants.verdicts("clean")

    assert {
        row: str(verdict) for row, verdict in verdicts.items() if verdict.word in ("fail", "serious", "broken")
    } == {}


def test_a_serious_finding_ends_a_run_with_1(mutants: Bench) -> None:
    mutants.verdicts("AUT-10.after-change", "--only", "AUT-10")

    report = json.loads((mutants.folder / "AUT-10.after-change" / "report.json").read_text(encoding="utf-8"))
    assert (report["outcome"], report["exitCode"]) == ("finding", 1)


def test_every_must_row_the_suite_decides_has_a_mutant() -> None:
    killed = {mutant.requirement for mutant in MUTANTS.values()}

    assert [row.id for row in ROWS if row.level is Level.must and row.id not in killed] == []


def test_at_least_forty_mutants_hide_and_four_in_each_way() -> None:
    ways = Counter(mutant.hidden for mutant in MUTANTS.values() if mutant.hidden)

    assert sum(ways.values()) >= 40
    assert {way: number for way in HIDDEN_KINDS if (number := ways[way]) < 4} == {}


def test_a_mutant_hides_in_no_way_that_is_not_listed() -> None:
    with pytest.raises(ValueError, match=r"No hidden fault is of the kind 'on a whim'. The kinds are a later page, "):
        json_answer("CRS-05.whim", "A course is missing.", "searchCourses", drop("data[0]"), hidden="on a whim")


def test_the_faults_that_show_in_the_traffic_of_other_rows_are_mutants() -> None:
    assert FOUND_IN_TRAFFIC_OF.keys() - MUTANTS.keys() == frozenset()


def test_every_fault_written_blind_says_so_in_its_name() -> None:
    written_blind = {mutant.name for mutant in MUTANTS.values() if mutant.origin is Origin.blind}

    assert written_blind == {name for name in MUTANTS if ".blind-" in name}


@pytest.mark.parametrize("path", ["courses?pageSize=3", "courses/crs_00000000", "bookings?page=0"])
def test_the_clean_prefix_changes_no_byte_of_an_answer(path: str, mutants: Bench) -> None:
    key = {"X-Api-Key": "sbx_bytes_alpha", "X-Request-Id": "same"}

    direct = httpx.get(f"{mutants.sandbox}/api/v1/travel/{path}", headers=key)
    proxied = httpx.get(f"{mutants.proxy}/clean/api/v1/travel/{path}", headers=key)

    assert (proxied.status_code, proxied.content) == (direct.status_code, direct.content)


def test_the_clean_prefix_changes_no_header_but_the_addresses(mutants: Bench) -> None:
    key = {"X-Api-Key": "sbx_bytes_alpha", "X-Request-Id": "same"}

    direct = httpx.get(f"{mutants.sandbox}/api/v1/travel/courses", headers=key)
    proxied = httpx.get(f"{mutants.proxy}/clean/api/v1/travel/courses", headers=key)

    changes_by_itself = {"date", "link"}
    assert {name: value for name, value in proxied.headers.items() if name not in changes_by_itself} == {
        name: value for name, value in direct.headers.items() if name not in changes_by_itself
    }


def test_the_pages_of_a_mutant_lead_back_to_the_mutant(mutants: Bench) -> None:
    answer = httpx.get(f"{mutants.proxy}/CRS-05/api/v1/travel/courses", headers={"X-Api-Key": "sbx_links_alpha"})

    assert "/CRS-05/api/v1/travel/courses" in answer.links["next"]["url"]


def test_a_prefix_that_names_no_mutant_is_answered_404(mutants: Bench) -> None:
    answer = httpx.get(f"{mutants.proxy}/CRS-99/api/v1/travel/courses", headers={"X-Api-Key": "sbx_links_alpha"})

    assert (answer.status_code, answer.text) == (404, "No mutant is called CRS-99. GET / lists them.\n")


def test_an_edited_answer_keeps_the_digits_of_its_prices() -> None:
    answer = Answer(200, (), b'{"price":85.00,"city":"Faro","tax":1.10}')

    assert answer.with_json(drop("city")(answer.json())).body == b'{"price":85.00,"tax":1.10}'


def test_an_edit_can_reach_every_second_item() -> None:
    body = {"data": [{"holes": 9}, {"holes": 9}, {"holes": 9}, {"holes": 9}]}

    assert [course["holes"] for course in put("data[1::2].holes", 27)(body)["data"]] == [9, 27, 9, 27]


def test_an_edit_can_reach_the_last_item_of_every_list() -> None:
    body = {"seasons": [{"prices": [Decimal(1), Decimal(2)]}, {"prices": []}, {"prices": [Decimal(3)]}]}

    assert alter("seasons[*].prices[-1]", str)(body)["seasons"] == [
        {"prices": [Decimal(1), "2"]},
        {"prices": []},
        {"prices": ["3"]},
    ]


def test_an_edit_makes_no_member_up() -> None:
    assert rename("data.phone", "telephone")({"data": {"name": "Faro"}}) == {"data": {"name": "Faro"}}


def test_a_path_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match=r"'data\[\.holes' is not a path"):
        put("data[.holes", 27)


@pytest.mark.parametrize(
    ("method", "path", "operation", "path_params"),
    [
        ("GET", "/travel/courses/crs%2F1", "getCourse", {"id": "crs/1"}),
        ("POST", "/travel/bookings/hooks", "createBookingHook", {}),
        ("DELETE", "/travel/bookings/hooks", None, {}),
        ("POST", "/travel/group-bookings/validate", "validateGroupBooking", {}),
        ("GET", "/travel/courses/1/2/3", None, {}),
    ],
)
def test_a_request_is_matched_to_its_operation(
    method: str, path: str, operation: str | None, path_params: dict[str, str]
) -> None:
    assert match(method, path) == (operation, path_params)
