"""Who looks at the console: the key in the cookie, and the proof that a form comes from a page of the console.

The server keeps nothing about a visit. So every worker knows every visit, and a restart ends none.
"""

import base64
import binascii
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

import orjson

COOKIE = "teesheet_console"
SAID = "teesheet_said"
SAID_SECONDS = 60
# Browsers keep 4096 bytes of a cookie, with its name and its attributes.
_MOST_SAID = 3600  # Bytes of the packed outcome.


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor. *key* is the key of a world, *token* the token of the administrator; empty if it was not given.

    *nonce* is random. *since* is when the world was created, to notice that a world of the same name is another.
    """

    key: str
    token: str
    nonce: str
    since: str

    @property
    def form_token(self) -> str:
        """What every form of this visit carries. A page of another origin cannot read it or compute it."""
        return hmac.new(self.nonce.encode(), b"form", "sha256").hexdigest()

    def proves(self, sent: str) -> bool:
        """Whether a form with this token comes from a page of this visit."""
        return hmac.compare_digest(self.form_token.encode(), sent.encode())


def new_visit(key: str, token: str, since: str) -> Visit:
    """A visit that begins now."""
    return Visit(key, token, secrets.token_urlsafe(18), since)


def visit_of(cookies: Mapping[str, str]) -> Visit | None:
    """The visit in the cookies of a request; None without a readable cookie."""
    found = _unpacked(cookies.get(COOKIE, ""))
    if not isinstance(found, list) or len(found) != 4 or not all(isinstance(item, str) for item in found):
        return None
    return Visit(*found)


def cookies_of(header: str | None) -> dict[str, str]:
    """The cookies of a Cookie header, by name."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header or "").items()}
    except CookieError:
        return {}


def visit_cookie(visit: Visit, *, is_secure: bool) -> str:
    """The Set-Cookie header that begins a visit."""
    return _cookie(COOKIE, _packed([visit.key, visit.token, visit.nonce, visit.since]), is_secure=is_secure)


def ending_cookie() -> str:
    """The Set-Cookie header that ends a visit."""
    return _cookie(COOKIE, "", is_secure=False, seconds=0)


def said_cookie(mark: str, said: Mapping[str, Any], *, is_secure: bool) -> str:
    """The Set-Cookie header that carries the outcome of a form to the next page, which has *mark* in its address."""
    fitting = _packed([mark, said])
    if len(fitting) > _MOST_SAID:
        fitting = _shortened(mark, {**said, "details": []})
    return _cookie(SAID, fitting, is_secure=is_secure, seconds=SAID_SECONDS)


def _shortened(mark: str, said: dict[str, Any]) -> str:
    """An outcome that fits. It loses its curl line if that is the longer text, otherwise the end of its sentence.

    A part of a command would be of no use.
    """
    while len(fitting := _packed([mark, said])) > _MOST_SAID:
        sentence = str(said["sentence"]).removesuffix("…")
        if len(said["curl"]) > len(sentence):
            said["curl"] = ""
        else:
            said["sentence"] = f"{sentence[: len(sentence) * 3 // 4]}…"
    return fitting


def said_in(cookies: Mapping[str, str], mark: str) -> Mapping[str, Any] | None:
    """The outcome that belongs to the page with this mark, or None."""
    found = _unpacked(cookies.get(SAID, ""))
    if not mark or not isinstance(found, list) or len(found) != 2 or found[0] != mark:
        return None
    said: Mapping[str, Any] = found[1]
    return said


def _cookie(name: str, value: str, *, is_secure: bool, seconds: int | None = None) -> str:
    """A cookie without a path: the browser then sends it below the folder of the console, whatever a proxy calls it."""
    lasting = "" if seconds is None else f"; Max-Age={seconds}"
    return f"{name}={value}{lasting}; HttpOnly; SameSite=Strict{'; Secure' if is_secure else ''}"


def _packed(value: Any) -> str:
    return base64.urlsafe_b64encode(orjson.dumps(value)).decode().rstrip("=")


def _unpacked(text: str) -> Any:
    try:
        return orjson.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError):
        return None
