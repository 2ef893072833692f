"""The process of the judges: builds them from plain settings, shows what they find, and keeps the archive."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.proxy.har_file import HarFile
from conformance.proxy.live_terminal import LiveTerminal
from conformance.proxy.page import FindingsPage
from conformance.proxy.passed import Passed
from conformance.proxy.watcher import Watcher
from conformance.target.connection import KeyHeader
from conformance.target.target import Placement
from conformance.text.terminal import Terminal
from conformance.watching.callers import Callers
from conformance.watching.contract_judge import ContractJudge


@dataclass(frozen=True)
class Settings:
    """What the judges need to know, as values that pass from one process to the other.

    *contracts* are bundled documents by name; the first decides. *keys* are the keys of a target file. *visibility* is
    how many seconds a change may take to show.
    """

    origin: str
    base_path: str
    contracts: Mapping[str, dict[str, Any]]
    keys: tuple[str | None, str | None]
    key_header: KeyHeader
    hold_id: Placement | None
    visibility: float
    har: Path | None
    page: tuple[str, int] | None


def judges(settings: Settings) -> tuple[Callable[[Passed], None], Callable[[], None]]:
    """The function that takes each exchange, and the one that ends the work and prints the result."""
    archive = HarFile(settings.har) if settings.har else None
    watcher = Watcher(
        settings.origin,
        settings.base_path,
        [ContractJudge(name, document, settings.hold_id) for name, document in settings.contracts.items()],
        Callers(settings.key_header, settings.keys),
        settings.visibility,
        settings.hold_id,
        archive.add if archive else lambda _exchange: None,
    )
    terminal = LiveTerminal(watcher, Terminal())
    page = FindingsPage(watcher, settings.origin, *settings.page) if settings.page else None

    def take(passed: Passed) -> None:
        try:
            terminal.show(watcher.take(passed))
        except Exception as fault:
            # One exchange that the judges cannot judge must not end the work on the others.
            watcher.tally.not_judged[f"the judges of the proxy failed ({type(fault).__name__})"] += 1

    def finish() -> None:
        terminal.show(watcher.finish())
        if page:
            page.close()
        if archive:
            archive.close()
        terminal.finish()

    return take, finish
