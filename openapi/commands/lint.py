"""`teesheet contract lint`: is a contract valid, and in our style?"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from openapi.bundler import DOCUMENTS
from openapi.commands.reading import fail, version_or_fail
from openapi.lint import reports
from openapi.lint.catalogue import RULES
from openapi.lint.mending import Mended, mend
from openapi.lint.running import Located, Report, lint_version
from openapi.places import ContractError

_FORMATS: Mapping[str, Callable[[Sequence[Report]], str]] = {
    "text": reports.text,
    "json": reports.as_json,
    "sarif": reports.sarif,
}
# Each round can make room for an edit that touched another edit.
_MOST_ROUNDS = 20


@click.command()
@click.argument("file", required=False)
@click.option("--fix", "fixing", is_flag=True, help="Mend what is mechanical in the files, and say what was mended.")
@click.option("--format", "form", type=click.Choice(list(_FORMATS)), default="text", show_default=True)
@click.option("--rule", "only", multiple=True, metavar="ID", help="Check only this rule. Can be repeated.")
def lint(file: str | None, fixing: bool, form: str, only: tuple[str, ...]) -> None:
    """Check that FILE, with the files it refers to, is valid OpenAPI 3.1 or 3.0, and in our style.

    FILE can also be a folder, a release such as 1.3.0, a git revision or `published`. Without FILE: both packaged
    documents. docs/lint-rules.md lists the rules.
    """
    for rule in only:
        _require_rule(rule)
    roots = {name: str(path) for name, path in DOCUMENTS.items()} if file is None else {file: file}
    if fixing:
        _require_files(roots)
        _print_mended(_mended(roots, only))
    found = _reports(roots, only)
    click.echo(_FORMATS[form](found))
    if any(report.findings for report in found):
        raise click.exceptions.Exit(1)


def _require_rule(rule: str) -> None:
    """Raises UsageError if there is no such rule."""
    if rule not in RULES:
        near = get_close_matches(rule, RULES, n=1)
        hint = f"Did you mean {near[0]}?" if near else "docs/lint-rules.md lists the rules."
        raise click.UsageError(f"There is no rule {rule}. {hint}")


def _require_files(roots: Mapping[str, str]) -> None:
    """Raises Exit if --fix is asked to change something else than files."""
    for root in roots.values():
        if not Path(root).exists():
            raise fail(f"{root} is not a file or a folder, and --fix changes only files.")


def _reports(roots: Mapping[str, str], only: Sequence[str]) -> list[Report]:
    try:
        return [lint_version(version_or_fail(root), name, only) for name, root in roots.items()]
    except ContractError as error:
        raise fail(str(error)) from None


def _mended(roots: Mapping[str, str], only: Sequence[str]) -> list[Mended]:
    """Mends until nothing changes any more, and returns what was mended."""
    mended: list[Mended] = []
    for _ in range(_MOST_ROUNDS):
        try:
            round_ = mend([finding for report in _reports(roots, only) for finding in _mendable(report)])
        except OSError as error:
            raise fail(f"{error.filename} cannot be changed ({(error.strerror or str(error)).lower()}).") from None
        if not round_:
            return mended
        mended += round_
    return mended


def _mendable(report: Report) -> list[Located]:
    """The findings that --fix may touch. A schema of OpenAPI 3.0 writes its example with another keyword."""
    return [finding for finding in report.findings if not (report.is_older and finding.rule == "property-has-example")]


def _print_mended(mended: Sequence[Mended]) -> None:
    for item in mended:
        click.echo(f"{item.finding.place}: {item.finding.rule}: mended.", err=True)
