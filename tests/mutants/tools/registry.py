"""The table of mutants, and the ways a mutant is written into it.

``json_answer`` edits the JSON of successful answers, ``request_change`` edits requests before the sandbox
sees them, ``mutant`` decorates a handler for everything else. Each takes ``hidden="certain days"`` for a fault
that shows only under a condition a few plain examples miss, and ``origin=Origin.blind`` for a fault that was not
written together with the suite. ``served_at`` serves the sandbox at other addresses.
The order in which the files register their mutants has no meaning: tests/mutants sorts the table by name.
Knows nothing of HTTP servers or of the suite.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from tests.mutants.tools.call import BASE_PATH, Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.operations import OPERATION_NAMES

Handler = Callable[[Call], Awaitable[Answer]]
Condition = Callable[[Call], bool]

EVERY_OPERATION = "every operation"
HIDDEN_KINDS = (
    "a later page",
    "some values",
    "a combination of parameters",
    "certain days",
    "after another operation",
    "one of two ways",
    "another agency",
    "after a while",
    "under concurrency",
)
MUTANTS: dict[str, Mutant] = {}


class Origin(StrEnum):
    """Where a fault came from. Its value finishes the sentence "This fault was written ..."."""

    suite = "beside the check that must find it"
    hidden = "to show only under a condition"
    blind = "by people who had not read the suite"
    mended = "as a service that mends bad input or ignores it"


@dataclass(frozen=True)
class Mutant:
    """One planted fault.

    *name* is the requirement id it violates, with an optional second part: ``CRS-05`` or ``CRS-05.page-2``.
    *breaks* says in one sentence what is wrong. *operations* empty means that every request reaches *handle*.
    *hidden* is one of HIDDEN_KINDS when the fault shows only under such a condition, and None when it always shows.
    *origin* says where the fault came from. *base_paths* are where it serves the interface; a run uses the first.
    """

    name: str
    breaks: str
    operations: frozenset[str]
    handle: Handler
    hidden: str | None = None
    origin: Origin = Origin.suite
    base_paths: tuple[str, ...] = (BASE_PATH,)

    @property
    def requirement(self) -> str:
        """The id of the requirement under which the suite must report a failure."""
        return self.name.partition(".")[0]

    @property
    def area(self) -> str:
        """The first part of the requirement id, for example ``CRS``."""
        return self.name.partition("-")[0]

    def touches(self, call: Call) -> bool:
        """Whether the call is one of its operations. All others pass through unchanged."""
        return not self.operations or call.operation in self.operations


def mutant(
    name: str, breaks: str, operations: str, *, hidden: str | None = None, origin: Origin = Origin.suite
) -> Callable[[Handler], Handler]:
    """Registers the decorated handler. *operations* are ids separated by blanks, or EVERY_OPERATION."""

    def register(handle: Handler) -> Handler:
        handle.__doc__ = breaks
        _add(Mutant(name, breaks, _operation_names(operations), handle, _known_kind(hidden), origin))
        return handle

    return register


def json_answer(
    name: str,
    breaks: str,
    operations: str,
    edit: Edit,
    *,
    when: Condition | None = None,
    hidden: str | None = None,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant that applies *edit* to the JSON of every 2xx answer to a call that meets *when*."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if not answer.ok or not (when is None or when(call)):
            return answer
        return answer.with_json(edit(answer.json()))

    mutant(name, breaks, operations, hidden=hidden, origin=origin)(handle)


def request_change(
    name: str,
    breaks: str,
    operations: str,
    change: Callable[[Call], Call],
    *,
    when: Condition | None = None,
    then: Callable[[Call], Edit] | None = None,
    hidden: str | None = None,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant that sends the changed call in place of the call, or only of calls that meet *when*.

    *then* makes, from the call as it came, an edit of the answer: it hides the traces of the change,
    so that only the rule in question is broken.
    """

    async def handle(call: Call) -> Answer:
        if when is not None and not when(call):
            return await call.forward()
        answer = await change(call).forward()
        if then is None or not answer.ok:
            return answer
        return answer.with_json(then(call)(answer.json()))

    mutant(name, breaks, operations, hidden=hidden, origin=origin)(handle)


def served_at(name: str, breaks: str, *base_paths: str) -> None:
    """Registers a mutant that serves the sandbox at *base_paths* and has no other fault."""

    async def handle(call: Call) -> Answer:
        return await call.forward()

    handle.__doc__ = breaks
    _add(Mutant(name, breaks, frozenset(), handle, base_paths=base_paths))


def _operation_names(operations: str) -> frozenset[str]:
    if operations == EVERY_OPERATION:
        return frozenset()
    names = frozenset(operations.split())
    if unknown := names - OPERATION_NAMES:
        raise ValueError(f"No operation is called {sorted(unknown)}. They are listed in operations.py.")
    return names


def _known_kind(hidden: str | None) -> str | None:
    if hidden is not None and hidden not in HIDDEN_KINDS:
        raise ValueError(f"No hidden fault is of the kind {hidden!r}. The kinds are {', '.join(HIDDEN_KINDS)}.")
    return hidden


def _add(added: Mutant) -> None:
    if added.name in MUTANTS:
        raise ValueError(f"Two mutants are called {added.name}. Give one a second part: {added.name}.other.")
    MUTANTS[added.name] = added
