"""The documentation page of the interface. It comes from packaged files and needs no network.

The page asks `/docs/contract.json` which contract is served, and shows a changed contract without a click.

The files of Swagger UI are unchanged and have their own licence (LICENSE-swagger-ui).
"""

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles

from mock_server.api.bodies import write_json
from mock_server.api.editions import Edition, LineUp, Shelf
from mock_server.api.problems import Problem
from mock_server.documentation.changes import CHANGES
from mock_server.documentation.models import FOR_MODELS
from mock_server.documentation.workflows import WORKFLOWS

FOLDER = Path(__file__).parent
PAGE = "/docs/"


def documentation(shelf: Shelf) -> Any:
    """An ASGI application with the page, the served contract as JSON, its 3.0 rendering, and the packaged changes.

    It raises Problem not_found for every other path.
    """

    def document(_request: Request) -> Response:
        return _json(shelf.now.main.text)

    def document_30(_request: Request) -> Response:
        return _json(shelf.now.main.text_30)

    def document_beside(_request: Request) -> Response:
        beside = shelf.now.beside
        if beside is None:
            raise Problem("not_found", "No second contract is served. Start the server with --beside FILE.")
        return _json(beside.text)

    def present(_request: Request) -> Response:
        return _json(write_json(_shown(shelf.now)))

    def home(_request: Request) -> Response:
        return RedirectResponse(PAGE)

    async def nothing(scope: Any, _receive: Any, _send: Any) -> None:
        where = f"The interface is below {shelf.now.main.contract.base_path}, its documentation at {PAGE}."
        raise Problem("not_found", f"There is nothing at {scope['path'][:200]!r}. {where}")

    routes = [
        Route("/", home),
        Route("/openapi.json", document),
        Route("/openapi-3.0.json", document_30),
        Route("/openapi-beside.json", document_beside),
        Route("/docs/contract.json", present),
        CHANGES,
        *FOR_MODELS,
        *WORKFLOWS,
        Mount("/docs", StaticFiles(directory=FOLDER, html=True)),
    ]
    return Router(routes, default=nothing)


def _json(text: bytes) -> Response:
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-cache"})


def _shown(now: LineUp) -> dict[str, Any]:
    """What the page shows about the served contracts, besides the contracts themselves."""
    return {
        "sha256": now.main.sha256,
        "file": now.main.name,
        "version": now.main.version,
        "basePath": now.main.contract.base_path,
        "watched": now.watched,
        "trouble": now.trouble,
        "differences": now.differences,
        "answeredFromExamples": {**now.main.from_examples},
        "beside": None if now.beside is None else _beside(now.beside),
    }


def _beside(edition: Edition) -> dict[str, Any]:
    return {"file": edition.name, "basePath": edition.contract.base_path, "sha256": edition.sha256}
