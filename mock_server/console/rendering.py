"""Turns a page into bytes: templates that escape every value, and the headers that keep a page to itself."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from mock_server.api.calls import Written

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
_MEDIA_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_FILES = {
    file.name: (file.read_bytes(), _MEDIA_TYPES[file.suffix])
    for file in sorted(STATIC.iterdir())
    if file.suffix in _MEDIA_TYPES
}
# A new version of teesheet has new addresses for its files, so that no browser shows old ones.
VERSION = sha256(b"".join(content for content, _ in _FILES.values())).hexdigest()[:12]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("style", "script", "img", "connect")),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_EVERYWHERE = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
_OF_PAGES = {
    **_EVERYWHERE,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": _POLICY,
    # A page shows one moment. The back button must not show an older one.
    "Cache-Control": "no-store",
}


def moment(text: str | None) -> str:
    """A moment of the contract for people: `Fri 12 May 2040 10:15:00`, in UTC."""
    return "" if not text else datetime.fromisoformat(text).strftime("%a %d %b %Y %H:%M:%S")


@lru_cache(maxsize=512)
def clock_time(text: str | None) -> str:
    """The time of day of a moment."""
    return "" if not text else datetime.fromisoformat(text).strftime("%H:%M:%S")


@lru_cache(maxsize=512)
def when(text: str | None, now: str) -> str:
    """The time of day of a moment, with the day if that is not the day of *now*."""
    if not text or text[:10] == now[:10]:
        return clock_time(text)
    return datetime.fromisoformat(text).strftime("%d %b %H:%M:%S" if text[:4] == now[:4] else "%d %b %Y %H:%M:%S")


def day(text: str | None) -> str:
    """A day for people: `Sat 12 May 2040`."""
    return "" if not text else datetime.fromisoformat(text).strftime("%a %d %b %Y")


def money(amount: float | None) -> str:
    """A price with two decimals."""
    return "" if amount is None else f"{amount:.2f}"


def status_kind(status: int) -> str:
    """The class of a status in the style sheet: good, bad, worse, or cut for an answer that never came."""
    return "cut" if status == 0 else "good" if status < 400 else "bad" if status < 500 else "worse"


def pretty(text: Any) -> str:
    """JSON with line breaks: of a value, or of a text that is JSON. Any other text is unchanged."""
    try:
        value = orjson.loads(text) if isinstance(text, str) else text
        return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    except (orjson.JSONDecodeError, TypeError):
        return str(text)


def words(name: str) -> str:
    """A name of the contract in words: `freePlaces` and `tee_time_unavailable` become text."""
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return spaced.replace("_", " ").strip()


def counted(name: str, count: int) -> str:
    """As `words`, for a name in the plural: one of it is in the singular."""
    plural = words(name).replace("tee time", "tee-time")
    return plural if count != 1 else plural.replace("deliveries", "delivery").removesuffix("s")


def prose(text: str) -> Markup:
    """A sentence of the contract, with the names in backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped in this line


_OF_EVERY_DICT = frozenset(dir(dict))


class _OfJson(Environment):
    """Reads `row.number` of a JSON object as an item at once. Jinja first looks for an attribute, which is slow."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The member of an object. The methods of a dict stay its methods, whatever a JSON object calls its members."""
        if type(obj) is dict and attribute in obj and attribute not in _OF_EVERY_DICT:
            return obj[attribute]
        return super().getattr(obj, attribute)


_TEMPLATES = _OfJson(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters.update(
    moment=moment,
    clock_time=clock_time,
    when=when,
    day=day,
    money=money,
    pretty=pretty,
    words=words,
    counted=counted,
    prose=prose,
    status_kind=status_kind,
    min=min,
    max=max,
)
_TEMPLATES.globals["version"] = VERSION


def rendered(template: str, facts: Mapping[str, Any], status: int = 200, **headers: str) -> Written:
    """A page from a template."""
    body = _TEMPLATES.get_template(template).render(facts)
    return Written(status, {**_OF_PAGES, **headers}, body.encode())


def redirect(address: str, *, cookie: str | None = None) -> Written:
    """Leads to *address*, relative to the present address, so that the prefix of a proxy stays."""
    headers = {**_OF_PAGES, "Location": address}
    return Written(303, headers if cookie is None else {**headers, "Set-Cookie": cookie}, b"")


def static_file(name: str) -> Written | None:
    """A file that every page uses, or None."""
    if name not in _FILES:
        return None
    content, media_type = _FILES[name]
    headers = {**_EVERYWHERE, "Content-Type": media_type, "Cache-Control": "max-age=31536000, immutable"}
    return Written(200, headers, content)
