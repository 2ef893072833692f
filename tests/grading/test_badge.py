"""The badge says what the grade says, and holds against hostile names."""

from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

import pytest

from conformance.grading.grades import Grade, Stage, observed_in, rows_of
from conformance.grading.observations import Observation
from conformance.grading.renderings.grade_badge import grade_badge
from tests.grading.planted import WRONG
from tests.grading.right_acts import RIGHT

_SVG = "{http://www.w3.org/2000/svg}"


def _badge(observed: dict[str, list[Observation]], contract: str = "1.3.0 b619d019", trouble: str = "") -> Xml.Element:
    stages = (Stage("", "", (), observed, trouble=trouble),)
    when = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
    return Xml.fromstring(grade_badge(Grade("client", contract, "0.2.0", when, stages, rows_of(stages))))  # noqa: S314 - our own text


def _observed(row: str, *, wrong: bool) -> dict[str, list[Observation]]:
    traffic = (WRONG if wrong else RIGHT)[row][0]
    return {row: list(observed_in(traffic)[row])}


@pytest.mark.parametrize(
    ("observed", "trouble", "said"),
    [
        (_observed("ABK-01", wrong=False), "", "pass"),
        (_observed("ABK-01", wrong=True), "", "fail: 1 violated"),
        (_observed("ABK-01", wrong=False), "The client hung.", "incomplete"),
        ({}, "", "incomplete"),
    ],
    ids=["pass", "fail", "trouble", "nothing"],
)
def test_the_badge_says_outcome_day_and_contract(
    observed: dict[str, list[Observation]], trouble: str, said: str
) -> None:
    badge = _badge(observed, trouble=trouble)

    texts = [text.text for text in badge.iter(f"{_SVG}text")]
    assert texts == ["teesheet grade", f"{said} · 2027-03-01 · contract 1.3.0"]
    assert badge.attrib["aria-label"] == f"teesheet grade: {texts[1]}"


def test_a_version_with_markup_stays_a_text() -> None:
    badge = _badge({}, contract="<script>alert(1)</script>")

    assert not list(badge.iter(f"{_SVG}script"))
