"""Recorded requests as lines for a shell.

Keys stay names of variables, so the line is safe to pass on.
"""

import base64
import shlex
from collections.abc import Sequence

from conformance.client import API_KEY_HEADER
from conformance.exchanges import Exchange
from conformance.results import RowResult

# What curl sends by itself, or what only names the suite.
_LEFT_OUT = frozenset({"accept", "user-agent"})


def curl_line(exchange: Exchange) -> str:
    """A command that sends the request again once `API_KEY` (and `SECOND_API_KEY`) are set in the shell."""
    request = exchange.request
    parts = ["curl", "-i"]
    if request.method != "GET":
        parts += ["-X", request.method]
    parts += [shlex.quote(request.url)]
    for name, value in request.headers:
        if name.lower() not in _LEFT_OUT:
            parts += ["-H", _header(name, value)]
    return _with_body(" ".join(parts), request.content)


def program_lines(exchanges: Sequence[Exchange]) -> list[str]:
    """Numbered commands that send the requests again in their order, each with the status it was answered with."""
    width = len(str(len(exchanges)))
    return [f"{number:{width}}. {_with_answer(one)}" for number, one in enumerate(exchanges, start=1)]


def _with_answer(exchange: Exchange) -> str:
    answered = exchange.response.status if exchange.response else "no answer"
    return f"{curl_line(exchange)}  # {answered}"


def lines_to_repeat(one: RowResult, exchanges: Sequence[Exchange]) -> tuple[str, ...]:
    """The commands that show the finding of *one* again: its program, numbered, else its most telling exchange."""
    if one.program:
        return tuple(program_lines([exchanges[index] for index in one.program]))
    return tuple(curl_line(exchanges[index]) for index in one.exchanges[:1])


def _header(name: str, value: str) -> str:
    text = f"{name}: {value}"
    if name.lower() == API_KEY_HEADER.lower() and value.startswith("$"):
        return f'"{text}"'
    # curl leaves out a header without a value unless it ends in a semicolon.
    return shlex.quote(text if value else f"{name};")


def _with_body(command: str, content: bytes | None) -> str:
    if content is None:
        return command
    try:
        return f"{command} --data-raw {shlex.quote(content.decode('utf-8'))}"
    except UnicodeDecodeError:
        return f"echo {base64.b64encode(content).decode()} | base64 -d | {command} --data-binary @-"
