"""Finds the exchanges that prove a finding. The check names these exchanges, or its message does. Pure.

A check names them as `seen`. Otherwise a request line in the message (`GET /travel/courses?page=2`) or an id in it
leads to the exchange, so that the command to repeat is the request that the message speaks of. The writes that made
or changed what these exchanges speak of come after them: without its hold, a refused booking proves little.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import parse_qsl

from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.request_facts import request_facts
from conformance.evidence.verdicts import Evidence

_REQUEST_LINE = re.compile(r"(?:GET|POST|PUT|DELETE) (?:/|http)\S*")
_TRAILING = ".,;:)'\"]}"
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{5,}")
_MOST_IDS = 2
_MOST_CAUSES = 3
# A check sends these to undo its own changes.
_ENDS = ("deleteWebhook", "revokeToken")
_MOST_PROOF = 12


def proof_of(evidence: Evidence, exchanges: Sequence[Exchange]) -> tuple[int, ...]:
    """The places of the exchanges that prove *evidence*, the one to repeat first. Empty without any exchange."""
    own = [exchanges[place] for place in evidence.exchanges]
    messages = [evidence.actual or evidence.message, evidence.expected or ""]
    shown = evidence.proof or _named_in(messages, own, exchanges) or _last(own)
    causes = _causes([exchanges[place] for place in shown], messages, own)
    return tuple(dict.fromkeys([*shown[: _MOST_PROOF - len(causes)], *causes]))


def _named_in(messages: Sequence[str], own: Sequence[Exchange], exchanges: Sequence[Exchange]) -> tuple[int, ...]:
    """The places of the exchanges whose request line or ids the texts in *messages* name."""
    by_line = [place for text in messages for place in _of_request_lines(text, own, exchanges)]
    by_id = next(filter(None, [list(_of_ids(text, own or _reads(exchanges))) for text in messages]), [])
    return tuple(dict.fromkeys([*by_line, *by_id]))


def _causes(shown: Sequence[Exchange], messages: Sequence[str], own: Sequence[Exchange]) -> list[int]:
    """The places of the last accepted writes before *shown* that name an id which *shown* or *messages* name."""
    if not shown:
        return []
    ids = {word for text in (*messages, *map(_text_of_request, shown)) for word in _ids_in(text)}
    before = max(exchange.index for exchange in shown)
    writes = [
        exchange
        for exchange in own
        if exchange.request.method != "GET" and exchange.response and exchange.response.is_success
    ]
    return [write.index for write in writes if write.index < before and _names(write, ids)][-_MOST_CAUSES:]


def _text_of_request(exchange: Exchange) -> str:
    return f"{exchange.request.path} {(exchange.request.content or b'').decode('utf-8', errors='replace')}"


def _names(exchange: Exchange, ids: Collection[str]) -> bool:
    """Whether the path or the answer of *exchange* holds one of *ids* as a whole value."""
    content = exchange.response.content if exchange.response else b""
    return any(word in exchange.request.path.split("/") or f'"{word}"'.encode() in content for word in ids)


def seen_in(evidence: Evidence, proof: Sequence[int], exchanges: Sequence[Exchange]) -> str | None:
    """The request that shows *evidence*, with its facts, unless the message already names a request."""
    message = f"{evidence.expected or ''} {evidence.actual or evidence.message}"
    if not proof or _REQUEST_LINE.search(message):
        return None
    shown_by = exchanges[proof[0]]
    facts = request_facts(shown_by.request)
    return f"{shown_by.request.line}{f' ({facts})' if facts else ''}"


def _reads(exchanges: Sequence[Exchange]) -> Sequence[Exchange]:
    """What was read so far, for a check that sent nothing itself and compared what others had asked for."""
    return [exchange for exchange in exchanges if exchange.request.method == "GET"]


def _of_request_lines(text: str, own: Sequence[Exchange], all_of_them: Sequence[Exchange]) -> Iterator[int]:
    for match in _REQUEST_LINE.finditer(text):
        line = match.group()
        for wanted in dict.fromkeys([line, line.rstrip(_TRAILING)]):
            place = _latest(wanted, own) or _latest(wanted, all_of_them)
            if place is not None:
                yield place.index
                break


def _latest(line: str, among: Sequence[Exchange]) -> Exchange | None:
    """The latest exchange with this request line, or with more parameters than it names; of several writes, one that
    was accepted as an attempt.
    """
    found = [exchange for exchange in among if exchange.request.line == line] or _asking(line, among)
    accepted = [
        exchange
        for exchange in found
        if exchange.role is Role.attempt and exchange.response and exchange.response.is_success
    ]
    return next(reversed(accepted or found), None)


def _asking(line: str, among: Sequence[Exchange]) -> list[Exchange]:
    """The exchanges with the method, the path and at least the parameters of *line*, which names some."""
    method, _, address = line.partition(" ")
    path, _, query = address.partition("?")
    wanted = set(parse_qsl(query, keep_blank_values=True))
    if not wanted:
        return []
    return [
        exchange
        for exchange in among
        if (exchange.request.method, exchange.request.path) == (method, path)
        and wanted.issubset(exchange.request.query)
    ]


def _of_ids(text: str, own: Sequence[Exchange]) -> Iterator[int]:
    """The latest answers that show the ids in *text*: those of its words that are a whole value in some answer."""
    found = (_showing(word, own) for word in _ids_in(text))
    yield from [exchange.index for exchange in found if exchange][:_MOST_IDS]


def _ids_in(text: str) -> list[str]:
    return [word for word in dict.fromkeys(_ID.findall(text)) if any(map(str.isdigit, word)) and not _is_number(word)]


def _is_number(word: str) -> bool:
    return all(character.isdigit() or character in "-_T" for character in word)


def _showing(word: str, own: Sequence[Exchange]) -> Exchange | None:
    value = f'"{word}"'.encode()
    return next(
        (exchange for exchange in reversed(own) if exchange.response and value in exchange.response.content), None
    )


def _last(own: Sequence[Exchange]) -> tuple[int, ...]:
    """The last attempt that was accepted; else the last request that ends no subscription or token; else the last."""
    accepted = [
        exchange
        for exchange in own
        if exchange.role is Role.attempt and exchange.response and exchange.response.is_success
    ]
    lasting = [exchange for exchange in own if exchange.operation_id not in _ENDS]
    return tuple(exchange.index for exchange in (accepted or lasting or own)[-1:])
