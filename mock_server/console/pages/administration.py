"""For the administrator: the worlds of the server, and the reports of the suite that its start named."""

from collections.abc import Mapping
from typing import Any

from mock_server.api.problems import Problem
from mock_server.console.asking import Refused
from mock_server.console.report_folders import read_exchanges, read_report, report_names
from mock_server.console.views import Page, View

MOST_EXCHANGES = 20
# In the order in which a reader wants them.
VERDICTS = ("broken", "fail", "untested", "inconclusive", "warn", "info", "pass", "skip")
_AT_FIRST = ("broken", "fail", "untested", "inconclusive", "warn")
ADMIN_TOKEN = "Bearer $TEESHEET_ADMIN_TOKEN"  # noqa: S105 - the name of a variable.


async def show_worlds(view: View) -> Page:
    """The newest worlds of the server. Raises Refused for anybody but the administrator."""
    reply = await view.read_as_administrator("/worlds")
    if reply.is_refusal:
        raise Refused(reply)
    credentials = {"Authorization": ADMIN_TOKEN} if view.visit.token else {}
    facts = {
        "worlds": reply.data,
        "meta": reply.json["meta"],
        "curl": view.control("GET", "/worlds").curl(view.server.public_url, credentials),
    }
    return Page("worlds.html", facts)


async def show_reports(view: View) -> Page:
    """The reports in the folder of `--reports`, the newest first."""
    folder = _folder(view)
    return Page(
        "reports.html", {"folder": folder, "reports": [_summary(folder, name) for name in report_names(folder)]}
    )


def _folder(view: View) -> str:
    """The folder of the reports. Raises Problem if there is none, or if the visitor may not read it."""
    if not view.server.reports:
        raise Problem("not_found", "This server shows no reports. Start it with --reports FOLDER.")
    if not view.is_admin:
        raise Problem("forbidden", "Only the administrator sees reports. Open the door with the administrator's token.")
    return view.server.reports


def _summary(folder: str, name: str) -> dict[str, Any]:
    try:
        return {"name": name, "trouble": "", **read_report(folder, name)}
    except Problem as problem:
        return {"name": name, "trouble": problem.detail}


async def show_report(view: View) -> Page:
    """One report: its outcome, and the requirements with a verdict that needs eyes, or with the chosen verdict."""
    report = read_report(_folder(view), view.path["report"])
    wanted = view.query.get("verdict", "")
    shown = (wanted,) if wanted in VERDICTS else VERDICTS if wanted == "all" else _AT_FIRST
    rows = [row for row in report["requirements"] if row["verdict"] in shown]
    facts = {
        "name": view.path["report"],
        "report": report,
        "rows": sorted(rows, key=lambda row: VERDICTS.index(row["verdict"])),
        "wanted": wanted,
        "verdicts": [verdict for verdict in VERDICTS if report["counts"].get(verdict)],
    }
    return Page("report.html", facts)


async def show_requirement(view: View) -> Page:
    """One requirement: its verdict, and its exchanges with the rows of the journal that this world has of them."""
    folder, name, wanted = _folder(view), view.path["report"], view.path["requirement"]
    report = read_report(folder, name)
    row = next((row for row in report["requirements"] if row["id"] == wanted), None)
    if row is None:
        raise Problem("not_found", f"The report {name} has no requirement {wanted[:100]!r}. Choose one in the report.")
    entries = read_exchanges(folder, name) if row["exchanges"] else []
    places = [place for place in row["exchanges"] if place < len(entries)]
    facts = {
        "name": name,
        "report": report,
        "row": row,
        "exchanges": [await _exchange(view, entries[place]) for place in places[:MOST_EXCHANGES]],
        "more": max(0, len(places) - MOST_EXCHANGES),
    }
    return Page("requirement.html", facts)


async def _exchange(view: View, entry: Mapping[str, Any]) -> dict[str, Any]:
    """An exchange of the run, and the number of the same request in the journal of this world, or None."""
    request, response = entry["request"], entry["response"]
    names = {header["name"].lower(): header["value"] for header in response["headers"]}
    return {
        "method": request["method"],
        "url": request["url"],
        "status": response["status"],
        "sent": request.get("postData", {}).get("text", ""),
        "answered": response.get("content", {}).get("text", ""),
        "number": await _number(view, names.get("x-request-id", "")),
    }


async def _number(view: View, request_id: str) -> int | None:
    """Where the journal of this world has the request. Its id proves that it is the same request."""
    if not request_id:
        return None
    reply = await view.send(view.control("GET", "/journal", requestId=request_id, limit=1))
    found = [] if reply.is_refusal else reply.data
    return found[0]["number"] if found else None
