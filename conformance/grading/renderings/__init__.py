"""The renderings of a grade: for people, pull requests, build servers, programs and other pages. None decides."""

from collections.abc import Callable, Mapping
from pathlib import Path

from conformance.grading.grades import Grade
from conformance.grading.renderings.grade_badge import grade_badge
from conformance.grading.renderings.grade_json import grade_json
from conformance.grading.renderings.grade_markdown import grade_markdown
from conformance.grading.renderings.grade_page import grade_page
from conformance.grading.renderings.grade_xml import grade_xml

REPORTS: Mapping[str, Callable[[Grade], str]] = {
    "grade.html": grade_page,
    "grade.md": grade_markdown,
    "grade.json": grade_json,
    "junit.xml": grade_xml,
    "badge.svg": grade_badge,
}


def write_grade(grade: Grade, folder: Path) -> None:
    """Writes every rendering into *folder*. Raises `OSError` when that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, render in REPORTS.items():
        (folder / name).write_text(render(grade), encoding="utf-8")
