"""report.html, taken apart as a browser would: it fetches nothing, shows every row, and tells what a reader needs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Level
from conformance.contracts.own_requests import BadRequest
from conformance.contracts.under_test import Contract
from conformance.evidence.verdicts import Verdict
from conformance.report.html_page import html_page
from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Reach
from conformance.results.run_result import Leftover, RowResult, RunResult
from tests.conformance.made_up import exchange, row, row_result, run_result

VOID = {"meta", "link", "input", "br", "rect"}


@dataclass
class Element:
    """One element with its attributes, everything below it, and its own text."""

    tag: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str, **attributes: str) -> Iterator["Element"]:
        """Each element below with this tag and these attributes; `class_` stands for `class`."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        for child in self.children:
            if child.tag == tag and wanted.items() <= child.attributes.items():
                yield child
            yield from child.all(tag, **attributes)

    @property
    def whole_text(self) -> str:
        """All text at and below the element, in no promised order."""
        return " ".join([self.text, *(child.whole_text for child in self.children)])


class Page(HTMLParser):
    """Parses a page; every element that is opened must be closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]
        self.feed(page)
        self.close()
        assert [item.tag for item in self._open] == [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self._open[-1].text += data


def parsed(result: RunResult) -> Element:
    return Page(html_page(result)).root


def numbered(count: int, body: bytes = b"{}") -> RunResult:
    """A run of *count* exchanges in which each row of the catalogue rests on nine of them."""
    rows = [
        RowResult(
            item, True, Verdict.pass_, "It holds.", None, None, tuple((place * 9 + step) % count for step in range(9))
        )
        for place, item in enumerate(load_catalogue())
    ]
    exchanges = tuple(replace(exchange(body, status=200), index=place) for place in range(count))
    return run_result(*rows, exchanges=exchanges)


def failing(**facts: object) -> RunResult:
    failed = row_result("fail", expected="20 courses", actual="10 courses", exchanges=(0, 1), **facts)
    others = (exchange(b'{"fee":85.00}'), exchange(b'{"second":1}', index=1))
    return run_result(failed, exchanges=others)


def test_the_page_fetches_nothing() -> None:
    page = parsed(failing())

    elements = [item for tag in ("a", "link", "script", "img", "iframe", "form") for item in page.all(tag)]
    addresses = [element.attributes.get(name, "#") for element in elements for name in ("href", "src", "action")]
    assert [address for address in addresses if not address.startswith("#") and address != "data:,"] == []
    assert re.findall(r"@import|url\(|fetch\(|XMLHttpRequest|WebSocket", html_page(failing())) == []


def test_the_page_forbids_a_browser_to_fetch_anything_and_to_run_any_script_but_its_own() -> None:
    (policy,) = parsed(failing()).all("meta", http_equiv="Content-Security-Policy")

    assert policy.attributes["content"].startswith("default-src 'none'; ")
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/]{43}='", policy.attributes["content"])


def test_the_page_shows_every_row_whatever_its_verdict() -> None:
    rows = list(parsed(numbered(40)).all("details", class_="row"))

    assert [row.attributes["id"] for row in rows] == [row.id for row in load_catalogue()]
    assert all({"data-verdict", "data-area", "data-level"} <= row.attributes.keys() for row in rows)


def test_the_picture_has_a_tile_for_every_row_and_says_in_words_what_it_shows() -> None:
    page = parsed(numbered(40))

    pictures = list(page.all("svg"))
    assert [picture.attributes["role"] for picture in pictures] == ["img"] * len(pictures)
    assert sorted(tile.attributes["data-row"] for picture in pictures for tile in picture.all("g")) == sorted(
        row.id for row in load_catalogue()
    )
    assert [len(list(picture.all("desc"))) for picture in pictures] == [1] * len(pictures)


def test_the_tiles_differ_by_letter_and_not_by_colour_alone() -> None:
    verdicts = [verdict.value for verdict in Verdict]
    (picture,) = parsed(run_result(*[row_result(verdict) for verdict in verdicts])).all("svg")

    letters = ["".join(text.text for text in tile.all("text")) for tile in picture.all("g")]

    assert len(set(letters)) == len(verdicts)


def test_the_first_lines_name_what_judged_the_run() -> None:
    judged = run_result(row_result("pass"), contract=Contract("Tee times", "1.3.0", "0123456789abcdef" * 4))

    (header,) = parsed(judged).all("header")
    facts = [" ".join(fact.whole_text.split()) for fact in header.all("span")]

    version = dict(judged.versions)["teesheet"]
    assert {f"Judged by teesheet {version}", "Contract sha256 Tee times 1.3.0 0123456789abcdef"} <= set(facts)


def test_a_failure_is_open_from_the_start() -> None:
    (failed,) = parsed(failing()).all("details", class_="row")

    assert "open" in failed.attributes


@pytest.mark.parametrize(
    "words",
    [
        "20 courses",
        "10 courses",
        "Two parties arrive for one tee time.",
        "Endpoints",
        '"fee": 85.00',
        "curl -i http://target.example/api/v1/travel/courses",
    ],
    ids=["expected", "actual", "cost", "heading", "answer", "request"],
)
def test_a_failure_shows_what_its_reader_needs(words: str) -> None:
    (failed,) = parsed(failing()).all("details", class_="row")

    assert words in failed.whole_text


def first_screen() -> Element:
    """The first screen after a run with a failure and thirty rows without a key."""
    rows = [
        row_result("fail", expected="20 courses", actual="10 courses"),
        *[
            RowResult(row(row_id=f"PAG-{n}"), True, Verdict.untested, "Needs a key.", None, None, ())
            for n in range(10, 40)
        ],
    ]

    (first,) = parsed(run_result(*rows)).all("div", class_="first")
    return first


def test_the_first_screen_shows_a_reason_once_for_all_its_rows() -> None:
    assert first_screen().whole_text.count("Needs a key.") == 1


@pytest.mark.parametrize(
    "words",
    ["10 courses", "Two parties arrive for one tee time.", "30"],
    ids=["actual", "cost", "how many rows are untested"],
)
def test_the_first_screen_shows_failures_and_how_much_is_untested(words: str) -> None:
    assert words in first_screen().whole_text


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"faults": ("test_x.py cannot be loaded",)}, "test_x.py cannot be loaded"),
        ({"stale_baseline": ("PAG-05 holds: delete its row.",)}, "PAG-05 holds: delete its row."),
        ({"leftovers": (Leftover("booking", "bkg_1", "DELETE answered 409"),)}, "DELETE answered 409"),
        ({"cut_short": "the time budget of 60 s is used up"}, "the time budget of 60 s is used up"),
        ({"read_only": True}, "nothing but GET"),
        ({"interrupted": True}, "interrupted"),
    ],
)
def test_a_reader_sees_all_notices_about_the_run(facts: dict[str, object], words: str) -> None:
    assert words in parsed(run_result(row_result("pass"), **facts)).whole_text


def test_a_program_is_shown_as_numbered_requests() -> None:
    (program,) = parsed(failing(program=(1, 0))).all("div", class_="program")

    steps = [step.whole_text for step in program.all("li")]
    assert len(steps) == 2
    assert all("curl -i http://target.example" in step for step in steps)


@pytest.mark.parametrize(
    "words",
    ["65", "27 is neither 9 nor 18", "/data/*/holes", "counts for none", "44", "getBooking", "curl -i"],
    ids=["all requests", "finding", "place", "worth", "answered", "operation", "request"],
)
def test_generated_traffic_is_shown_with_its_reach_and_its_findings(words: str) -> None:
    finding = GeneratedFinding("searchCourses", "schema", "/data/*/holes", "27 is neither 9 nor 18", ("fuzzing",), 3, 0)
    generated = GeneratedTraffic((finding,), (Reach("searchCourses", 60, 44), Reach("getBooking", 5, 0)))

    (section,) = parsed(replace(failing(), generated=generated)).all("section", class_="generated")

    assert words in section.whole_text


def test_requests_accepted_outside_the_contract_are_reported_once_for_each_reason() -> None:
    attempts = tuple(BadRequest("a_check", place, "createBooking", "players 5 is more than 4") for place in (0, 1))

    page = parsed(replace(failing(), accepted_attempts=attempts))

    (shown,) = [section.whole_text for section in page.all("section", class_="generated")]
    assert shown.count("players 5 is more than 4") == 1
    assert "curl -i" in shown


def test_an_exchange_stands_in_the_page_once_whoever_rests_on_it() -> None:
    failed = row_result("fail", exchanges=(0,))
    rows = [replace(failed, row=row(row_id=name)) for name in ("PAG-01", "PAG-02", "PAG-03")]
    held = replace(row_result("pass", exchanges=(0,)), row=row(row_id="PAG-04"))

    page = html_page(run_result(*rows, held, exchanges=(exchange(b'{"only":"once"}'),)))

    assert page.count('"only": "once"') == 1


@pytest.mark.parametrize("verdict", ["pass", "fail"])
def test_a_page_of_3000_long_exchanges_stays_small_enough_to_send(verdict: str) -> None:
    result = numbered(3000, b'{"data":"' + b"x" * 20_000 + b'"}')
    rows = tuple(replace(row, verdict=Verdict(verdict)) for row in result.rows)

    page = html_page(replace(result, rows=rows))

    assert len(page.encode()) < 6_000_000


def test_the_page_escapes_what_a_target_sends() -> None:
    evil = b"</pre><script>alert(1)</script>"
    failed = row_result("fail", expected="<img src=x>", actual=evil.decode(), message=evil.decode(), exchanges=(0,))

    page = html_page(run_result(failed, exchanges=(exchange(evil),)))

    assert "<script>alert(1)" not in page
    assert "<img" not in page
    assert len(list(Page(page).root.all("script"))) == 1


def test_every_row_that_can_fail_says_what_that_costs() -> None:
    rows = [row_result("fail") for _ in range(1)]
    rows = [replace(rows[0], row=row) for row in load_catalogue() if row.level in (Level.must, Level.should)]

    text = parsed(run_result(*rows)).whole_text

    assert [row.row.id for row in rows if row.row.costs not in text] == []
