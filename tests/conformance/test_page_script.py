"""The script of report.html does its work in a DOM: filters, the address of a view, exchanges drawn when a row opens.

Needs Node and the npm registry. Where Node is missing, these tests fail: they were asked for.
"""

import json
import subprocess
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from conformance.report.html_page import html_page
from tests.conformance.made_up import exchange, row, row_result, run_result

pytestmark = pytest.mark.node

JSDOM = "jsdom@26.1.0"
READER = Path(__file__).parent / "page_in_jsdom.cjs"
ADDRESS = "https://ci.example/report.html"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which npm has installed jsdom."""
    folder = tmp_path_factory.mktemp("jsdom")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), JSDOM]
    subprocess.run(command, check=True, timeout=300)
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with one row that failed and two that held."""
    failed = row_result("fail", exchanges=(0,))
    held = [
        replace(row_result("pass", exchanges=(0, 1)), row=row(row_id="CRS-01", area="courses")),
        replace(row_result("pass"), row=row("should", row_id="CRS-02", area="courses")),
    ]
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(html_page(run_result(failed, *held, exchanges=(exchange(), exchange(index=1)))), "utf-8")
    return file


def seen(packages: Path, page: Path, fragment: str = "") -> Any:
    command = ["node", str(READER), str(packages), str(page), ADDRESS + fragment]
    read = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert read.returncode == 0, read.stderr
    return json.loads(read.stdout)


def test_the_script_of_the_page_is_javascript() -> None:
    script = resources.files("conformance.report").joinpath("templates", "page.js")

    checked = subprocess.run(["node", "--check", str(script)], capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stderr


def test_everything_is_shown_at_first_and_what_failed_stands_open(packages: Path, page: Path) -> None:
    shown = seen(packages, page)

    assert (shown["atFirst"], shown["open"]) == (["PAG-03", "CRS-01", "CRS-02"], ["PAG-03"])


def test_a_filter_hides_rows_and_stands_in_the_address(packages: Path, page: Path) -> None:
    shown = seen(packages, page)

    assert shown["failed"] == {"rows": ["PAG-03"], "hash": "#verdict=fail"}


def test_a_search_narrows_the_filter_counts_what_is_left_and_stands_in_the_address(packages: Path, page: Path) -> None:
    shown = seen(packages, page)

    assert shown["searched"] == {"rows": [], "hash": "#verdict=fail&q=no+row+says+this", "count": "0 of 3"}


def test_a_slash_leads_to_the_search(packages: Path, page: Path) -> None:
    assert seen(packages, page)["focused"]


def test_the_exchanges_of_a_row_that_held_are_drawn_when_it_opens(packages: Path, page: Path) -> None:
    assert seen(packages, page)["drawn"] == 2


@pytest.mark.parametrize(
    ("fragment", "rows"),
    [
        ("#verdict=pass&level=must", ["CRS-01"]),
        ("#area=courses", ["CRS-01", "CRS-02"]),
        ("#verdict=fail,pass&q=pag-03", ["PAG-03"]),
        ("#CRS-02", ["PAG-03", "CRS-01", "CRS-02"]),
        ("#verdict=nonsense", []),
    ],
)
def test_an_address_brings_back_the_view_it_was_copied_from(
    packages: Path, page: Path, fragment: str, rows: list[str]
) -> None:
    assert seen(packages, page, fragment)["atFirst"] == rows


def test_the_address_of_a_row_opens_it(packages: Path, page: Path) -> None:
    assert seen(packages, page, "#CRS-02")["open"] == ["PAG-03", "CRS-02"]
