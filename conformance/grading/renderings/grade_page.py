"""grade.html: one page for the author of the client. Self-contained; it fetches nothing and runs no script."""

from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from conformance.grading.grades import Grade, GradeVerdict
from conformance.grading.renderings.wording import (
    NO_MORE,
    call_lines,
    headline,
    judged_by,
    situations,
    stage_named,
    title_of,
)
from conformance.grading.rows import AREAS
from conformance.text.visible import visible


def grade_page(grade: Grade) -> str:
    """The page as one HTML document."""
    return (
        _environment()
        .get_template("grade.html.j2")
        .render(
            grade=grade,
            headline=headline(grade),
            judged_by=judged_by(grade),
            no_more=NO_MORE,
            failed=grade.of(GradeVerdict.failed),
            warned=grade.of(GradeVerdict.warned),
            areas=[(area, [row for row in grade.rows if row.row.area == area]) for area in AREAS],
            situations=situations,
            title_of=lambda name: title_of(grade, name),
            call_lines=lambda finding: call_lines(stage_named(grade, finding.scenario), finding.calls),
            style=resources.files(__package__).joinpath("templates/grade.css").read_text(encoding="utf-8"),
        )
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("conformance.grading.renderings"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
