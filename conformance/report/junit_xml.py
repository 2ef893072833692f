"""junit.xml for build servers: one test case per catalogue row, one suite per area, red exactly when the exit code is
not 0.

A violation is a failure. A violated should that counts (--fail-on) is a failure too, of the type `serious` or `warn`.
An undecided must (untested or inconclusive) is an error, because a build server shows a skipped case in green. An
undecided should is skipped with its reason; so is a row that does not apply, was not selected, is open or is known. A
warning passes, and its output says so. Faults of the suite and stale rows of a baseline have suites of their own.

The file has only members that the schemas of Jenkins and Surefire know. They know no properties of a single case, so
the level of a row is the last part of its class name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from conformance.catalogue.requirements import AREAS, Level
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Verdict
from conformance.report.curl import lines_to_repeat, proof_lines
from conformance.report.grouping import cost_of, in_area
from conformance.report.wording import UNDECIDED, headline, known_text, notices, target_of
from conformance.results.run_result import COUNTED, Outcome, RowResult, RunResult
from conformance.scope.selection import FailOn
from conformance.text.visible import visible

_CHILD_OF = {
    Verdict.fail: "failure",
    Verdict.broken: "error",
    Verdict.untested: "error",
    Verdict.inconclusive: "error",
    Verdict.skip: "skipped",
    Verdict.known: "skipped",
    Verdict.info: "skipped",
    Verdict.serious: "system-out",
    Verdict.warn: "system-out",
}

# Build servers keep messages in memory and show them in a list. report.html beside this file has the whole text.
_LONGEST_MESSAGE = 400
_LONGEST_TEXT = 8_000


@dataclass(frozen=True)
class _Case:
    """One test case; *child* is the element that carries its verdict, None for a plain pass."""

    name: str
    class_name: str
    child: str | None
    kind: str
    message: str
    text: str
    seconds: float = 0.0


def junit_xml(result: RunResult) -> bytes:
    """The run as JUnit XML in UTF-8. Times are in seconds: of a case, the time of its exchanges; of the whole file, the
    time of the run.
    """
    suites = {
        **{area: [_case(row, result) for row in in_area(result.rows, area)] for area in AREAS},
        "run": [*(_fault(fault) for fault in result.faults), *_incomplete(result)],
        "baseline": [_stale(sentence) for sentence in result.stale_baseline],
    }
    cases = [case for suite_cases in suites.values() for case in suite_cases]
    seconds = (result.finished_at - result.started_at).total_seconds()
    root = Xml.Element("testsuites", {"name": "teesheet check", **_counts(cases), "time": f"{seconds:.3f}"})
    for name, suite_cases in suites.items():
        if suite_cases:
            _add_suite(root, name, suite_cases, result)
    document: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return document


def child_of(row: RowResult, fail_on: FailOn = FailOn.serious) -> str | None:
    """The element that carries the verdict of a case, or None for a plain pass."""
    if not row.selected:
        return "skipped"
    if row.verdict in COUNTED[fail_on]:
        return "failure"
    if row.verdict in UNDECIDED and row.row.level is not Level.must:
        return "skipped"
    return _CHILD_OF.get(row.verdict)


def _add_suite(root: Xml.Element, name: str, cases: Sequence[_Case], result: RunResult) -> None:
    skipped = sum(1 for case in cases if case.child == "skipped")
    suite = Xml.SubElement(root, "testsuite", {"name": name, **_counts(cases), "skipped": str(skipped)})
    suite.set("time", f"{sum(case.seconds for case in cases):.3f}")
    suite.set("timestamp", result.started_at.replace(tzinfo=None).isoformat(timespec="seconds"))
    facts = {
        "target": target_of(result),
        "seed": str(result.seed),
        "marker": result.marker,
        "outcome": result.outcome.value,
        "profile": result.profile,
        "headline": headline(result),
        **({"notices": " ".join(sentences)} if (sentences := notices(result)) else {}),
    }
    properties = Xml.SubElement(suite, "properties")
    for fact, value in facts.items():
        Xml.SubElement(properties, "property", name=fact, value=visible(value))
    for case in cases:
        _add_case(suite, case)


def _add_case(suite: Xml.Element, case: _Case) -> None:
    element = Xml.SubElement(
        suite, "testcase", classname=case.class_name, name=visible(case.name), time=f"{case.seconds:.3f}"
    )
    if case.child is None:
        return
    child = Xml.SubElement(element, case.child)
    if case.child != "system-out":
        child.set("message", _cut(visible(case.message), _LONGEST_MESSAGE))
    if case.child in ("failure", "error"):
        child.set("type", case.kind)
    if case.child != "skipped":
        child.text = _cut(visible(case.text), _LONGEST_TEXT)


def _case(row: RowResult, result: RunResult) -> _Case:
    exchanges = result.exchanges
    accepted = f"{known_text(row.known)} " if row.known else ""
    return _Case(
        name=f"{row.row.id} {row.row.sentence}",
        class_name=f"{row.row.area}.{row.row.level.value}",
        child=child_of(row, result.fail_on),
        kind=row.verdict.value,
        message=f"{row.verdict.value}: {accepted}{row.message}",
        text="\n".join(_lines(row, exchanges)),
        seconds=round(sum(exchanges[number].elapsed_ms for number in row.exchanges) / 1000, 3),
    )


def _lines(row: RowResult, exchanges: Sequence[Exchange]) -> Iterable[str]:
    """Everything that a person who sees only the build server needs, line by line."""
    yield f"{row.verdict.value}: {row.message}"
    yield f"requirement: {row.row.id} {row.row.sentence}"
    yield f"level: {row.row.level.value} ({row.row.basis.value}); specification: {row.row.heading}"
    if row.row.gravity:
        yield f"gravity: {row.row.gravity.value}. {row.row.gravity_reason or ''}".rstrip()
    cost = cost_of(row)
    if cost:
        yield f"costs: {cost}"
    if row.expected is not None:
        yield f"expected: {row.expected}"
        yield f"actual: {row.actual}"
    for line in proof_lines(row, exchanges):
        yield f"seen in: {line}"
    for line in lines_to_repeat(row, exchanges):
        yield f"repeat: {line}"


def _fault(fault: str) -> _Case:
    return _Case(fault, "run", "error", "fault of the suite", fault, fault)


def _incomplete(result: RunResult) -> list[_Case]:
    """A red case for a run whose rows alone would look green: nothing ran, or it was cut short."""
    if result.outcome is not Outcome.incomplete or any(child_of(row, result.fail_on) == "error" for row in result.rows):
        return []
    sentence = result.cut_short or "No check ran, so nothing is known about the target."
    return [_Case("the run is complete", "run", "error", "incomplete", sentence, sentence)]


def _stale(sentence: str) -> _Case:
    return _Case(sentence, "baseline", "failure", "stale", f"stale: {sentence}", sentence)


def _counts(cases: Sequence[_Case]) -> dict[str, str]:
    children = [case.child for case in cases]
    return {
        "tests": str(len(children)),
        "failures": str(children.count("failure")),
        "errors": str(children.count("error")),
    }


def _cut(text: str, most_characters: int) -> str:
    return text if len(text) <= most_characters else f"{text[:most_characters]} ... (cut, see report.html)"
