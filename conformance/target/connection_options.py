"""The options of commands that send requests: limits, connection, and keys from files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from conformance.target.connection import LANES_BY_ROUND_TRIP, WireSettings
from conformance.target.declarations import TargetError
from conformance.target.key_files import others_may_read, read_key_file

F = TypeVar("F", bound=Callable[..., Any])

_USUAL = WireSettings()
_LANES = ", ".join(f"{lanes} if answers take {least * 1000:.0f} ms" for least, lanes in LANES_BY_ROUND_TRIP[:-1])
_USUAL_LANES = f"{_LANES}, else {LANES_BY_ROUND_TRIP[-1][1]}"

# Every parameter has the name of its setting.
_LIMITS = (
    click.option(
        "--requests",
        type=int,
        metavar="N",
        help="Send at most N requests, clean-up included; a small N drops cases."
        f"  [plan {_USUAL.planned_requests}, send at most {_USUAL.most_requests}]",
    ),
    click.option("--rate", type=float, metavar="N", help="Send at most N requests per second. N may be a fraction."),
    click.option(
        "--time-budget",
        "time_budget_seconds",
        type=float,
        metavar="SECONDS",
        help="End within this time, clean-up included.",
    ),
)

# Only for commands that run checks.
_LIMITS_OF_CHECKS = (
    click.option(
        "--concurrency",
        type=int,
        metavar="N",
        help=f"Run N checks side by side.  [{_USUAL_LANES}]",
    ),
    click.option(
        "--tours",
        type=int,
        metavar="N",
        help="Plan N further requests, for pairs of conditions. The number sent may differ.  [0]",
    ),
)

_CONNECTION = (
    click.option("--user-agent", metavar="TEXT", help=f"The User-Agent of all requests.  [{_USUAL.user_agent}]"),
    click.option(
        "--proxy", metavar="URL", help="Send everything through this proxy. Without it, the proxies of the environment."
    ),
    click.option("--ca-file", metavar="PEM", help="Trust only these certificate authorities."),
    click.option("--client-cert", metavar="PEM", help="Present this client certificate."),
    click.option("--client-key", metavar="PEM", help="The key of the client certificate, if it is in another file."),
    click.option(
        "--header",
        "headers",
        metavar="NAME:VALUE",
        multiple=True,
        callback=lambda _context, _option, given: _headers(given),
        help="Send this header with every request; may be given several times.",
    ),
    click.option("--insecure", is_flag=True, default=None, help="Check no certificates. Only for a laboratory."),
)

_KEY_FILES = (
    click.option("--api-key-file", metavar="FILE", help="File with the key in its first line."),
    click.option("--second-api-key-file", metavar="FILE", help="The same for the second agency."),
)


def _headers(given: Sequence[str]) -> Mapping[str, str] | None:
    """The headers in texts like `X-Tenant: lab`, None when none is given. A value may be a secret and is not shown."""
    pairs = [text.partition(":") for text in given]
    for name, separator, _ in pairs:
        if not separator or not name.strip():
            raise click.BadParameter("a header looks like NAME:VALUE.")
    return {name.strip(): value.strip() for name, _, value in pairs} or None


def wire_options(command: F, *, runs_checks: bool) -> F:
    """Gives *command* a parameter of the same name for each member of `WireSettings`: None when it was not given. The
    limits of checks go only to a command that *runs_checks*.
    """
    for option in reversed((*_LIMITS, *(_LIMITS_OF_CHECKS if runs_checks else ()), *_CONNECTION)):
        command = option(command)
    return command


def key_file_options(command: F) -> F:
    """Gives *command* the parameters `api_key_file` and `second_api_key_file`."""
    for option in reversed(_KEY_FILES):
        command = option(command)
    return command


def key_of(context: click.Context, name: str, key: str | None, file: str | None) -> str | None:
    """The key from its option *name*, its file or the environment. The first that is given counts; None without any.

    Warns about a file that others may read. Raises `TargetError` when both options are given.
    """
    if file is None:
        return key
    if key and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
        option = name.replace("_", "-")
        raise TargetError(f"Give either --{option} or --{option}-file, not both.")
    if others_may_read(file):
        click.echo(f"Warning: others on this machine may read the key file {file}. chmod 600 keeps it yours.", err=True)
    return read_key_file(file)
