"""Masks secrets in recordings: keys, tokens, cookies, and values that the target file declares as secret.

A masked secret keeps its shape and its identity: the same secret always becomes the same text, and masking it again
changes nothing. A replay knows only masked texts, so its requests are equal to the recorded requests.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, quote_plus

from conformance.evidence.exchanges import Request, Response
from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.receiver import Delivery

MASKED = "(masked)"
SHOWN_API_KEY = "$API_KEY"
SHOWN_SECOND_API_KEY = "$SECOND_API_KEY"

_SECRET_HEADERS = frozenset({"authorization", "cookie", "set-cookie", "proxy-authorization"})

# A shorter key could be an ordinary word; masking it inside bodies would damage the evidence.
_SHORTEST_KEY_SOUGHT_IN_TEXT = 6

# Every JWT begins with the base64url form of `{"`. Without its signature it gives no access.
_JWT = re.compile(r"\b(eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")
_TOKEN_NAME = re.compile(r"token$", re.IGNORECASE)
_SECRET_NAME = re.compile(r"secret|passw|credential|token$|key$", re.IGNORECASE)
_SHOWN = re.compile(r"\$[A-Z][A-Z0-9_]*")
_MARK = "masked-"


class Masking:
    """Masks *secrets* and all tokens that it learns. *secrets* maps each secret to its shown name, like `$API_KEY`."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = dict(secrets)
        self._sought = _sought(self._secrets)

    def request(self, request: Request) -> Request:
        """*request* as it may be shown."""
        return replace(
            request,
            url=self.text(request.url),
            query=tuple((name, self.text(value)) for name, value in request.query),
            headers=self.headers(request.headers),
            content=None if request.content is None else self.content(request.content),
        )

    def response(self, response: Response) -> Response:
        """*response* as it may be shown."""
        return replace(response, headers=self.headers(response.headers), content=self.content(response.content))

    def delivery(self, delivery: Delivery) -> Delivery:
        """*delivery* as it may be shown."""
        return replace(
            delivery,
            path=self.text(delivery.path),
            headers=self.headers(delivery.headers),
            content=self.content(delivery.content),
        )

    def headers(self, headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """*headers* as they may be shown. Headers that only carry secrets lose their value."""
        return tuple((name, self._header(name, value)) for name, value in headers)

    def _header(self, name: str, value: str) -> str:
        for scheme, _, key in (value.partition(" "), value.rpartition(" ")):
            # A replay masks texts that are masked already.
            shown = key if _SHOWN.fullmatch(key) else self._secrets.get(key, "")
            if scheme and shown.startswith("$"):
                return f"{scheme} {shown}"
        if name.lower() in _SECRET_HEADERS:
            return value if _SHOWN.fullmatch(value) else self._secrets.get(value, MASKED)
        return self._secrets.get(value) or self.text(value)

    def text(self, text: str) -> str:
        """*text* as it may be shown."""
        for secret, shown in self._sought:
            text = text.replace(secret, shown)
        return _JWT.sub(lambda found: f"{found[1]}.{_unsigned(found[2])}", text)

    def content(self, content: bytes) -> bytes:
        """*content* as it may be shown. Bytes that are not text do not change."""
        # Latin-1 maps every byte to one character and back, so that nothing else changes.
        return self.text(content.decode("latin-1")).encode("latin-1")

    def learn(self, secret: str, shown: str) -> None:
        """Masks *secret* from now on: it becomes *shown*."""
        self._secrets[secret] = shown
        self._sought = _sought(self._secrets)

    def learn_tokens(self, answer: bytes) -> None:
        """Masks from now on the tokens in *answer*, a body: texts in members whose name ends in `token`."""
        try:
            found = list(_named(parse_json(answer), _TOKEN_NAME))
        except NotJson:
            return
        self._secrets |= {token: _shaped(token) for token in found if _MARK not in token and not _JWT.search(token)}
        self._sought = _sought(self._secrets)


def _sought(secrets: Mapping[str, str]) -> list[tuple[str, str]]:
    """The texts to replace: the secrets, also as addresses and JSON spell them, the longest first."""
    long_enough = {secret: shown for secret, shown in secrets.items() if len(secret) >= _SHORTEST_KEY_SOUGHT_IN_TEXT}
    forms = {form: shown for secret, shown in long_enough.items() for form in _forms(secret)}
    return sorted(((form, shown) for form, shown in forms.items() if form != shown), key=lambda pair: -len(pair[0]))


def _forms(secret: str) -> Iterator[str]:
    for text in (secret, quote(secret, safe=""), quote_plus(secret), json.dumps(secret)[1:-1]):
        yield text.encode("utf-8").decode("latin-1")
        yield text


def secrets_in(value: Any) -> list[str]:
    """Texts in *value*, JSON values of a target file, in members that are called a secret, password, token or key.
    Placeholders like `{api_key}` are not secrets.
    """
    found = _named(value, _SECRET_NAME)
    return [text for text in found if "{" not in text and len(text) >= _SHORTEST_KEY_SOUGHT_IN_TEXT]


def _named(value: Any, pattern: re.Pattern[str], name: str = "") -> Iterator[str]:
    """Texts in *value* in members whose name fits *pattern*."""
    if isinstance(value, str):
        if value and pattern.search(name):
            yield value
    elif isinstance(value, dict):
        for member, item in value.items():
            yield from _named(item, pattern, str(member))
    elif isinstance(value, list):
        for item in value:
            yield from _named(item, pattern, name)


def _unsigned(signature: str) -> str:
    return signature if signature.startswith(_MARK) else _MARK + _digest(signature)


def _shaped(token: str) -> str:
    """A masked text for a token that is not a JWT, with the same number of parts."""
    return ".".join(_MARK + _digest(token) for _ in token.split("."))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:12]
