"""Shows that a run moves: a live line on a terminal, a plain line for each tenth of it elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as LiveLine

from conformance.session import Progress
from conformance.verdicts import Finding

_WORTH_COUNTING = (Finding.broken, Finding.violated, Finding.inconclusive)
_TENTHS = 10


@contextmanager
def showing_progress(console: Console) -> Iterator[Progress]:
    """A `Progress` that shows itself on *console* until the block ends."""
    if not console.is_terminal:
        yield PlainProgress(console)
        return
    columns = (
        SpinnerColumn(finished_text=" "),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with LiveLine(*columns, console=console, transient=True) as line:
        yield LiveProgress(line)


class LiveProgress(Progress):
    """One line that names the area at work and counts what did not hold so far."""

    def __init__(self, line: LiveLine) -> None:
        self._line = line
        self._task = line.add_task("looking at the target", total=None)
        self._wrong = 0
        self._area = ""
        self._requests = ""

    def begins(self, count: int) -> None:
        """The number of checks is known."""
        self._line.update(self._task, total=count)

    def sent(self, requests: int, most_requests: int) -> None:
        """So many requests of at most so many are used."""
        self._requests = f"{requests}/{most_requests} sent  "
        self._describe()

    def ended(self, area: str, finding: Finding) -> None:
        """One check ended."""
        self._wrong += finding in _WORTH_COUNTING
        self._area = area.replace("_", " ")
        self._line.advance(self._task)
        self._describe()

    def _describe(self) -> None:
        wrong = f"[red]{self._wrong} not held[/red]  " if self._wrong else ""
        self._line.update(self._task, description=f"{self._requests}{wrong}{self._area}")


class PlainProgress(Progress):
    """A line for each tenth of the checks, for logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._count = self._done = self._wrong = self._told = 0

    def begins(self, count: int) -> None:
        """The number of checks is known."""
        self._count = count
        self._console.print(f"{count} checks to run", highlight=False)

    def ended(self, area: str, finding: Finding) -> None:  # noqa: ARG002 - a log needs no area
        """One check ended."""
        self._done += 1
        self._wrong += finding in _WORTH_COUNTING
        tenths = self._done * _TENTHS // max(self._count, 1)
        if tenths > self._told:
            self._told = tenths
            self._console.print(f"{self._done} of {self._count} ended, {self._wrong} not held", highlight=False)
