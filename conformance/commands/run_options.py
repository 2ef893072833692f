"""The options of a run besides its target: what it decides, by which rules, and where its reports go."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.report import REPORT_FILES
from conformance.scope.selection import FailOn, words_of
from conformance.target.levers import TargetError

F = TypeVar("F", bound=Callable[..., Any])


def only_option(command: F) -> F:
    """Gives *command* the parameter `only`, the words that name the requirements to decide; none means all."""
    return click.option(
        "--only",
        metavar="ID,AREA,..",
        default="",
        callback=lambda _context, _option, given: words_of(given),
        help="Decide these requirements only: ids, areas (bookings) and patterns (CRS-*).",
    )(command)


def fail_on_option(default: FailOn | None) -> Callable[[F], F]:
    """Gives a command the parameter `fail_on`, None where neither the user nor *default* names one."""
    return click.option(
        "--fail-on",
        type=click.Choice([choice.value for choice in FailOn]),
        default=default and default.value,
        show_default=default is not None,
        callback=lambda _context, _option, given: FailOn(given) if given else None,
        help="The lightest finding that ends the run with 1." + ("" if default else " As in the run, unless given."),
    )


def rules_option(command: F) -> F:
    """Gives *command* the parameter `rules`, files of requirements of the user's own."""
    return click.option(
        "--rules",
        metavar="FILE",
        multiple=True,
        type=click.Path(path_type=Path),
        help="A Python file of requirements of your own; may be given several times.",
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
    """Gives a command the parameter `folder`, None where neither the user nor *default* names one."""
    return click.option(
        "--report",
        "folder",
        metavar="DIR",
        type=click.Path(path_type=Path),
        default=default,
        show_default=default is not None,
        help=f"Where {', '.join(REPORT_FILES[:-1])} and {REPORT_FILES[-1]} go."
        + ("" if default else " Without it none are written."),
    )


def require_writable(folder: Path) -> None:
    """Make the folder of the reports. Raises `TargetError` when it cannot be, or nothing can be written there."""
    with writing_to(folder), tempfile.TemporaryFile(dir=folder):
        pass


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Raises `TargetError` for an `OSError` inside, whose fault is the folder of the reports."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise TargetError(
            f"The reports cannot be written to {folder}: {error.strerror}. Name another --report."
        ) from error
