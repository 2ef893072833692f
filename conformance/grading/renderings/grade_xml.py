"""junit.xml of a grade: one case for each row. A row that was not observed is skipped with its reason, never green."""

from xml.etree import ElementTree as Xml

from conformance.grading.grades import Grade, GradeVerdict, RowGrade
from conformance.grading.renderings.wording import call_lines, situations, stage_named, title_of
from conformance.grading.rows import AREAS
from conformance.text.visible import visible


def grade_xml(grade: Grade) -> str:
    """The grade as JUnit XML: a failure for a violated must, an error for a scenario that could not be judged."""
    root = Xml.Element("testsuites", name="teesheet grade")
    for area in AREAS:
        rows = [row for row in grade.rows if row.row.area == area]
        suite = Xml.SubElement(root, "testsuite", name=area, tests=str(len(rows)))
        suite.set("failures", str(sum(row.verdict is GradeVerdict.failed for row in rows)))
        suite.set("skipped", str(sum(row.verdict is GradeVerdict.unobserved for row in rows)))
        for row in rows:
            _case(suite, row, grade)
    troubled = [stage for stage in grade.stages if stage.trouble]
    if troubled:
        suite = Xml.SubElement(root, "testsuite", name="scenarios", tests=str(len(troubled)), errors=str(len(troubled)))
        for stage in troubled:
            case = Xml.SubElement(suite, "testcase", name=visible(stage.title), classname="grade.scenarios")
            Xml.SubElement(case, "error", message=visible(stage.trouble))
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: Xml.Element, row: RowGrade, grade: Grade) -> None:
    name = f"{row.row.id} {row.row.sentence}"
    case = Xml.SubElement(suite, "testcase", name=name, classname=f"grade.{row.row.area}.{row.row.level.value}")
    if row.verdict is GradeVerdict.unobserved:
        Xml.SubElement(case, "skipped", message=f"Not observed: {row.row.shown_by}")
    elif row.verdict is GradeVerdict.passed:
        Xml.SubElement(case, "system-out").text = situations(row)
    else:
        child = Xml.SubElement(case, "failure" if row.verdict is GradeVerdict.failed else "system-out")
        child.text = visible(_text(row, grade))
        if row.verdict is GradeVerdict.failed:
            child.set("message", visible(row.findings[0].sentence))


def _text(row: RowGrade, grade: Grade) -> str:
    lines = [f"costs: {row.row.costs}", f"instead: {row.row.right}"]
    for finding in row.findings:
        lines.append(f"{title_of(grade, finding.scenario) or 'recording'}: {finding.sentence}")
        lines += call_lines(stage_named(grade, finding.scenario), finding.calls)
    return "\n".join(lines)
