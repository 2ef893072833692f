"""The console as an ASGI application: who may see a page, which page it is, and what a form does."""

import logging
import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from mock_server.api.bodies import read_body
from mock_server.api.calls import Written, send_written
from mock_server.api.problems import Problem
from mock_server.api.redaction import Shown
from mock_server.api.requests import header
from mock_server.console.addresses import PREFIX, found, root_of, safe_return
from mock_server.console.asking import Refused
from mock_server.console.doors import enter, leave, why_refused
from mock_server.console.forms import do
from mock_server.console.pages import ACTIONS, PAGES
from mock_server.console.rendering import redirect, rendered, static_file
from mock_server.console.views import Page, Server, View
from mock_server.console.visits import Visit, cookies_of, said_cookie, said_in, visit_of

logger = logging.getLogger("teesheet")

MAX_FORM_BYTES = 4 * 1024 * 1024


class Console:
    """Pages for people below /_sandbox/."""

    def __init__(self, server: Server) -> None:
        """*server* is the server that the pages show."""
        self._server = server

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request with a page, a file or a redirection. Never with an empty page."""
        try:
            written = await self._answer(scope, receive)
        except Problem as problem:
            written = self._trouble(scope, problem.detail, problem.status)
        except Refused as refused:
            written = self._refused(scope, refused)
        except Exception:
            logger.exception("%s failed", Shown(scope["path"]))
            written = self._trouble(scope, "The console failed. The log of the server has the reason.", 500)
        if scope["method"] == "HEAD":
            written = replace(written, body=b"")
        await send_written(send, written)

    async def _answer(self, scope: Any, receive: Any) -> Written:
        self._server.own_names.require_own_host(scope)
        address = scope["path"].removeprefix(PREFIX)
        if scope["path"] == PREFIX.rstrip("/"):
            return redirect(PREFIX.strip("/") + "/")
        if address.startswith("static/") and (file := static_file(address.removeprefix("static/"))) is not None:
            return file
        if scope["method"] == "POST":
            return await self._posted(scope, receive, address)
        if scope["method"] not in ("GET", "HEAD"):
            return self._trouble(scope, "This page can be read, and its forms can be sent. Nothing else.", 405)
        return await self._page(scope, address)

    async def _page(self, scope: Any, address: str) -> Written:
        visit = visit_of(_cookies(scope))
        if visit is None or not visit.key:
            return self._door(scope)
        handler, path = found(PAGES, address)
        view = await self._view(scope, visit, address, path)
        page = await handler(view)
        return self._shown(scope, view, page)

    async def _view(self, scope: Any, visit: Visit, address: str, path: dict[str, str]) -> View:
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        view = View(self._server, visit, address, root_of(address), path, query)
        return replace(view, world=(await view.read("/worlds/self"))["data"])

    def _shown(self, scope: Any, view: View, page: Page) -> Written:
        said = said_in(_cookies(scope), view.query.get("said", ""))
        is_another = view.visit.since != view.world["createdAt"]
        facts = {"view": view, "root": view.root, "said": said, "is_another": is_another, "full": True, **page.facts}
        return rendered(page.template, facts, page.status, **page.headers)

    async def _posted(self, scope: Any, receive: Any, address: str) -> Written:
        self._server.own_names.require_own_page(scope)
        form = dict(parse_qsl((await read_body(receive, MAX_FORM_BYTES)).decode("utf-8", "replace"), True))
        is_secure = self._server.public_url.startswith("https:")
        visit = visit_of(_cookies(scope))
        if address == "door":
            written = await enter(self._server, form, visit, is_secure=is_secure)
            return written if isinstance(written, Written) else self._door(scope, written)
        if visit is None or not visit.proves(form.get("form_token", "")):
            return self._door(scope, "This form belongs to an earlier visit, so nothing was done. Open the door again.")
        if address == "leave":
            return leave()
        action, path = found({**ACTIONS, "do": do}, address)
        view = await self._view(scope, visit, address, path)
        outcome = await action(view, form)
        if isinstance(outcome, Page):
            return self._shown(scope, view, outcome)
        said, back = outcome
        mark = secrets.token_hex(4)
        to = safe_return(back or form.get("back", ""))
        marked = f"{to}{'&' if '?' in to else '?'}said={mark}"
        return redirect(f"{view.root}{marked}", cookie=said_cookie(mark, said, is_secure=is_secure))

    def _refused(self, scope: Any, refused: Refused) -> Written:
        if refused.reply.status == 401:
            return self._door(scope, why_refused(refused.reply, visit_of(_cookies(scope))))
        return self._trouble(scope, refused.reply.sentence, refused.reply.status or 502)

    def _door(self, scope: Any, sentence: str = "") -> Written:
        facts = {"root": _root(scope), "sentence": sentence, "server": self._server, "address": _below(scope)}
        return rendered("door.html", facts, 403 if sentence else 200)

    def _trouble(self, scope: Any, sentence: str, status: int) -> Written:
        return rendered("trouble.html", {"root": _root(scope), "sentence": sentence, "status": status}, status)


def _cookies(scope: Any) -> dict[str, str]:
    return cookies_of(header(scope, b"cookie"))


def _root(scope: Any) -> str:
    return root_of(scope["path"].removeprefix(PREFIX))


def _below(scope: Any) -> str:
    query = scope["query_string"].decode("latin-1")
    address: str = scope["path"].removeprefix(PREFIX)
    return safe_return(f"{address}?{query}" if query else address) if scope["method"] == "GET" else ""
