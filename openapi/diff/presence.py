"""What it means for each side of an exchange that a part appears, disappears, or becomes required or optional."""

from dataclasses import dataclass

from openapi.diff.containment import Relation
from openapi.diff.model import Side


@dataclass(frozen=True)
class Effect:
    """Whether a change breaks a side that was correct, and whether an implementation has to do something."""

    breaks: Relation
    works: bool


def _effect(breaks: bool, works: bool) -> Effect:
    return Effect(Relation.EXCEEDS if breaks else Relation.INSIDE, works)


def is_sent_by_service(side: Side) -> bool:
    """Whether the service sends, and an agency or a receiver reads."""
    return side in (Side.ANSWER, Side.DELIVERY)


def added(side: Side, *, required: bool) -> Effect:
    """A parameter, a header or a body that is new."""
    if is_sent_by_service(side):
        return _effect(breaks=False, works=required)
    return _effect(breaks=required, works=True)


def removed(side: Side, *, required: bool) -> Effect:
    """A parameter, a header or a body that is gone."""
    if is_sent_by_service(side):
        return _effect(breaks=required, works=False)
    return _effect(breaks=True, works=True)


def became(side: Side, *, required: bool) -> Effect:
    """A part that was optional and is required now, or the other way round."""
    if is_sent_by_service(side):
        return _effect(breaks=not required, works=required)
    return _effect(breaks=required, works=True)


def media_type_added(side: Side) -> Effect:  # noqa: ARG001 - Every function of this table takes a side.
    """A further media type: nobody has to use it, and the service has to know it."""
    return _effect(breaks=False, works=True)


def media_type_removed(side: Side) -> Effect:
    """A media type that is gone: its users are refused, or cannot read what comes."""
    return _effect(breaks=True, works=is_sent_by_service(side) or side is Side.REQUEST)


def status_added(side: Side, status: str) -> Effect:
    """A further status. Clients treat an unknown status of an error as the first status of its class."""
    if side is Side.ACKNOWLEDGEMENT:
        return _effect(breaks=False, works=True)
    return _effect(breaks=status[0] in "23", works=False)


def status_removed(side: Side) -> Effect:
    """A status that is gone while others are left."""
    return _effect(breaks=side is Side.ACKNOWLEDGEMENT, works=True)


def content_added(side: Side) -> Effect:
    """An answer without a body has one."""
    return _effect(breaks=side is Side.ACKNOWLEDGEMENT, works=True)


def content_removed(side: Side) -> Effect:
    """An answer with a body has none."""
    return _effect(breaks=side is not Side.ACKNOWLEDGEMENT, works=True)
