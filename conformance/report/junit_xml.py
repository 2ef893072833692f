"""junit.xml for build servers: one test case per catalogue row, one suite per area.

A violation is a failure. What is untested, inconclusive or broken is an error, because a build server shows
a skipped case in green. Only what does not apply, was not selected, or is a known failure, is skipped. Stale
rows of a baseline are failures in a suite of their own.
"""

import re
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from conformance.catalogue import AREAS
from conformance.report.wording import known_text
from conformance.results import RowResult, RunResult
from conformance.verdicts import Verdict

_CHILD_OF = {
    Verdict.fail: "failure",
    Verdict.broken: "error",
    Verdict.untested: "error",
    Verdict.inconclusive: "error",
    Verdict.skip: "skipped",
    Verdict.known: "skipped",
    Verdict.warn: "system-out",
    Verdict.info: "system-out",
}

# XML 1.0 cannot hold these, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(result: RunResult) -> bytes:
    """The run as JUnit XML in UTF-8."""
    children = [child_of(one) for one in result.rows] + ["failure"] * len(result.stale_baseline)
    root = Xml.Element("testsuites", {"name": "teesheet check", **_counts(children)})
    root.set("time", f"{(result.finished_at - result.started_at).total_seconds():.3f}")
    for area in AREAS:
        rows = [one for one in result.rows if one.row.area == area]
        suite = Xml.SubElement(root, "testsuite", {"name": area, **_counts([child_of(one) for one in rows])})
        suite.set("timestamp", result.started_at.replace(tzinfo=None).isoformat(timespec="seconds"))
        for one in rows:
            _add_case(suite, one)
    if result.stale_baseline:
        _add_stale_baseline(root, result.stale_baseline)
    document: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return document


def _add_case(suite: Xml.Element, one: RowResult) -> None:
    case = Xml.SubElement(suite, "testcase", classname=one.row.area, name=f"{one.row.id} {one.row.sentence}")
    child = child_of(one)
    if child is None:
        return
    element = Xml.SubElement(case, child)
    accepted = f"{known_text(one.known)} " if one.known else ""
    message = _allowed(f"{one.verdict.value}: {accepted}{one.message}")
    if child != "system-out":
        element.set("message", message)
    if child in ("failure", "error"):
        element.set("type", one.verdict.value)
    element.text = message if child != "skipped" else None


def _add_stale_baseline(root: Xml.Element, sentences: Sequence[str]) -> None:
    suite = Xml.SubElement(root, "testsuite", {"name": "baseline", **_counts(["failure"] * len(sentences))})
    for sentence in sentences:
        case = Xml.SubElement(suite, "testcase", classname="baseline", name=_allowed(sentence))
        failure = Xml.SubElement(case, "failure", message=f"stale: {_allowed(sentence)}", type="stale")
        failure.text = _allowed(sentence)


def child_of(one: RowResult) -> str | None:
    """The element that tells the verdict of a case, or None for a plain pass."""
    return _CHILD_OF.get(one.verdict) if one.selected else "skipped"


def _counts(children: Sequence[str | None]) -> dict[str, str]:
    return {
        "tests": str(len(children)),
        "failures": str(children.count("failure")),
        "errors": str(children.count("error")),
        "skipped": str(children.count("skipped")),
    }


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
