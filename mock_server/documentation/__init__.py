"""The documentation page of the interface. It comes from packaged files and needs no network.

The files of Swagger UI are unchanged and have their own licence (LICENSE-swagger-ui).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles

from mock_server.api.problems import Problem

FOLDER = Path(__file__).parent
PAGE = "/docs/"


def documentation(contract: bytes, rendered_30: Callable[[], bytes]) -> Any:
    """An ASGI application with the page, the contract as JSON, and its 3.0 rendering (created at the first request).

    It raises Problem not_found for every other path.
    """
    kept: list[bytes] = []

    def document(_request: Request) -> Response:
        return Response(contract, media_type="application/json")

    def document_30(_request: Request) -> Response:
        if not kept:
            kept.append(rendered_30())
        return Response(kept[0], media_type="application/json")

    def home(_request: Request) -> Response:
        return RedirectResponse(PAGE)

    routes = [
        Route("/", home),
        Route("/openapi.json", document),
        Route("/openapi-3.0.json", document_30),
        Mount("/docs", StaticFiles(directory=FOLDER, html=True)),
    ]
    return Router(routes, default=_nothing)


async def _nothing(scope: Any, _receive: Any, _send: Any) -> None:
    path = scope["path"][:200]
    raise Problem(
        "not_found", f"There is nothing at {path!r}. The interface is below /api/v1, its documentation at {PAGE}."
    )
