"""The summary for a pull request and the badge: what they say, and what a target cannot do in them."""

from dataclasses import replace
from xml.etree import ElementTree as Xml

import pytest

from conformance.report.badge import badge
from conformance.report.markdown_summary import markdown_summary
from conformance.report.markdown_text import MOST_BYTES, literal, prose
from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Reach
from conformance.results.run_result import Leftover, RowResult
from tests.conformance.made_up import exchange, row, row_result, run_result

SVG = "{http://www.w3.org/2000/svg}"


def test_a_failure_shows_its_sentence_its_heading_and_both_sides() -> None:
    text = markdown_summary(run_result(row_result("fail", expected="20 courses", actual="10 courses")))

    assert text.startswith("## Not conformant: 1 must requirement is violated.\n")
    needed = [
        "**PAG-03** Default page size is 20.",
        "must, stated; specification: Endpoints",
        "- expected: `20 courses`",
        "- actual: `10 courses`",
    ]
    assert [words for words in needed if words in text] == needed


def test_what_was_not_tested_stands_under_its_reason() -> None:
    text = markdown_summary(run_result(row_result("untested", message="Needs a key."), row_result("pass")))

    assert "### Not tested, by reason\n\n- 1 (1 must): Needs a key.  \n  PAG-03" in text


def test_many_rows_under_one_reason_are_folded_away() -> None:
    rows = [replace(row_result("untested", message="Needs a key."), row=row(row_id=f"PAG-{n}")) for n in range(10, 40)]

    text = markdown_summary(run_result(*rows))

    assert text.count("Needs a key.") == 1
    assert "- 30 (30 must): Needs a key.\n  <details><summary>which</summary>PAG-10, PAG-11" in text


def test_the_table_counts_selected_rows_by_area() -> None:
    rows = [row_result("pass"), row_result("pass"), row_result("fail"), row_result("untested", selected=False)]

    text = markdown_summary(run_result(*rows))

    header, _, line, *_ = [line for line in text.splitlines() if line.startswith("|")]
    assert (header, line) == ("| area | fail | pass |", "| conventions | 1 | 2 |")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"faults": ("test_x.py cannot be loaded",)}, "`test_x.py cannot be loaded`"),
        (
            {"leftovers": (Leftover("booking", "bkg_1", "DELETE answered 409"),)},
            "- 1: `booking: DELETE answered 409`  \n  `bkg_1`",
        ),
        ({"read_only": True}, "> This run was read\\-only"),
        ({"only": ("PAG-03",)}, "> Only PAG\\-03 was asked for."),
        ({"interrupted": True}, "interrupted"),
    ],
)
def test_a_reader_sees_all_notices_about_the_run(facts: dict[str, object], words: str) -> None:
    assert words in markdown_summary(run_result(row_result("pass"), **facts))


def test_a_warning_shows_its_evidence() -> None:
    text = markdown_summary(run_result(row_result("warn", "should", message="Worth a look.")))

    assert "<details><summary>Warnings</summary>" in text
    assert "- `Worth a look.`" in text


def test_the_summary_stays_below_its_limit_and_says_what_it_leaves_out() -> None:
    rows = [row_result("fail", expected="é" * 5000, actual="`|" * 5000) for _ in range(400)]

    text = markdown_summary(run_result(*rows))

    assert len(text.encode()) < MOST_BYTES
    shown = text.count("**PAG-03**")
    # The table of verdicts by area does not fit either.
    assert f"{400 - shown + 1} more entries do not fit here; report.html has them." in text


def test_a_fold_of_many_entries_is_cut_between_two_of_them_and_closed() -> None:
    text = markdown_summary(run_result(*[row_result("warn", "should", message="x" * 250) for _ in range(400)]))

    shown = text.count("**PAG-03**")
    assert f"{400 - shown} more in report.html.\n\n</details>" in text
    assert text.count("<details>") == text.count("</details>")


def test_a_failure_shows_its_cost_and_how_to_repeat_it() -> None:
    text = markdown_summary(run_result(row_result("fail", exchanges=(0,)), exchanges=(exchange(),)))

    assert "- costs: Two parties arrive for one tee time." in text
    assert "<summary>repeat</summary>\n\n  `curl -i http://target.example/api/v1/travel/courses " in text


def test_a_request_that_one_line_cannot_hold_is_not_offered_for_repeating() -> None:
    sent = exchange(method="POST", sent=b'{"a": "two\n\nlines"}')

    text = markdown_summary(run_result(row_result("fail", exchanges=(0,)), exchanges=(sent,)))

    assert "curl" not in text


def test_generated_traffic_is_shown_in_a_fold() -> None:
    finding = GeneratedFinding("searchCourses", "schema", "/data/*/holes", "27 is odd", ("fuzzing",), 3, 0)
    generated = GeneratedTraffic((finding,), (Reach("searchCourses", 60, 44), Reach("getBooking", 5, 0)))

    text = markdown_summary(run_result(row_result("pass"), generated=generated))

    assert "<details><summary>Generated traffic</summary>" in text
    assert "- `65 requests reached 1 of 2 operations.`" in text
    assert "searchCourses /data/*/holes: 27 is odd" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "`plain`"),
        ("a ` b", "``a ` b``"),
        ("`", "`` ` ``"),
        ("``x", "``` ``x ```"),
        ("two\nlines", "`two lines`"),
        ("a\x1b[31mb", r"`a\x1b[31mb`"),
        ("", "` `"),
    ],
)
def test_what_a_target_sent_stays_in_its_code_span(text: str, shown: str) -> None:
    assert literal(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<img>", "\\<img\\>"),
        ("*loud*", "\\*loud\\*"),
        ("@octocat", "@\u200boctocat"),
        ("fixes #1", "fixes \\#\u200b1"),
    ],
)
def test_prose_neither_formats_nor_addresses_anybody(text: str, shown: str) -> None:
    assert prose(text) == shown


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row_result("pass")], "conformant"),
        ([row_result("fail")], "1 violation"),
        ([row_result("fail"), row_result("fail"), row_result("fail", selected=False)], "2 violations"),
        ([row_result("untested")], "incomplete"),
        ([row_result("broken")], "suite broke"),
    ],
)
def test_the_badge_says_the_outcome_to_eyes_and_to_screen_readers(rows: list[RowResult], said: str) -> None:
    root = Xml.fromstring(badge(run_result(*rows)))  # noqa: S314 - our own document

    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == f"golf booking: {said}"
    assert [text.text for text in root.iter(f"{SVG}text")] == ["golf booking", said]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"only": ("PAG-03",)}, "conformant (1 requirement of 2)"),
        ({"only": ("PAG-03",), "read_only": True}, "conformant (read-only, 1 requirement of 2)"),
    ],
)
def test_the_badge_of_a_few_requirements_says_how_few(facts: dict[str, object], said: str) -> None:
    result = run_result(row_result("pass"), row_result("skip", selected=False), **facts)

    assert f"<title>golf booking: {said}</title>" in badge(result)


def test_the_words_of_the_badge_stay_within_it() -> None:
    root = Xml.fromstring(badge(run_result(row_result("pass"))))  # noqa: S314 - our own document

    label, said = root.iter(f"{SVG}text")
    ends = [float(text.get("x", "")) + float(text.get("textLength", "")) for text in (label, said)]
    assert ends[0] < float(said.get("x", ""))
    assert ends[1] < float(root.get("width", ""))


def test_two_badges_on_one_page_share_no_id() -> None:
    assert " id=" not in badge(run_result(row_result("pass")))
