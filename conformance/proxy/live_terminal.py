"""Shows findings in the terminal, at any width: each new finding once, and all of them when the proxy ends."""

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding

from conformance.proxy.findings import Claim, Weight
from conformance.proxy.watcher import Watcher

HEADINGS = {
    Weight.violated: "The service violates",
    Weight.warning: "The service should not",
    Weight.suspected: "Suspected, not proved",
    Weight.caller: "Requests that the contract refuses",
    Weight.road: "What happened on the way",
}
_LONGEST = 300


class LiveTerminal:
    """Prints what *watcher* finds on *console*."""

    def __init__(self, watcher: Watcher, console: Console) -> None:
        self._watcher = watcher
        self._console = console

    def show(self, claims: Iterable[Claim]) -> None:
        """Prints claims that are new."""
        for claim in claims:
            self._console.print(f"{claim.weight}  {claim.row}  {claim.caller}", markup=False, highlight=False)
            self._indented(_short(claim.sentence))

    def finish(self) -> None:
        """Prints all findings, grouped by their weight, and how much was judged."""
        tally = self._watcher.tally
        self._line(f"\n{tally.passed} exchanges passed, {tally.judged} answers were judged.")
        for reason, count in tally.not_judged.items():
            self._line(f"{count} not judged: {reason}.")
        last = None
        for finding in self._watcher.findings:
            first = finding.first
            if first.weight != last:
                self._line(f"\n{HEADINGS[first.weight]}")
                last = first.weight
            self._line(f"{first.row}  {first.caller}  {times(finding.count)}")
            requirement = self._watcher.findings.sentence_of(first.row)
            self._indented(" ".join(filter(None, (requirement, _short(first.sentence)))))
        if last is None:
            self._line("Nothing was found.")

    def _line(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False)

    def _indented(self, text: str) -> None:
        self._console.print(Padding(self._console.render_str(text, markup=False, highlight=False), (0, 0, 0, 2)))


def times(count: int) -> str:
    """How often something was found: `once` or `3 times`."""
    return "once" if count == 1 else f"{count} times"


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= _LONGEST else f"{sentence[:_LONGEST]} ..."
