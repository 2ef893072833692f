"""The command `teesheet contract replay`. It parses, calls and prints; nothing is decided here."""

from pathlib import Path

import click

from conformance.recordings.har_reading import RecordingError
from conformance.replaying.broken_groups import By
from conformance.replaying.outcome import replay_traffic
from conformance.replaying.renderings import RENDERINGS
from conformance.replaying.traffic import read_traffic
from conformance.text.terminal import say
from conformance.text.visible import visible
from openapi.places import ContractError
from openapi.versions import read_version

USAGE = 2


@click.command("replay")
@click.argument("place", metavar="TRAFFIC", type=click.Path(path_type=Path))
@click.option(
    "--old", "old_name", metavar="OLD", help="The contract that counted so far.  [default: the recording's own]"
)
@click.option("--new", "new_name", metavar="NEW", required=True, help="The candidate to judge the traffic against.")
@click.option("--by", type=click.Choice(list(By)), default=By.operation, show_default=True, help="Groups the findings.")
@click.option("--format", "rendering", type=click.Choice(list(RENDERINGS)), default="text", show_default=True)
@click.option("--base-url", help="Base address of the interface.  [default: found from the traffic]")
@click.option("--out", "out_file", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.pass_context
def replay(
    context: click.Context,
    /,
    *,
    place: Path,
    old_name: str | None,
    new_name: str,
    by: By,
    rendering: str,
    base_url: str | None,
    out_file: Path | None,
) -> None:
    """Judge recorded TRAFFIC, a HAR file or a folder with several, against the contract NEW.

    OLD and NEW are a file, a folder, a release, a git revision or `published`. Exit codes: 0 nothing is newly broken,
    1 newly broken, 2 wrong usage, 3 parts could not be judged.
    """
    try:
        new = read_version(new_name)
        old = read_version(old_name) if old_name else None
        result = replay_traffic(read_traffic(place), old, new, By(by), base_url)
        shown = visible(RENDERINGS[rendering](result))
        if out_file:
            _write(out_file, shown)
    except (RecordingError, ContractError) as error:
        say(f"teesheet contract: {error}", err=True)
        context.exit(USAGE)
    if not out_file:
        say(shown, nl=False)
    context.exit(result.exit_code)


def _write(file: Path, content: str) -> None:
    try:
        file.write_text(content, encoding="utf-8")
    except OSError as error:
        raise RecordingError(f"--out {file} cannot be written: {error.strerror}.") from error
