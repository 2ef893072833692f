"""What several exchanges together show about group bookings. Pure.

No operation deletes a group booking, or changes its course and its date. So nothing unseen explains that they differ,
or that a group booking is away for a while.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.watching.callers import Callers
from conformance.watching.histories import NOT_THERE
from conformance.watching.seen import Breach, JudgedExchange

_LASTING = ("courseId", "date")


@dataclass
class _Group:
    """One group booking. *unread* are refused reads since the caller last saw it."""

    creation: JudgedExchange
    lasting: dict[str, tuple[Any, JudgedExchange]] = field(default_factory=dict)
    unread: list[JudgedExchange] = field(default_factory=list)


@dataclass
class GroupHistories:
    """All group bookings that passed. *visibility* is how many seconds a change may take to show."""

    callers: Callers
    visibility: float
    _groups: dict[str, _Group] = field(default_factory=dict)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of everything that *seen* shows together with what passed before."""
        if seen.operation == "createGroupBooking" and seen.answer.is_success and "id" in seen.data:
            group = self._groups.setdefault(str(seen.data["id"]), _Group(seen))
            if group.creation is seen:
                _learn(group, seen)
        if seen.operation == "getGroupBooking":
            group_id = unquote(seen.met.parameters["id"])
            group = self._groups.get(group_id, _Group(seen))
            if group.creation is not seen:
                yield from self._read(group_id, group, seen)

    def _read(self, group_id: str, group: _Group, seen: JudgedExchange) -> Iterator[Breach]:
        if seen.caller != group.creation.caller:
            yield from self._strangers(group_id, group, seen)
        elif seen.answer.is_success:
            yield from self._shown(group_id, group, seen)
        elif seen.answer.status in NOT_THERE and seen.started > group.creation.ended + self.visibility:
            group.unread = [seen]

    def _shown(self, group_id: str, group: _Group, seen: JudgedExchange) -> Iterator[Breach]:
        for refused in [refused for refused in group.unread if refused.ended < seen.started]:
            sentence = f"{refused.answer.where} answered {refused.answer.status}, and a later answer showed {group_id}"
            yield "GRP-05", sentence, (refused, seen)
            group.unread = []
        for name, value in _learn(group, seen).items():
            before, proof = group.lasting[name]
            yield "GRP-04", f"{name} of group booking {group_id} is {value}, and was {before} before", (proof, seen)

    def _strangers(self, group_id: str, group: _Group, seen: JudgedExchange) -> Iterator[Breach]:
        """Another agency reads this group booking, and no other that has the same id."""
        is_the_same = seen.answer.is_success and seen.data.get("id") == group_id and not _learn(group, seen)
        if is_the_same and self.callers.are_strangers(group.creation.caller, seen.caller):
            what = f"{seen.caller} reads {group_id}, which {group.creation.caller} created"
            yield "AUT-13", what, (group.creation, seen)


def _learn(group: _Group, seen: JudgedExchange) -> dict[str, Any]:
    """Keeps members that no operation changes. Returns the members that differ from what was shown before."""
    shown = {name: seen.data[name] for name in _LASTING if seen.data.get(name) is not None}
    return {name: value for name, value in shown.items() if group.lasting.setdefault(name, (value, seen))[0] != value}
