"""Writes the published forms of both documents into `openapi/dist`: `python -m openapi`."""

import json

import click

from openapi.bundler import (
    CONTRACT_FILE,
    CONTROL_FILE,
    PUBLISHED_CONTROL_FILE,
    PUBLISHED_FILE,
    SOURCES_FILE,
    bundle,
    sources_digest,
)
from openapi.release.feed import feed_text
from openapi.release.shelf import Shelf
from openapi.rendering import rendering_30

DIST = PUBLISHED_FILE.parent


def published() -> dict[str, str]:
    """File name to text: both bundled documents, the contract also in 3.0.3, the digest of the sources, the feed."""
    contract = bundle()
    forms = {
        PUBLISHED_FILE.name: contract,
        "openapi-3.0.json": rendering_30(contract),
        PUBLISHED_CONTROL_FILE.name: bundle(CONTROL_FILE),
    }
    texts = {name: json.dumps(form, indent=2, ensure_ascii=False) + "\n" for name, form in forms.items()}
    shelf = Shelf(CONTRACT_FILE.parent)
    return {**texts, SOURCES_FILE.name: sources_digest() + "\n", shelf.feed.name: feed_text(shelf)}


@click.command()
def write_published_forms() -> None:
    """Write the published forms of both documents into openapi/dist, and print their names."""
    DIST.mkdir(exist_ok=True)
    for name, text in published().items():
        (DIST / name).write_text(text, "utf-8")
        click.echo(f"wrote openapi/dist/{name}")


if __name__ == "__main__":
    write_published_forms(prog_name="python -m openapi")
