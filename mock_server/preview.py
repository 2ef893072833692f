"""`teesheet contract preview`: serves a contract from memory, and every edit of it."""

import click

from mock_server.serve import serve


@click.command()
@click.argument("file")
@click.option(
    "--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.pass_context
def preview(context: click.Context, file: str, port: int) -> None:
    """Serve FILE and every edit of it, with state in memory. The page /docs/ follows the edits.

    This is `teesheet serve --contract FILE --watch --ephemeral`.
    """
    context.invoke(serve, contract=file, watch=True, ephemeral=True, port=port)
