"""The history of a world: everything that came to it from outside, in order, and the moment from which it is complete.

Requests come from the journal and levers from their table. A history that has lost something is never replayed.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from mock_server.api.problems import Problem
from mock_server.storage import journal
from mock_server.storage import levers as lever_rows
from mock_server.storage.journal import Entry, EntryFilter, entries
from mock_server.storage.levers import Lever, newest_levers
from mock_server.storage.sessions import Session
from mock_server.storage.snapshots import find_export

MORE_ROWS = (
    "The journal or the list of levers has lost older rows, so the world cannot be built again as it was. "
    "Take a snapshot, or reset the world: a replay of what follows can begin there."
)


@dataclass(frozen=True, slots=True)
class Step:
    """A request or a lever. *at* is the time of the world before it, None for a request that did not read the clock.

    *until* is the time of the world after it. *wall* is the time of the machine.
    """

    at: datetime | None
    until: datetime | None
    wall: datetime
    entry: Entry | None = None
    lever: Lever | None = None

    @property
    def operation(self) -> str:
        """The operation, of the interface for a request and of the control plane for a lever."""
        happened = self.entry or self.lever
        return happened.operation if happened else ""


@dataclass(frozen=True, slots=True)
class History:
    """What a replay needs. *begins* says in words where it begins, *content* is the export of that moment, or None.

    *before* are the steps from there to the chosen step, *after* is the chosen step and what followed. *gap* says
    why there is no replay, and is empty if there is one. *reaches_now* says whether *after* ends at the present.
    """

    begins: str = ""
    content: Mapping[str, Any] | None = None
    before: Sequence[Step] = ()
    after: Sequence[Step] = ()
    gap: str = ""
    reaches_now: bool = True


def history_around(session: Session, request: int | None, lever: int | None, most: int) -> History:
    """The history of the world around a request or a lever, with at most *most* steps from it on.

    Raises Problem not_found if the world has no such row.
    """
    found, moved = entries(session, EntryFilter(), journal.KEPT_PER_WORLD), _levers(session)
    steps = _in_order(found, moved)
    chosen = _place(steps, request, lever)
    begin = next((place for place in range(chosen - 1, -1, -1) if _begins(steps[place])), None)
    start = _start(session, steps, begin, found, moved)
    end = next((place for place in range(chosen + 1, len(steps)) if steps[place].operation in _ENDS), len(steps))
    return History(
        start.begins,
        start.content,
        steps[0 if begin is None else begin + 1 : chosen],
        steps[chosen : min(end, chosen + most)],
        start.gap,
        reaches_now=end == len(steps) and end - chosen <= most,
    )


def _start(
    session: Session, steps: Sequence[Step], begin: int | None, found: Sequence[Entry], moved: Sequence[Lever]
) -> History:
    """The moment at which the history begins: at the step *begin*, or at the creation of the world."""
    is_full = len(found) >= journal.KEPT_PER_WORLD
    if begin is None:
        lost = is_full or len(moved) >= lever_rows.KEPT_PER_WORLD
        return History(gap=MORE_ROWS) if lost else History(begins="the creation of the world")
    if is_full and all(step.entry is None for step in steps[:begin]):
        return History(gap=MORE_ROWS)
    return _BEGINNINGS[steps[begin].operation](session, steps, begin)


def _levers(session: Session) -> Sequence[Lever]:
    return newest_levers(session, 0, lever_rows.KEPT_PER_WORLD)


def _in_order(found: Sequence[Entry], moved: Sequence[Lever]) -> list[Step]:
    """All steps. Requests keep the order of the journal: that is the order in which they were answered."""
    steps: list[Step] = []
    for entry in found:
        wall = datetime.fromisoformat(entry.outline["sentAt"])
        latest = max(wall, steps[-1].wall) if steps else wall
        at = entry.outline["worldTime"]
        moment = None if at is None else datetime.fromisoformat(at)
        steps.append(Step(moment, moment, latest, entry=entry))
    steps += [Step(lever.began, lever.ended, lever.wall_at, lever=lever) for lever in moved]
    return sorted(steps, key=lambda step: step.wall)


def _place(steps: Sequence[Step], request: int | None, lever: int | None) -> int:
    for place, step in enumerate(steps):
        if (step.entry is not None and step.entry.number == request) or (
            step.lever is not None and step.lever.number == lever
        ):
            return place
    name = f"request {request}" if request is not None else f"lever {lever}"
    raise Problem("not_found", f"This world does not keep the {name} any more. Choose a newer row.")


def _from_reset(_session: Session, _steps: Sequence[Step], _place: int) -> History:
    return History(begins="the reset of the world")


def _from_snapshot(session: Session, steps: Sequence[Step], place: int) -> History:
    name = _body(steps[place])["name"]
    packed = find_export(session, name)
    if packed is None or any(
        step.operation == "takeSnapshot" and _body(step)["name"] == name for step in steps[place + 1 :]
    ):
        return History(gap=f"The world began from the snapshot {name}, and the sandbox does not keep it any more.")
    return History(begins=f"the snapshot {name}", content=orjson.loads(zlib.decompress(packed)))


def _from_elsewhere(_session: Session, _steps: Sequence[Step], _place: int) -> History:
    return History(
        gap="The content of the world came from another world or from a document, and the sandbox does not keep it. "
        "Take a snapshot: a replay of what follows can begin there."
    )


def _from_silence(_session: Session, _steps: Sequence[Step], _place: int) -> History:
    return History(
        gap="The journal was cleared or switched off, so requests are missing. "
        "Take a snapshot, or reset the world: a replay of what follows can begin there."
    )


# The operation of a lever at which a history begins -> what is known about that moment.
_BEGINNINGS: Mapping[str, Callable[[Session, Sequence[Step], int], History]] = {
    "resetWorld": _from_reset,
    "takeSnapshot": _from_snapshot,
    "restoreSnapshot": _from_snapshot,
    "importWorld": _from_elsewhere,
    "forkWorld": _from_elsewhere,
    "replayHistory": _from_elsewhere,
    "clearJournal": _from_silence,
    "changeSettings": _from_silence,
}
# After these levers the world has another content, or requests are missing.
_ENDS = ("resetWorld", "restoreSnapshot", "importWorld", "clearJournal")


def _begins(step: Step) -> bool:
    if step.operation == "changeSettings":
        return _body(step).get("journal") is False
    return step.lever is not None and step.operation in _BEGINNINGS


def _body(step: Step) -> dict[str, Any]:
    assert step.lever is not None
    body: dict[str, Any] = orjson.loads(step.lever.body) if step.lever.body else {}
    return body
