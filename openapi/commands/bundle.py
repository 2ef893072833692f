"""`teesheet contract bundle`: a document of many files as one JSON document."""

import json

import click

from openapi.bundler import DOCUMENTS
from openapi.commands.reading import version_or_fail
from openapi.rendering import rendering_30


@click.command("bundle")
@click.argument("file", required=False)
@click.option(
    "--document", "name", type=click.Choice(list(DOCUMENTS)), help="Which packaged document.  [default: interface]"
)
@click.option("--openapi", "version", type=click.Choice(["3.1", "3.0"]), default="3.1", show_default=True)
def bundle_command(file: str | None, name: str | None, version: str) -> None:
    """Print FILE as one JSON document.

    FILE can also be a folder, a release such as 1.3.0, a git revision or `published`. Without FILE: a packaged
    document, the interface unless --document names the other one.
    """
    if file is not None and name is not None:
        raise click.UsageError("FILE and --document exclude each other: name one of them.")
    document = version_or_fail(file or str(DOCUMENTS[name or "interface"])).document
    click.echo(json.dumps(document if version == "3.1" else rendering_30(document), ensure_ascii=False, indent=2))
