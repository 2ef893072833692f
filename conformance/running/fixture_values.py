"""The values of fixtures, as pytest creates them and for checks in lanes. pytest itself knows only one running check at
a time.

A session fixture has one value in a run. Each other fixture has a value for each check, and ends with it. A check that
runs again gets new values of the fixtures with shared state: the interrupted check may have changed the old values, and
a fixture that failed on a lost answer may succeed now.
"""

import inspect
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from conformance.evidence.verdicts import Judgement
from conformance.scope.lanes import shared_by_all
from conformance.suite.conftest import READ_ONCE

# Fixtures of these modules have no state that a check could have changed: desks and finders, and what pytest brings.
_MEANS = ("conformance.running.check_fixtures", "_pytest")


class ValuesOfPytest:
    """The fixtures with shared state, such as bookings and tee sheets, whose values pytest has created."""

    def __init__(self) -> None:
        self._set_up: dict[str, tuple[pytest.FixtureDef[object], pytest.FixtureRequest]] = {}

    def remember(self, fixture: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> None:
        """Remembers that pytest sets up *fixture* for *request*."""
        if not _is_means(fixture):
            self._set_up[fixture.argname] = (fixture, request)

    def has_values(self, item: pytest.Item) -> bool:
        """Whether *item* uses a value with state, which the next run would create again."""
        names = set(getattr(item, "fixturenames", ())) - READ_ONCE
        return any(name in self._set_up for name in names)

    def forget(self, item: pytest.Item) -> None:
        """Finishes the fixtures with state that *item* uses, so that the next run of the check creates them again."""
        for name in getattr(item, "fixturenames", ()):
            if name in self._set_up:
                fixture, request = self._set_up.pop(name)
                with suppress(Judgement):
                    fixture.finish(request)  # type: ignore[arg-type] # the request that created the value


@dataclass
class _Value:
    """The value of a session fixture, or what its function *raised*."""

    creating: threading.RLock = field(default_factory=threading.RLock)
    is_known: bool = False
    value: Any = None
    raised: BaseException | None = None
    end: ExitStack = field(default_factory=ExitStack)


class FixtureValues:
    """The values for the checks in the lanes of one run. Safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: dict[pytest.FixtureDef[object], _Value] = {}

    def arguments_of(self, item: pytest.Function, end: ExitStack) -> Mapping[str, Any]:
        """The arguments of the check *item*, after the fixtures that it only uses. Fixtures of the check end with
        *end*.
        """
        giving = _Giving(self, item, end)
        for mark in reversed([*item.iter_markers("usefixtures")]):
            for name in mark.args:
                giving.value(name)
        return {name: giving.value(name) for name in item._fixtureinfo.argnames}

    def has_values(self, item: pytest.Function) -> bool:
        """Whether *item* uses a session fixture with state, which the next run would create again."""
        return any(fixture in self._kept and has_state(fixture) for fixture in fixtures_of(item))

    def forget(self, item: pytest.Function) -> None:
        """Ends the session fixtures with state that *item* uses, so that the next run of the check creates them
        again.
        """
        for fixture in fixtures_of(item):
            if fixture in self._kept and not _is_means(fixture):
                with suppress(Judgement):
                    self._kept.pop(fixture).end.close()

    def close(self) -> None:
        """Ends all session fixtures, the newest first."""
        for value in reversed(self._kept.values()):
            with suppress(Judgement):
                value.end.close()

    def session_value(self, fixture: pytest.FixtureDef[object], create: Callable[[ExitStack], Any]) -> Any:
        """The value of *fixture*. *make* makes it the first time."""
        known = self._kept.setdefault(fixture, _Value())
        with known.creating:
            if not known.is_known:
                known.is_known = True
                try:
                    known.value = _new_value(fixture, lambda: create(known.end))
                except BaseException as error:
                    known.raised = error
            if known.raised is not None:
                raise known.raised
            return known.value


def _new_value(fixture: pytest.FixtureDef[object], create: Callable[[], Any]) -> Any:
    """The value that *create* gives. A value that no check changes belongs to all lanes."""
    if not has_state(fixture):
        with shared_by_all(f"fixture {fixture.argname}"):
            return create()
    return create()


class _Giving:
    """Gives one check its values. It takes the place of pytest's `request`, too."""

    def __init__(self, values: FixtureValues, item: pytest.Function, end: ExitStack) -> None:
        self.config = item.config
        self._values = values
        self._item = item
        self._end = end
        self._own: dict[str, Any] = {}

    def getfixturevalue(self, name: str) -> Any:
        """The value of the fixture *name*, as pytest's request gives it."""
        return self.value(name)

    def value(self, name: str) -> Any:
        """The value of a fixture or of a parameter of the check."""
        parameters = getattr(self._item, "callspec", None)
        if parameters is not None and name in parameters.params:
            return parameters.params[name]
        if name == "request":
            return self
        fixture = _fixture(self._item, name)
        if fixture.scope == "session":
            return self._values.session_value(fixture, lambda end: self._call(fixture, end))
        if name not in self._own:
            self._own[name] = self._call(fixture, self._end)
        return self._own[name]

    def _call(self, fixture: pytest.FixtureDef[object], end: ExitStack) -> Any:
        arguments = {name: self.value(name) for name in fixture.argnames}
        if inspect.isgeneratorfunction(fixture.func):
            return end.enter_context(contextmanager(fixture.func)(**arguments))
        return fixture.func(**arguments)


def _is_means(fixture: pytest.FixtureDef[object]) -> bool:
    return fixture.func.__module__.startswith(_MEANS)


def has_state(fixture: pytest.FixtureDef[object]) -> bool:
    """Whether a check may change the value of *fixture*, so that other checks see the change."""
    return not _is_means(fixture) and fixture.argname not in READ_ONCE


def fixtures_of(item: pytest.Function) -> list[pytest.FixtureDef[object]]:
    """The fixtures that *item* needs, directly or by way of another. A fixture that the check asks for while it runs is
    not among them.
    """
    return [found[-1] for found in item._fixtureinfo.name2fixturedefs.values() if found]


def _fixture(item: pytest.Function, name: str) -> pytest.FixtureDef[object]:
    known = item._fixtureinfo.name2fixturedefs.get(name)
    found = known or item.session._fixturemanager.getfixturedefs(name, item)
    if not found:
        raise LookupError(f"There is no fixture {name}.")
    return found[-1]
