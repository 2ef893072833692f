"""`teesheet contract release`: the number of a release, what people have to know, and the files of the release."""

from datetime import UTC, date, datetime

import click

from openapi.commands.reading import fail, valid_version_or_fail
from openapi.places import ContractError, shown_path
from openapi.release.entry import all_have_last_days, entry_text
from openapi.release.preparing import Release, prepared, refusals
from openapi.release.publishing import publish
from openapi.release.rule import Number, NumberPart, number_of, row_of
from openapi.release.shelf import Shelf, shelf_of

REFUSED = 1
UNDECIDED = 3
_DAY = click.DateTime(formats=["%Y-%m-%d"])


class _NumberType(click.ParamType[Number]):
    name = "X.Y.Z"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Number:
        number = number_of(value)
        if number is None:
            self.fail(f"{value!r} is not a version number. Write three numbers with points, such as 1.3.0.", param, ctx)
        return number


@click.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--write", "writing", is_flag=True, help="Write the change notes, the frozen copy and the feed beside NEW."
)
@click.option("--number", type=_NumberType(), help="Number of the release.  [default: the version in NEW]")
@click.option("--last-day", type=_DAY, metavar="DATE", help="Last day of what breaks, where no x-sunset names a day.")
@click.option("--date", "day", type=_DAY, metavar="DATE", help="Day of the release.  [default: today in UTC]")
def release(
    old: str, new: str, writing: bool, number: Number | None, last_day: datetime | None, day: datetime | None
) -> None:
    """Compute the version number of NEW from its differences to OLD, and draft what people have to know.

    A break raises the major version and moves the last segment of the address. An addition or another behaviour raises
    the minor version, a correction of words the patch version. OLD and NEW are a file, a folder, a release, a git
    revision or `published`. Exit codes: 0 drafted or written, 1 refused, 2 the input cannot be used, 3 a difference is
    undecided.
    """
    today = day.date() if day else datetime.now(UTC).date()
    last = last_day.date() if last_day else None
    if last is not None and last <= today:
        raise click.BadParameter(f"{last} is not after the release on {today}.", param_hint="--last-day")
    try:
        _release(prepared(valid_version_or_fail(old), valid_version_or_fail(new), number), writing, today, last)
    except ContractError as error:
        raise fail(str(error)) from None


def _release(prepared_release: Release, writing: bool, day: date, last_day: date | None) -> None:
    shelf = shelf_of(prepared_release.new)
    _end_if_undecided(prepared_release)
    if prepared_release.step is NumberPart.NONE:
        click.echo(f"Nothing to release: {prepared_release.new.name} says the same as {prepared_release.old.name}.")
        return
    _end_if_refused(prepared_release, shelf)
    if writing:
        _write(prepared_release, shelf, day, last_day)
    else:
        click.echo(_reason(prepared_release), err=True)
        click.echo(entry_text(prepared_release, day, last_day), nl=False)


def _end_if_undecided(prepared_release: Release) -> None:
    """Raises Exit if a difference may be a break."""
    undecided = prepared_release.undecided
    if not undecided:
        return
    for difference in undecided:
        click.echo(f"{difference.place}: {difference.subject}, {difference.part}: {difference.sentence}", err=True)
    count = "1 difference is" if len(undecided) == 1 else f"{len(undecided)} differences are"
    click.echo(
        f"teesheet contract: {count} undecided, so nobody can compute the number. "
        "Write the schemas in a simpler form, or split the change.",
        err=True,
    )
    raise click.exceptions.Exit(UNDECIDED)


def _end_if_refused(prepared_release: Release, shelf: Shelf | None) -> None:
    """Raises Exit if the rule forbids the release."""
    sentences = refusals(prepared_release, shelf)
    for sentence in sentences:
        click.echo(f"teesheet contract: {sentence}", err=True)
    if sentences:
        raise click.exceptions.Exit(REFUSED)


def _reason(prepared_release: Release) -> str:
    """The lowest number, and the difference that demands it."""
    decisive = [item for item in prepared_release.comparison.differences if row_of(item).step is prepared_release.step]
    because = f"{row_of(decisive[0]).name} ({decisive[0].place})" if decisive else "a correction of words"
    return f"The lowest number is {prepared_release.lowest}, because of {because}."


def _write(prepared_release: Release, shelf: Shelf | None, day: date, last_day: date | None) -> None:
    """Writes the files of the release. Raises ContractError or Exit if that is impossible."""
    if shelf is None:
        raise ContractError(f"{prepared_release.new.name}: a git revision cannot be changed. Name a file or a folder.")
    if last_day is None and not all_have_last_days(prepared_release):
        raise ContractError(
            "Agencies need the last day of what breaks. Give --last-day DATE, or write x-sunset in OLD."
        )
    try:
        changed = publish(prepared_release, shelf, day, last_day)
    except OSError as error:
        raise fail(f"{error.filename} cannot be written ({(error.strerror or str(error)).lower()}).") from None
    for file in changed:
        click.echo(f"wrote {shown_path(file)}")
    if not changed:
        click.echo(f"{prepared_release.number} is written already. Nothing changed.")
