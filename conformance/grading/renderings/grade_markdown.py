"""grade.md: the grade for a comment under a pull request."""

from conformance.grading.grades import Grade, GradeVerdict, RowGrade
from conformance.grading.renderings.wording import NO_MORE, headline, judged_by, title_of
from conformance.report.markdown_text import prose


def grade_markdown(grade: Grade) -> str:
    """The headline, the violated rows with what to do instead, and what was not observed."""
    lines = [f"## {prose(headline(grade))}", "", prose(judged_by(grade)), ""]
    for stage in grade.stages:
        lines += [f"- **{prose(stage.title)}**: {prose(stage.trouble)}"] if stage.trouble else []
    lines += _table("Violated", grade.of(GradeVerdict.failed), grade) + _table(
        "Warnings", grade.of(GradeVerdict.warned), grade
    )
    unobserved = ", ".join(row.row.id for row in grade.of(GradeVerdict.unobserved))
    lines += ["", f"Not observed: {unobserved or 'none'}.", "", NO_MORE, ""]
    return "\n".join(lines)


def _table(title: str, rows: list[RowGrade], grade: Grade) -> list[str]:
    if not rows:
        return []
    lines = ["", f"### {title}", "", "| row | what happened | instead |", "|---|---|---|"]
    for row in rows:
        first = row.findings[0]
        where = title_of(grade, first.scenario)
        happened = f"{where}: {first.sentence}" if where else first.sentence
        lines.append(f"| {row.row.id} {prose(row.row.sentence)} | {prose(happened)} | {prose(row.row.right)} |")
    return lines
