"""Four renderings of one `RunResult`. They show; nothing is decided here."""

from pathlib import Path

from conformance.report.har_archive import har_archive
from conformance.report.html_page import html_page
from conformance.report.json_report import json_report
from conformance.report.junit_xml import junit_xml
from conformance.results import RunResult

REPORT_FILES = ("report.json", "report.html", "junit.xml", "exchanges.har")


def write_reports(result: RunResult, folder: Path) -> None:
    """Write the four files of `REPORT_FILES` into *folder*, which is made when absent."""
    folder.mkdir(parents=True, exist_ok=True)
    renderings = (json_report(result), html_page(result).encode(), junit_xml(result), har_archive(result))
    for name, content in zip(REPORT_FILES, renderings, strict=True):
        (folder / name).write_bytes(content)
