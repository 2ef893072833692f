"""Shows that a run moves: a live line on a terminal, one plain line per area elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as LiveLine

from conformance.session import Progress
from conformance.verdicts import Finding

_WORTH_COUNTING = (Finding.broken, Finding.violated, Finding.inconclusive)


@contextmanager
def showing_progress(console: Console) -> Iterator[Progress]:
    """A `Progress` that shows itself on *console* until the block ends."""
    if not console.is_terminal:
        yield PlainProgress(console)
        return
    columns = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
    with LiveLine(*columns, console=console, transient=True) as line:
        yield LiveProgress(line)


class LiveProgress(Progress):
    """One line that names the area at work and counts what went wrong so far."""

    def __init__(self, line: LiveLine) -> None:
        self._line = line
        self._task = line.add_task("looking at the target", total=None)
        self._wrong = 0

    def begins(self, count: int) -> None:
        """The number of checks is known."""
        self._line.update(self._task, total=count)

    def ended(self, area: str, finding: Finding) -> None:
        """One check ended."""
        self._wrong += finding in _WORTH_COUNTING
        wrong = f" ({self._wrong} not held)" if self._wrong else ""
        self._line.update(self._task, advance=1, description=f"{area.replace('_', ' ')}{wrong}")


class PlainProgress(Progress):
    """A line whenever the checks reach another area, for logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._count = self._done = 0
        self._area = ""

    def begins(self, count: int) -> None:
        """The number of checks is known."""
        self._count = count
        self._console.print(f"{count} checks to run", highlight=False)

    def ended(self, area: str, finding: Finding) -> None:  # noqa: ARG002 - a log needs only the area
        """One check ended."""
        if area != self._area:
            self._area = area
            self._console.print(f"{self._done}/{self._count} {area.replace('_', ' ')}", highlight=False)
        self._done += 1
