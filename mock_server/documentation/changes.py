"""The changes of the packaged contract as an Atom feed, for readers of feeds."""

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from openapi.bundler import PUBLISHED_CHANGES_FILE


def _changes(_request: Request) -> Response:
    return FileResponse(PUBLISHED_CHANGES_FILE, media_type="application/atom+xml")


CHANGES = Route("/changes.atom", _changes)
