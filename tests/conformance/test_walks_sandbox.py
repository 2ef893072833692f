"""Walks on a real sandbox: within their budget where nothing is wrong, and with a short program where something is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.mutants.tools.bench import Bench, bench

ONE_ROW_OF_EACH_THEME = ("BKX-07", "HLD-16", "HOK-05", "GRP-06")
MOST_REQUESTS = 200


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("walks")) as running:
        yield running


def _written(ready: Bench, prefix: str, file: str) -> Any:
    return json.loads((ready.folder / prefix / file).read_text("utf-8"))


def test_walks_find_nothing_on_the_sandbox_and_keep_to_their_budget(ready: Bench) -> None:
    verdicts = ready.verdicts("clean", "--only", ",".join(ONE_ROW_OF_EACH_THEME))

    entries = _written(ready, "clean", "exchanges.har")["log"]["entries"]
    walked = [entry for entry in entries if "test_walks" in entry["_check"]]
    assert {row: verdicts[row].word for row in ONE_ROW_OF_EACH_THEME} == dict.fromkeys(ONE_ROW_OF_EACH_THEME, "pass")
    assert 100 < len(walked) <= MOST_REQUESTS
    assert {entry["request"]["method"] for entry in walked} == {"GET", "POST", "PUT", "DELETE"}


def test_walks_in_lanes_play_whole_programs_and_find_nothing_on_the_sandbox(ready: Bench) -> None:
    verdicts = ready.verdicts("clean", "--only", ",".join(ONE_ROW_OF_EACH_THEME), "--concurrency", "4")

    entries = _written(ready, "clean", "exchanges.har")["log"]["entries"]
    walked = [entry for entry in entries if "test_walks" in entry["_check"]]
    assert {row: verdicts[row].word for row in ONE_ROW_OF_EACH_THEME} == dict.fromkeys(ONE_ROW_OF_EACH_THEME, "pass")
    assert 100 < len(walked) <= MOST_REQUESTS
    assert {entry["_lane"].partition(" part ")[0] for entry in walked} == {"lane 3", "lane 4"}


@pytest.mark.parametrize("concurrency", ["1", "4"])
def test_a_fault_of_history_comes_with_the_requests_that_show_it(ready: Bench, concurrency: str) -> None:
    ready.verdicts("BKU-03.second", "--only", "BKU-03", "--concurrency", concurrency)

    rows = _written(ready, "BKU-03.second", "report.json")["requirements"]
    entries = _written(ready, "BKU-03.second", "exchanges.har")["log"]["entries"]
    program = next(row["program"] for row in rows if row["id"] == "BKU-03")
    sent = [entries[place]["request"]["method"] for place in program]
    assert [method for method in sent if method != "GET"] == ["POST", "PUT", "PUT"]


def test_a_read_only_run_makes_no_walk(ready: Bench) -> None:
    ready.verdicts("clean", "--only", "GRP-12,AUT-09,GRP-06", "--read-only")

    entries = _written(ready, "clean", "exchanges.har")["log"]["entries"]
    assert {entry["request"]["method"] for entry in entries} <= {"GET"}


def test_a_run_whose_rows_are_violated_already_makes_no_walk(ready: Bench) -> None:
    verdicts = ready.verdicts("BKL-03", "--only", "BKL-03")

    entries = _written(ready, "BKL-03", "exchanges.har")["log"]["entries"]
    assert verdicts["BKL-03"].word == "fail"
    assert not any("test_walks" in entry["_check"] for entry in entries)
