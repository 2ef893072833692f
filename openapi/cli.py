"""`teesheet contract`: lint the contract, and print it as one document."""

import json
from pathlib import Path
from typing import Any

import click
from openapi_spec_validator import OpenAPIV31SpecValidator

from openapi.bundler import CONTRACT_FILE, ContractError, bundle
from openapi.rendering import rendering_30

USAGE = 2


def _read(path: Path) -> dict[str, Any]:
    try:
        return bundle(path)
    except ContractError as error:
        click.echo(f"teesheet contract: {error}", err=True)
        raise click.exceptions.Exit(USAGE) from None


@click.group("contract")
def contract_commands() -> None:
    """Lint or bundle the contract."""


_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False), default=CONTRACT_FILE)


@contract_commands.command()
@_FILE
def lint(file: Path) -> None:
    """Check that FILE and what it refers to is valid OpenAPI 3.1. Without FILE: the packaged contract."""
    errors = list(OpenAPIV31SpecValidator(_read(file)).iter_errors())
    for error in errors:
        place = "/".join(str(part) for part in error.absolute_path)
        click.echo(f"{place or 'document'}: {error.message[:300]}")
    if errors:
        raise click.exceptions.Exit(1)
    click.echo("The contract is valid OpenAPI 3.1.")


@contract_commands.command("bundle")
@_FILE
@click.option("--openapi", "version", type=click.Choice(["3.1", "3.0"]), default="3.1", show_default=True)
def bundle_command(file: Path, version: str) -> None:
    """Print FILE as one JSON document. Without FILE: the packaged contract."""
    document = _read(file)
    click.echo(json.dumps(document if version == "3.1" else rendering_30(document), ensure_ascii=False, indent=2))
