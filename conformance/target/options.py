"""The options that describe a target to a command, and the target itself."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from conformance.target.connection_options import key_file_options, key_of, wire_options
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.target.target_files import read_target_file

F = TypeVar("F", bound=Callable[..., Any])

_API_KEY = click.option("--api-key", envvar="TEESHEET_API_KEY", help="Key of the agency that the checks act for.")
_SECOND_API_KEY = click.option(
    "--second-api-key", envvar="TEESHEET_SECOND_API_KEY", help="Key of a second, unrelated agency."
)
_KEY_HEADER = (
    click.option("--key-header", metavar="NAME", help="The header that carries the key.  [X-Api-Key]"),
    click.option("--key-scheme", metavar="WORD", help="The word before the key in that header, such as Bearer."),
)
_TARGET = click.option(
    "--target", "target_file", metavar="FILE_OR_URL", help="The target file: facts that no document shows (TOML)."
)
_RECEIVER = (
    click.option("--receiver-listen", metavar="HOST:PORT", help="Receive webhook deliveries here.  [127.0.0.1:0]"),
    click.option(
        "--receiver-url", metavar="URL", help="The address at which the target reaches the receiver, if it differs."
    ),
)


def agency_options(command: F) -> F:
    """Gives *command* the options of keys and of the wire. It passes them on to `named_target` unchanged."""
    return _with_agencies(command, runs_checks=False)


def check_options(command: F) -> F:
    """As `agency_options`, for a command that runs checks or plans to run them."""
    return _with_agencies(command, runs_checks=True)


def _with_agencies(command: F, *, runs_checks: bool) -> F:
    for option in reversed(_KEY_HEADER):
        command = option(command)
    return _API_KEY(_SECOND_API_KEY(key_file_options(wire_options(command, runs_checks=runs_checks))))


def target_file_option(command: F) -> F:
    """Gives *command* the option of a target file. It passes it on to `named_target` as well."""
    return _TARGET(command)


def receiver_options(command: F) -> F:
    """Gives *command* the options of the receiver of deliveries. It passes them on to `named_target` as well."""
    for option in reversed(_RECEIVER):
        command = option(command)
    return command


def named_target(
    context: click.Context,
    base_url: str | None,
    *,
    api_key: str | None,
    second_api_key: str | None,
    api_key_file: str | None,
    second_api_key_file: str | None,
    key_header: str | None = None,
    key_scheme: str | None = None,
    target_file: str | None = None,
    receiver_listen: str | None = None,
    receiver_url: str | None = None,
    **wire: Any,
) -> Target:
    """The target that these options describe; the command line wins over the target file. Raises `TargetError`."""
    declared = _with_key_header(read_target_file(target_file) if target_file else {}, key_header, key_scheme)
    key = key_of(context, "api_key", api_key, api_key_file)
    second_key = key_of(context, "second_api_key", second_api_key, second_api_key_file)
    receiver = {"listen": receiver_listen, "public_url": receiver_url}
    return describe_target(base_url, key, second_key, declared, wire, receiver)


def _with_key_header(declared: Mapping[str, Any], header: str | None, scheme: str | None) -> Mapping[str, Any]:
    """The contents of the target file. The header and the scheme of the command line count first."""
    given = {name: value for name, value in (("header", header), ("scheme", scheme)) if value}
    keys = declared.get("keys", {})
    return {**declared, "keys": {**keys, **given}} if given and isinstance(keys, Mapping) else declared
