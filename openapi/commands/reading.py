"""Reads what a command names, or ends the command with one sentence."""

import click

from openapi.lint.running import validity_findings
from openapi.places import ContractError
from openapi.versions import Version, read_version

USAGE = 2


def fail(sentence: str) -> click.exceptions.Exit:
    """The end of a command whose input cannot be used: prints the sentence. The caller raises the result."""
    click.echo(f"teesheet contract: {sentence}", err=True)
    return click.exceptions.Exit(USAGE)


def version_or_fail(name: str) -> Version:
    """The version that *name* names. Raises Exit if it cannot be read."""
    try:
        return read_version(name)
    except ContractError as error:
        raise fail(str(error)) from None


def valid_version_or_fail(name: str) -> Version:
    """The version that *name* names. Raises Exit if it cannot be read, or is not valid OpenAPI 3.1 or 3.0."""
    version = version_or_fail(name)
    is_older = str(version.document["openapi"]).startswith("3.0.")
    hint = "" if is_older else " `teesheet contract lint` shows every fault."
    for finding in validity_findings(version):
        raise fail(f"{finding.place}: {finding.sentence}{hint}")
    return version
