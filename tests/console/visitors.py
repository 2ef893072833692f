"""A visitor of the console without JavaScript: reads pages, follows redirections, sends forms."""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urljoin

import httpx

from mock_server.app import Sandbox
from mock_server.settings import Settings

HOST = "http://localhost"
CONSOLE = f"{HOST}/_sandbox/"


@dataclass
class Visitor:
    """A browser of one person, in the process of the sandbox. *seen* is the last answer."""

    http: httpx.AsyncClient
    world: str
    seen: httpx.Response = field(init=False)

    async def open(self, address: str = "") -> str:
        """The text of a page."""
        return await self._follow(await self.http.get(urljoin(CONSOLE, address)))

    async def post(self, address: str, form: dict[str, str], **headers: str) -> str:
        """The text of the page after a form."""
        sent = {"Origin": HOST, **headers}
        return await self._follow(await self.http.post(urljoin(CONSOLE, address), data=form, headers=sent))

    async def _follow(self, answer: httpx.Response) -> str:
        while answer.is_redirect:
            answer = await self.http.get(urljoin(str(answer.url), answer.headers["Location"]))
        self.seen = answer
        return answer.text

    def key(self, agency: str = "alpha") -> str:
        """The key of an agency of the world."""
        return f"sbx_{self.world}_{agency}"

    async def enter(self, key: str | None = None) -> str:
        """The first page after the door."""
        return await self.post("door", {"key": self.key() if key is None else key})

    async def control(self, method: str, path: str, body: Any = None) -> Any:
        """The body of an answer of the control plane, as a program gets it."""
        return await self._json(method, f"/_sandbox/v1{path}", body)

    async def interface(self, method: str, path: str, body: Any = None, agency: str = "alpha") -> Any:
        """The body of an answer of the booking interface, as a client gets it."""
        return await self._json(method, f"/api/v1{path}", body, agency)

    async def _json(self, method: str, path: str, body: Any, agency: str = "alpha") -> Any:
        answer = await self.http.request(method, path, json=body, headers={"X-Api-Key": self.key(agency)})
        return answer.json() if answer.content else None

    def forms(self) -> list[dict[str, str]]:
        """The fields of every form of the last page that changes something."""
        return [fields_of(form) for form in re.findall(r'<form[^>]*method="post".*?</form>', self.seen.text, re.DOTALL)]

    def form(self, text: str) -> dict[str, str]:
        """The fields of the first form with a text in the request that it sends, or in its button."""
        return next(fields for fields in self.forms() if text in fields.get("call", "") or text in fields["button"])

    @property
    def token(self) -> str:
        """What every form of this visit carries."""
        return self.forms()[0]["form_token"]


def fields_of(form: str) -> dict[str, str]:
    """The hidden and the filled fields of a form, and under `button` the text of its button."""
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attributes = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if "name" in attributes:
            fields[attributes["name"]] = attributes.get("value", "")
    (*_, button) = [*re.findall(r"<button[^>]*>(.*?)</button>", form, re.DOTALL), ""][:1]
    return {**fields, "button": unescape(button)}


def browser(sandbox: Sandbox, world: str = "demo", **options: Any) -> Visitor:
    """A new browser that has visited nothing."""
    transport = httpx.ASGITransport(sandbox)
    http = httpx.AsyncClient(transport=transport, base_url=HOST, verify=False, **options)  # noqa: S501 - no TLS.
    return Visitor(http, world)


def sandbox_in_memory(**settings: Any) -> Sandbox:
    """A fresh sandbox, whose address is that of the visitors."""
    return Sandbox(Settings(**{"database_url": "sqlite://", "public_url": HOST, **settings}))
