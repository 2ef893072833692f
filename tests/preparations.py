"""What checks share to prepare themselves, and what is sent for it."""

from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

import pytest

from conformance.recordings.recording import Recording
from conformance.running.plugin import check_name


class Preparations:
    """A plugin of pytest that sees which fixtures checks share, and what is sent to prepare each."""

    def __init__(self) -> None:
        self.recording = Recording({})
        self.sent: defaultdict[str, set[int]] = defaultdict(set)
        self.needed: dict[str, list[str]] = {}
        self._of_others: set[int] = set()
        self._on_demand: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the fixtures of every check."""
        self.needed = {check_name(item): sorted(set(getattr(item, "fixturenames", []))) for item in session.items}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        """Note the exchanges that prepare a fixture, and not those of another inside. A fixture that prepares things
        when it is called, each of them once, counts as one fixture for each thing.
        """
        before = len(self.recording.exchanges)
        try:
            made = yield
        finally:
            if fixturedef.scope != "function":
                self._note(fixturedef.argname, before)
        if hasattr(made, "cache_info"):
            made = self._noting(fixturedef.argname, made)
            fixturedef.cached_result = (made, *fixturedef.cached_result[1:])
        return made

    def askers(self) -> Mapping[int, Sequence[str]]:
        """By the number of an exchange that prepared something: the checks that asked for it. Nobody did for what a
        fixture prepares unasked.
        """
        users = defaultdict[str, list[str]](list)
        for check, names in self.needed.items():
            for name in self._on_demand.intersection(names):
                users[name].append(check)
        return {place: users[name] for name, places in self.sent.items() for place in places}

    def _note(self, name: str, before: int) -> None:
        sent = set(range(before, len(self.recording.exchanges))) - self._of_others
        self.sent[name] |= sent
        self._of_others |= sent

    def _noting(self, name: str, prepare: Any) -> Callable[..., object]:
        """*prepare*, which is a fixture with this *name*. Whoever calls it needs what it prepares."""

        def noted(*things: object) -> object:
            thing = f"{name}[{'-'.join(map(str, things))}]"
            self._on_demand.add(thing)
            needed = self.needed[self.recording.current_check]
            self.needed[self.recording.current_check] = sorted({*needed, thing})
            before = len(self.recording.exchanges)
            try:
                return prepare(*things)
            finally:
                self._note(thing, before)

        return noted
