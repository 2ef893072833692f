"""`teesheet contract`: lints the documents, and prints a document as one file."""

import json
from pathlib import Path
from typing import Any

import click
from openapi_spec_validator import OpenAPIV31SpecValidator

from openapi.bundler import DOCUMENTS, ContractError, bundle
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
    """Lint or bundle the contract and the document of the control plane."""


_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)


@contract_commands.command()
@_FILE
def lint(file: Path | None) -> None:
    """Check that FILE and the files it refers to are valid OpenAPI 3.1. Without FILE: both packaged documents."""
    roots = DOCUMENTS if file is None else {file.name: file}
    verdicts = [_is_valid(name, _read(root)) for name, root in roots.items()]
    if not all(verdicts):
        raise click.exceptions.Exit(1)


def _is_valid(name: str, document: dict[str, Any]) -> bool:
    """Whether a document is valid OpenAPI 3.1. Prints the result, or every place with an error."""
    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    for error in errors:
        place = "/".join(str(part) for part in error.absolute_path)
        click.echo(f"{name}: {place or 'document'}: {error.message[:300]}")
    if not errors:
        click.echo(f"{name}: valid OpenAPI 3.1.")
    return not errors


@contract_commands.command("bundle")
@_FILE
@click.option(
    "--document", "name", type=click.Choice(list(DOCUMENTS)), help="Which packaged document.  [default: interface]"
)
@click.option("--openapi", "version", type=click.Choice(["3.1", "3.0"]), default="3.1", show_default=True)
def bundle_command(file: Path | None, name: str | None, version: str) -> None:
    """Print FILE as one JSON document. Without FILE: a packaged document, the interface unless said otherwise."""
    if file is not None and name is not None:
        raise click.UsageError("FILE and --document exclude each other: name one of them.")
    document = _read(file or DOCUMENTS[name or "interface"])
    click.echo(json.dumps(document if version == "3.1" else rendering_30(document), ensure_ascii=False, indent=2))
