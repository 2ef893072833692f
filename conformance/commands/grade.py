"""The command `grade`. It parses, calls and prints; nothing is decided here."""

import shlex
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import click

from conformance.contracts.under_test import contract_under_test
from conformance.grading.examination import Client, ClientProgram, Person, examine
from conformance.grading.grades import Grade, Stage, rows_of
from conformance.grading.recorded import stage_of
from conformance.grading.renderings import REPORTS, write_grade
from conformance.grading.renderings.grade_text import print_grade
from conformance.grading.rows import RowError
from conformance.grading.sandbox import ExaminationError, running_sandbox
from conformance.grading.scenarios import Scenario, chosen, load_scenarios
from conformance.recordings.har_reading import RecordingError
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.text.terminal import Terminal, say

_INTERRUPTED = 130


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("words", nargs=-1, metavar="RECORDING | -- COMMAND...")
@click.option(
    "--scenario",
    "names",
    metavar="ID",
    multiple=True,
    help="Only the plain scenario and this scenario; may be given several times.",
)
@click.option(
    "--survives",
    is_flag=True,
    help="Only the scenarios in which the client has to get as far as in the plain scenario.",
)
@click.option(
    "--interactive", is_flag=True, help="For an application: says what happens, and waits until you press Enter."
)
@click.option(
    "--scenarios",
    "files",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A YAML file with scenarios of your own.",
)
@click.option(
    "--listen", metavar="HOST:PORT", default="127.0.0.1:0", help="Where the sandbox listens. Port 0 takes a free port."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31),
    default=1,
    show_default=True,
    help="Chooses the courses, tee sheets and ids of the sandbox.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1, 3600),
    default=60.0,
    show_default=True,
    help="How long the client may work in each scenario; then it is ended.",
)
@click.option(
    "--at-once", type=click.IntRange(1, 32), default=1, show_default=True, help="How many scenarios run side by side."
)
@click.option("--base-url", help="Base address of the interface, for a recording.")
@click.option(
    "--report",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help=f"The folder for {', '.join(REPORTS)}.",
)
@click.pass_context
def grade(
    context: click.Context,
    /,
    *,
    words: tuple[str, ...],
    names: tuple[str, ...],
    survives: bool,
    interactive: bool,
    files: tuple[Path, ...],
    listen: str,
    seed: int,
    seconds: float,
    at_once: int,
    base_url: str | None,
    folder: Path | None,
) -> None:
    """Grade a client: run COMMAND against the sandbox in many situations, or judge a RECORDING (a HAR file).

    COMMAND gets TEESHEET_BASE_URL, TEESHEET_API_KEY, TEESHEET_NOW and TEESHEET_SCENARIO as environment variables.
    Exit codes: 0 pass, 1 a must is violated, 2 the grade could not start or a lever failed, 3 incomplete.
    """
    try:
        scenarios = chosen(load_scenarios(*files), names, only_survival=survives)
        if _is_recording(words):
            what, stages = words[0], [stage_of(Path(words[0]), base_url)]
        elif interactive and not words:
            what, stages = "a person at an application", _examined(Person(say, _wait), scenarios, listen, seed, 1)
        else:
            what, program = shlex.join(words), ClientProgram(_program(words, interactive=interactive), seconds)
            stages = _examined(program, scenarios, listen, seed, at_once)
        result = _graded(what, stages)
        _write(result, folder)
    except (RowError, ExaminationError, RecordingError) as error:
        say(f"teesheet grade: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    except KeyboardInterrupt:
        say("teesheet grade: Interrupted. The client and the sandbox were ended.", err=True)
        context.exit(_INTERRUPTED)
    print_grade(result, folder, Terminal())
    context.exit(result.exit_code)


def _is_recording(words: Sequence[str]) -> bool:
    return len(words) == 1 and words[0].endswith((".har", ".json"))


def _program(words: tuple[str, ...], *, interactive: bool) -> tuple[str, ...]:
    """The command of the client. Raises `ExaminationError` when there is none."""
    if interactive:
        raise ExaminationError("--interactive takes no command: the person starts the client.")
    if not words:
        raise ExaminationError("Give a recording that ends in .har, a command behind --, or --interactive.")
    if shutil.which(words[0]) is None:
        raise ExaminationError(
            f"There is no program {words[0]!r}. Give a recording that ends in .har, or a command behind --."
        )
    return words


def _wait() -> None:
    try:
        input()
    except EOFError:
        raise ExaminationError("--interactive needs a terminal: there is nobody to press Enter.") from None


def _examined(client: Client, scenarios: Sequence[Scenario], listen: str, seed: int, at_once: int) -> list[Stage]:
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal():
        raise ExaminationError(f"--listen must be HOST:PORT like 127.0.0.1:8080, not {listen}.")
    with running_sandbox(listen, seed) as address:
        stages = examine(address, client, scenarios, at_once, lambda scenario: say(f"{scenario.title} ...", err=True))
        return list(stages)


def _graded(what: str, stages: Sequence[Stage]) -> Grade:
    under_test = contract_under_test()
    assert under_test is not None, "the distribution has its contract"
    return Grade(
        what=what,
        contract=f"{under_test.version} {under_test.short_digest}",
        version=version("teesheet"),
        finished_at=datetime.now(UTC),
        stages=tuple(stages),
        rows=rows_of(stages),
    )


def _write(result: Grade, folder: Path | None) -> None:
    if folder is None:
        return
    try:
        write_grade(result, folder)
    except OSError as error:
        raise ExaminationError(f"The reports cannot be written to {folder}: {error.strerror}.") from error
