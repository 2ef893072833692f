"""Shows the progress of a run: a live line on a terminal; in a log, a line for each phase and every few seconds."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, SpinnerColumn, Task, TimeElapsedColumn
from rich.progress import Progress as LiveLine
from rich.text import Text

from conformance.evidence.verdicts import Finding
from conformance.session.session import Progress
from conformance.wire.pace import Traffic

SECONDS_BETWEEN_LINES = 5.0

_WORD_OF = {
    Finding.broken: "broken",
    Finding.violated: "failed",
    Finding.untested: "undecided",
    Finding.inconclusive: "undecided",
    Finding.advisory: "warned",
    Finding.held: "passed",
}


@contextmanager
def showing_progress(console: Console, seconds_between_lines: float = SECONDS_BETWEEN_LINES) -> Iterator[Progress]:
    """A `Progress` that shows itself on *console* until the block ends."""
    show = _live_line if console.is_terminal else _log
    with show(console, seconds_between_lines) as progress:
        yield progress


@contextmanager
def _live_line(console: Console, _seconds_between_lines: float) -> Iterator[Progress]:
    counts = Counts()
    columns = (SpinnerColumn(finished_text=" "), BarColumn(10), MofNCompleteColumn(), TimeElapsedColumn())
    with LiveLine(*columns, _Words(counts), console=console, transient=True) as line:
        bar = line.add_task("", total=None)
        counts.changed = lambda: line.update(bar, total=counts.checks or None, completed=counts.ended_checks)
        yield counts


@contextmanager
def _log(console: Console, seconds_between_lines: float) -> Iterator[Progress]:
    log = _Log(console)
    over = threading.Event()
    writer = threading.Thread(target=log.keep_writing, args=(over, seconds_between_lines), daemon=True)
    writer.start()
    try:
        yield log
    finally:
        over.set()
        writer.join()


class Counts(Progress):
    """How far a run is, in numbers. *changed* is called whenever a number changes."""

    def __init__(self) -> None:
        self.phase = "preflight"
        self.checks = self.ended_checks = 0
        self.changed: Callable[[], None] = lambda: None
        self._findings: Counter[str] = Counter()
        self._traffic: Callable[[], Traffic] | None = None

    def follow(self, traffic: Callable[[], Traffic]) -> None:
        """Remembers *traffic*, which returns the requests so far."""
        self._traffic = traffic

    def enter(self, phase: str) -> None:
        """Notes the *phase* of the run."""
        self.phase = phase

    def begin(self, count: int) -> None:
        """Notes the number of checks."""
        self.checks = count
        self.changed()

    def end(self, finding: Finding) -> None:
        """Counts a check that ended with *finding*."""
        self.ended_checks += 1
        self._findings.update([_WORD_OF[finding]] if finding in _WORD_OF else [])
        self.changed()

    def requests(self) -> str:
        """Requests so far and at most; empty when nothing is sent."""
        if self._traffic is None:
            return ""
        traffic = self._traffic()
        return f"{traffic.requests}/{traffic.most_requests} requests"

    def verdicts(self) -> str:
        """How many checks did not pass, in words: `1 failed, 3 undecided`. Empty when all passed."""
        words = [word for word in dict.fromkeys(_WORD_OF.values()) if word != "passed"]
        return ", ".join(f"{self._findings[word]} {word}" for word in words if self._findings[word])


class _Words(ProgressColumn):
    """Requests, the phase and the verdicts, behind the bar of a live line."""

    def __init__(self, counts: Counts) -> None:
        super().__init__()
        self._counts = counts

    def render(self, task: Task) -> Text:  # noqa: ARG002 - the bar's own numbers count the checks
        """The words of this moment."""
        return Text("  ".join(filter(None, (self._counts.requests(), self._counts.phase, self._counts.verdicts()))))


class _Log(Counts):
    """Writes a line like `  35 s  walks` for each phase, and lines with numbers between them.

    These are like `  40 s  1204/3600 requests  231/649 checks: 2 failed`, and fit a terminal of 80 columns.
    """

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self._began = time.monotonic()

    def enter(self, phase: str) -> None:
        """Writes a line for each new phase."""
        if phase != self.phase:
            super().enter(phase)
            self._write(phase)

    def keep_writing(self, over: threading.Event, seconds: float) -> None:
        """Writes a line with the current numbers every *seconds* seconds until the run is *over*."""
        while not over.wait(seconds):
            checks = f"{self.ended_checks}/{self.checks} checks" if self.checks else ""
            numbers = (self.requests(), ": ".join(filter(None, (checks, self.verdicts()))))
            self._write("  ".join(filter(None, numbers)) or self.phase)

    def _write(self, words: str) -> None:
        seconds = time.monotonic() - self._began
        self._console.print(f"{seconds:4.0f} s  {words}", highlight=False, soft_wrap=True)
