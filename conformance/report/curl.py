"""Recorded requests as lines for a shell.

Keys appear as names of variables, so it is safe to pass the line on.
"""

import base64
import re
import shlex
from collections.abc import Sequence

from conformance.evidence.exchanges import Exchange
from conformance.evidence.request_facts import request_facts
from conformance.results.run_result import RowResult
from conformance.text.visible import is_visible

_MOST_PROOF_LINES = 4

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]+")
_VARIABLE = re.compile(r"([A-Za-z]+ )?\$[A-Z][A-Z0-9_]*")
# curl sends Accept by itself, and User-Agent only names the suite.
_OMITTED_HEADERS = frozenset({"accept", "user-agent"})


def curl_line(exchange: Exchange) -> str:
    """A command that sends the request again once `API_KEY` (and `SECOND_API_KEY`) are set in the shell."""
    request = exchange.request
    parts = ["curl", "-i"]
    if request.method != "GET":
        parts += ["-X", request.method]
    parts += [_quoted(request.url)]
    for name, value in request.headers:
        if name.lower() not in _OMITTED_HEADERS:
            parts += ["-H", _header(name, value)]
    return _with_body(" ".join(parts), request.content)


def program_lines(exchanges: Sequence[Exchange]) -> list[str]:
    """Numbered commands that send the requests again in their order, each with the status of its answer."""
    width = len(str(len(exchanges)))
    return [f"{number:{width}}. {_with_answer(exchange)}" for number, exchange in enumerate(exchanges, start=1)]


def _with_answer(exchange: Exchange) -> str:
    answered = exchange.response.status if exchange.response else "no answer"
    return f"{curl_line(exchange)}  # {answered}"


def proof_lines(row: RowResult, exchanges: Sequence[Exchange]) -> tuple[str, ...]:
    """The exchanges that prove the finding of *row*, a line each: `#37 POST /travel/bookings (...) -> 201`. The numbers
    are places in exchanges.har, counted from 0.
    """
    lines = tuple(_proof_line(exchanges[index]) for index in row.proof[:_MOST_PROOF_LINES])
    left = len(row.proof) - len(lines)
    return (*lines, f"and {left} more, see report.html") if left else lines


def _proof_line(exchange: Exchange) -> str:
    facts = request_facts(exchange.request)
    answered = exchange.response.status if exchange.response else "no answer"
    return f"#{exchange.index} {exchange.request.line}{f' ({facts})' if facts else ''} -> {answered}"


def lines_to_repeat(row: RowResult, exchanges: Sequence[Exchange]) -> tuple[str, ...]:
    """The commands that show the finding of *row* again: its numbered program, or else its first exchange."""
    if row.program:
        return tuple(program_lines([exchanges[index] for index in row.program]))
    return tuple(curl_line(exchanges[index]) for index in row.exchanges[:1])


def _quoted(text: str) -> str:
    """*text* as one word of a shell. Characters that do not print become escapes that bash and zsh read."""
    if is_visible(text):
        return shlex.quote(text)
    return f"$'{''.join(map(_ansi_c, text))}'"


def _ansi_c(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if is_visible(character):
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))


def _header(name: str, value: str) -> str:
    if _VARIABLE.fullmatch(value):
        return f'"{name}: {value}"' if _PLAIN_NAME.fullmatch(name) else f'{_quoted(f"{name}: ")}"{value}"'
    # curl does not send a header without a value unless it ends in a semicolon.
    return _quoted(f"{name}: {value}" if value else f"{name};")


def _with_body(command: str, content: bytes | None) -> str:
    if content is None:
        return command
    try:
        return f"{command} --data-raw {_quoted(content.decode('utf-8'))}"
    except UnicodeDecodeError:
        return f"echo {base64.b64encode(content).decode()} | base64 -d | {command} --data-binary @-"
