"""The scenarios of the examination: situations as data, our situations and the situations of a user."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.catalogue.operations import OPERATION_IDS
from conformance.grading.rows import RowError, load_rows
from conformance.text.spelling import did_you_mean
from openapi.places import ContractError, load_yaml, place_of

PLAIN = "plain"
SCENARIOS_FILE = Path(__file__).with_name("scenarios.yaml")

_MEMBERS = ("id", "title", "says", "arrange", "moments", "needs", "expects", "fatal", "survives", "adds_nothing")
_REQUIRED = ("id", "title", "says")
# The levers, and the type of what each takes.
LEVERS: Mapping[str, type] = {
    "rule": dict,
    "settings": dict,
    "policy": dict,
    "clock": dict,
    "advance": str,
    "cancelNewest": bool,
    "bookings": int,
    "summerTime": bool,
}


@dataclass(frozen=True)
class ScenarioLever:
    """A lever of the sandbox by its *name*, and what it takes."""

    name: str
    takes: Any


@dataclass(frozen=True)
class Moment:
    """After an answer to *operation* with *status* (any status when it is None), the *levers* follow: after the first
    answer alone, or after the first so many *times*.
    """

    operation: str
    status: int | None
    levers: tuple[ScenarioLever, ...]
    times: int = 1


@dataclass(frozen=True)
class Scenario:
    """One situation. *needs* are operations without which it shows nothing. *expects* are the rows that it can show,
    *fatal* are the rows whose violation costs most. *survives* is the row that holds when the client reaches the same
    operations as in the plain scenario, *adds_nothing* the row that holds when it books, changes and cancels no more.
    """

    id: str
    title: str
    says: str
    arrange: tuple[ScenarioLever, ...] = ()
    moments: tuple[Moment, ...] = ()
    needs: frozenset[str] = frozenset()
    expects: tuple[str, ...] = ()
    fatal: frozenset[str] = frozenset()
    survives: str | None = None
    adds_nothing: str | None = None

    @property
    def longest_latency_seconds(self) -> float:
        """How long a rule of the scenario holds up an answer at most, 0 without such a rule."""
        levers = (*self.arrange, *(lever for moment in self.moments for lever in moment.levers))
        return max((_latency_of(lever) for lever in levers), default=0) / 1000


def _latency_of(lever: ScenarioLever) -> int:
    """In milliseconds. A rule of a user may have any form; the sandbox refuses a wrong one."""
    effect = lever.takes.get("effect") if lever.name == "rule" else None
    latency = effect.get("latency") if isinstance(effect, dict) else None
    milliseconds = latency.get("milliseconds") if isinstance(latency, dict) else None
    return milliseconds if isinstance(milliseconds, int) else 0


def load_scenarios(*files: Path) -> tuple[Scenario, ...]:
    """Our scenarios, and the scenarios in *files*. Raises `RowError` at the first typo, with file and line."""
    found: dict[str, Scenario] = {}
    for file in (SCENARIOS_FILE, *files):
        for scenario in _read(file):
            if scenario.id in found:
                raise RowError(
                    f"{file.name}: two scenarios have the id {scenario.id}. Every id belongs to one scenario."
                )
            found[scenario.id] = scenario
    assert next(iter(found)) == PLAIN, "the first scenario shows what the client does when nothing happens"
    return tuple(found.values())


def chosen(scenarios: Sequence[Scenario], names: Sequence[str], *, only_survival: bool = False) -> tuple[Scenario, ...]:
    """The scenarios with these names, and the plain one before them. All when *names* is empty. With *only_survival*,
    only those in which the client has to get as far as in the plain scenario. Raises `RowError`.
    """
    known = {scenario.id: scenario for scenario in scenarios}
    for name in names:
        if name not in known:
            raise RowError(f"There is no scenario {name!r}.{did_you_mean(name, known)}")
    return tuple(
        scenario
        for scenario in scenarios
        if scenario.id == PLAIN or ((not names or scenario.id in names) and (scenario.survives or not only_survival))
    )


def _read(file: Path) -> list[Scenario]:
    try:
        entries = load_yaml(file)
    except ContractError as error:
        raise RowError(" ".join(str(error).split())) from error
    if not isinstance(entries, list):
        raise RowError(f"{file.name}: the file is not a list of scenarios.")
    return [_scenario(entry, f"{file.name}:{place_of(entries, f'/{n}').line}") for n, entry in enumerate(entries)]


def _scenario(entry: Any, place: str) -> Scenario:
    if not isinstance(entry, dict):
        raise RowError(f"{place}: a scenario is an object with {', '.join(_REQUIRED)}.")
    _require_known(entry, _MEMBERS, place)
    for member in _REQUIRED:
        if not isinstance(entry.get(member), str):
            raise RowError(f"{place}: a scenario needs a text for {member}.")
    rows = {row.id for row in load_rows()}
    compared = {member: _name(entry[member], rows, place) for member in ("survives", "adds_nothing") if member in entry}
    return Scenario(
        id=entry["id"],
        title=entry["title"],
        says=entry["says"],
        arrange=_levers(entry.get("arrange", []), place),
        moments=tuple(_moment(moment, place) for moment in _list(entry, "moments", place)),
        needs=frozenset(_names(entry, "needs", OPERATION_IDS, place)),
        expects=(*_names(entry, "expects", rows, place), *compared.values()),
        fatal=frozenset(_names(entry, "fatal", rows, place)),
        **compared,
    )


def _require_known(entry: Mapping[str, Any], members: Sequence[str], place: str) -> None:
    for member in entry:
        if member not in members:
            raise RowError(f"{place}: there is no member {member!r}.{did_you_mean(str(member), members)}")


def _list(entry: Mapping[str, Any], member: str, place: str) -> list[Any]:
    found = entry.get(member, [])
    if not isinstance(found, list):
        raise RowError(f"{place}: {member} is a list.")
    return found


def _names(entry: Mapping[str, Any], member: str, known: frozenset[str] | set[str], place: str) -> tuple[str, ...]:
    return tuple(_name(name, known, place) for name in _list(entry, member, place))


def _name(name: Any, known: frozenset[str] | set[str], place: str) -> str:
    if name not in known:
        raise RowError(f"{place}: there is no {name!r}.{did_you_mean(str(name), sorted(known))}")
    return str(name)


def _levers(entries: Any, place: str) -> tuple[ScenarioLever, ...]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and len(entry) == 1 for entry in entries):
        raise RowError(f"{place}: levers are a list of objects with one member, such as `- advance: PT15M`.")
    levers = [ScenarioLever(str(name), takes) for entry in entries for name, takes in entry.items()]
    for lever in levers:
        if lever.name not in LEVERS:
            raise RowError(f"{place}: there is no lever {lever.name!r}.{did_you_mean(lever.name, LEVERS)}")
        if not isinstance(lever.takes, LEVERS[lever.name]):
            raise RowError(f"{place}: the lever {lever.name} takes {_KINDS[LEVERS[lever.name]]}.")
    return tuple(levers)


_KINDS: Mapping[type, str] = {dict: "an object", str: "a text", bool: "true", int: "a number"}


def _moment(entry: Any, place: str) -> Moment:
    when = entry.get("when") if isinstance(entry, dict) else None
    if not isinstance(when, dict) or "operation" not in when:
        raise RowError(f"{place}: a moment has `when` with an operation, and `do` with levers.")
    _require_known(entry, ("when", "do", "times"), place)
    _require_known(when, ("operation", "status"), place)
    operation = _name(when["operation"], OPERATION_IDS, place)
    status, times = when.get("status"), entry.get("times", 1)
    if not isinstance(status, int | None) or not isinstance(times, int):
        raise RowError(f"{place}: the status of a moment and its times are numbers.")
    return Moment(operation, status, _levers(entry.get("do"), place), times)
