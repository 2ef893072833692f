"""The documentation as text for models: `/llms.txt` lists the pages, `/llms-full.txt` holds them."""

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

_HERE = Path(__file__).parent
# An installed distribution carries the pages. In the tree they are where people edit them.
PAGES = next(folder for folder in (_HERE / "pages", _HERE.parents[1] / "docs") if folder.is_dir())
# The pages for those who write a client, in the order in which they help.
NAMES = ("sandbox", "states", "testing", "agents", "clients", "grading")

_HEAD = """\
# teesheet

> A sandbox of a business-to-business golf tee-time booking interface.
> Every course is invented, and no request reaches a golf course.
> A key has the form sbx_<world>_<agency> and needs no set-up: its first use creates the world.

## Contract

- [The booking interface](/openapi.json): OpenAPI 3.1, what a client calls
- [The control plane](/_sandbox/v1/openapi.json): OpenAPI 3.1, the clock, rivals, faults, and reasons of refusals

## Pages

"""


def _listed(_request: Request) -> Response:
    return PlainTextResponse(_HEAD + "\n".join(_line(name) for name in NAMES) + "\n")


def _whole(_request: Request) -> Response:
    return PlainTextResponse("\n\n".join([_HEAD.rpartition("## Pages")[0].rstrip(), *map(_text, NAMES)]))


def _text(name: str) -> str:
    return (PAGES / f"{name}.md").read_text("utf-8")


def _line(name: str) -> str:
    """The link to a page, with its heading and its first sentence."""
    heading, paragraph = _text(name).split("\n\n")[:2]
    sentence = re.match(r".*?[.](?= |$)|.*", _without_links(" ".join(paragraph.splitlines())))
    assert sentence is not None
    return f"- [{heading.removeprefix('# ')}](/docs/pages/{name}.md): {sentence.group()}"


def _without_links(text: str) -> str:
    """A text in Markdown with the words of its links alone: they are relative to the page."""
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)


FOR_MODELS = (
    Route("/llms.txt", _listed),
    Route("/llms-full.txt", _whole),
    Mount("/docs/pages", StaticFiles(directory=PAGES)),
)
