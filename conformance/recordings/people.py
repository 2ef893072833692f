"""Masks personal data in exchanges: names, e-mail addresses, phone numbers and special requests of players.

A value becomes a text of the same type and format, so that a recording can still be judged. The same value becomes the
same text as long as a program runs, and nobody can compute the value from that text.
"""

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from secrets import token_bytes
from urllib.parse import parse_qsl

from conformance.evidence.exchanges import Exchange, Request, Response
from openapi.redaction import Manner, Redaction
from openapi.replacements import PERSONAL

_MARKS = 100_000_000
_REFUSED = 400


class People:
    """Masks the personal data of all exchanges of one program."""

    def __init__(self) -> None:
        self._manner = Manner(PERSONAL, mark=_marks())

    def exchange(self, exchange: Exchange) -> Exchange:
        """*exchange* as it may be kept. The personal values of its bodies are masked in its address and headers too."""
        redaction = Redaction(self._manner)
        request, response = _by_name(exchange.request, redaction), exchange.response
        answered = response and replace(response, content=_masked(response.content, redaction.body))
        return replace(
            exchange, request=_elsewhere(request, redaction), response=answered and _answered(answered, redaction)
        )

    def sentence(self, sentence: str, exchange: Exchange) -> str:
        """*sentence*, which is about *exchange*, without the personal values of its bodies."""
        redaction = Redaction(self._manner)
        for content in (exchange.request.content, exchange.response and exchange.response.content):
            _masked(content or b"", redaction.body)
        return redaction.elsewhere(redaction.text(sentence), personal=True)


def _marks() -> Callable[[str], str]:
    """The digits that tell values apart. Services change capitals and blanks, and the digits do not follow them."""
    secret = token_bytes(16)

    def mark(value: str) -> str:
        spelled = "".join(value.casefold().split()).encode("utf-8", "replace")
        number = int.from_bytes(blake2b(spelled, key=secret, digest_size=8).digest(), "big") % _MARKS
        return f"{number:08}"

    return mark


def _by_name(request: Request, redaction: Redaction) -> Request:
    """*request* without the personal values of its body and its query, which have names."""
    content = None if request.content is None else _masked(request.content, redaction.body)
    address, mark, query = request.url.partition("?")
    return replace(request, url=f"{address}{mark}{redaction.query(query)}", content=content)


def _elsewhere(request: Request, redaction: Redaction) -> Request:
    """*request* without the personal values that the bodies have."""
    url = redaction.elsewhere(request.url, personal=True)
    return replace(
        request,
        path=redaction.elsewhere(request.path, personal=True),
        query=tuple(parse_qsl(url.partition("?")[2], keep_blank_values=True)),
        url=url,
        headers=_headers(request.headers, redaction),
    )


def _answered(response: Response, redaction: Redaction) -> Response:
    """*response* without the personal values that the bodies have. Only a refusal quotes them in its body."""
    headers = _headers(response.headers, redaction)
    if response.status < _REFUSED:
        return replace(response, headers=headers)
    return replace(
        response,
        headers=headers,
        content=_masked(response.content, lambda text: redaction.elsewhere(text, personal=True)),
    )


def _headers(headers: tuple[tuple[str, str], ...], redaction: Redaction) -> tuple[tuple[str, str], ...]:
    return tuple((name, redaction.elsewhere(redaction.text(value), personal=True)) for name, value in headers)


def _masked(content: bytes, mask: Callable[[str], str]) -> bytes:
    try:
        return mask(content.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:
        # Latin-1 maps every byte to one character and back.
        return mask(content.decode("latin-1")).encode("latin-1", "replace")
