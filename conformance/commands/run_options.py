"""The options of a run other than its target: its requirements, its rules, its baseline and its reports."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.report import REPORT_FILES
from conformance.scope.selection import FailOn, words_of
from conformance.target.declarations import TargetError

F = TypeVar("F", bound=Callable[..., Any])


def only_option(command: F) -> F:
    """Gives *command* the parameter `only`, the words that name the requirements to decide; no word means all."""
    return click.option(
        "--only",
        metavar="ID,AREA,..",
        callback=_words_given,
        help="Decide only these requirements: ids, areas (bookings) and patterns (CRS-*).",
    )(command)


def _words_given(_context: click.Context, _option: click.Parameter, given: str | None) -> tuple[str, ...]:
    """The words of `--only`, none without the option. An empty list would decide everything, which nobody means."""
    words = words_of(given or "")
    if given is not None and not words:
        raise click.BadParameter("it names no requirement. Name some, or leave --only out to decide all.")
    return words


def fail_on_option(default: FailOn | None) -> Callable[[F], F]:
    """Gives a command the parameter `fail_on`, None when neither the user nor *default* gives a value."""
    return click.option(
        "--fail-on",
        type=click.Choice([choice.value for choice in FailOn]),
        default=default and default.value,
        show_default=default is not None,
        callback=lambda _context, _option, given: FailOn(given) if given else None,
        help="The lightest finding that ends the run with 1."
        + ("" if default else " Without this option, the choice of the run."),
    )


def rules_option(command: F) -> F:
    """Gives *command* the parameter `rules`, files with the user's own requirements."""
    return click.option(
        "--rules",
        metavar="FILE",
        multiple=True,
        type=click.Path(path_type=Path),
        help="A Python file with your own requirements; may be given several times.",
    )(command)


def baseline_option(command: F) -> F:
    """Gives *command* the parameter `baseline_file`."""
    return click.option(
        "--baseline",
        "baseline_file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Known failures with reason, owner and last day (YAML or TOML).",
    )(command)


def report_option(default: Path | None) -> Callable[[F], F]:
    """Gives a command the parameter `folder`, None when neither the user nor *default* names a folder."""
    return click.option(
        "--report",
        "folder",
        metavar="DIR",
        type=click.Path(path_type=Path),
        default=default,
        show_default=default is not None,
        help=f"The folder for {', '.join(REPORT_FILES[:-1])} and {REPORT_FILES[-1]}."
        + ("" if default else " Without it, no reports are written."),
    )


def resume_option(command: F) -> F:
    """Gives *command* the parameter `resumed`, the report folder of a run that was cut short, or None."""
    return click.option(
        "--resume",
        "resumed",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Go on with the run in this report folder, which was cut short. The reports replace its reports.",
    )(command)


def require_writable(folder: Path) -> None:
    """Creates the folder of the reports. Raises `TargetError` when that fails, or when no file can be written there."""
    with writing_to(folder), tempfile.TemporaryFile(dir=folder):
        pass


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Raises `TargetError` for an `OSError` inside, because the folder of the reports is the cause."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise TargetError(
            f"The reports cannot be written to {folder}: {error.strerror}. Name another --report."
        ) from error
