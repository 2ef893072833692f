"""The workflows of the contract: what agencies do, request by request. The files are in the format Arazzo."""

from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import yaml
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

import openapi
from mock_server.api.problems import Problem

FOLDER = Path(openapi.__file__).parent / "workflows"
# In the order in which an agency meets them.
NOUNS = (
    "courses",
    "availability",
    "tee_time_holds",
    "bookings",
    "booking_hooks",
    "group_bookings",
    "webhooks",
    "tokens",
)
# Where a workflow finds the contract: in the tree, and on this server.
_IN_TREE, _SERVED = "../dist/openapi.json", "../../openapi.json"
_TEMPLATE = Path(__file__).parent / "workflows.html"


def _page(_request: Request) -> Response:
    return HTMLResponse(_shown())


@cache
def _shown() -> str:
    shown = "\n".join(_section(noun, yaml.safe_load(_text(noun))) for noun in NOUNS)
    return _TEMPLATE.read_text("utf-8").replace("<!-- workflows -->", shown)


def _file(request: Request) -> Response:
    noun = request.path_params["noun"]
    if noun not in NOUNS:
        raise Problem("not_found", f"There is no workflow {noun[:60]!r}. Choose from {', '.join(NOUNS)}.")
    return PlainTextResponse(_text(noun), media_type="application/yaml")


def _text(noun: str) -> str:
    return (FOLDER / f"{noun}.yaml").read_text("utf-8").replace(_IN_TREE, _SERVED)


def _section(noun: str, document: dict[str, Any]) -> str:
    """A workflow as HTML: what it is for, and its steps in order."""
    (workflow,) = document["workflows"]
    steps = "\n".join(_step(step) for step in workflow["steps"])
    title, summary, purpose = map(escape, (document["info"]["title"], workflow["summary"], workflow["description"]))
    return (
        f'<section><h2 id="{noun}">{title}</h2><p>{summary} {purpose}</p>\n<ol>\n{steps}\n</ol>\n'
        f'<p><a href="{noun}.yaml">{noun}.yaml</a> in the format Arazzo</p></section>'
    )


def _step(step: dict[str, Any]) -> str:
    return f"<li>{escape(step['description'])} <code>{escape(step['operationId'])}</code></li>"


WORKFLOWS = (Route("/docs/workflows/", _page), Route("/docs/workflows/{noun}.yaml", _file))
