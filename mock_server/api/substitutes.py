"""Answers from examples where the code of an operation turns out not to serve the contract of a user.

The transaction of the code is undone, so nothing was written, and the answer says why it is an example.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from mock_server.api.answer_checks import AnswerUnfit
from mock_server.api.calls import Call, Written
from mock_server.api.contract import OperationPlan
from mock_server.api.examples import example_answer
from mock_server.api.exchanges import Exchange
from mock_server.api.mappings import UNTRANSLATED
from mock_server.api.problems import Problem
from mock_server.api.transactions import FromCourses, Surroundings, Transact, Transaction
from mock_server.domain.refusals import Refusal
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.sessions import World

logger = logging.getLogger("teesheet")

REASON = "Teesheet-Mock-Reason"
_ANSWERS_OF_THE_CODE = (Problem, Refusal, StoreUnavailable)


@dataclass(frozen=True, slots=True)
class Replaced:
    """How often this process answered an operation from its example in place of its code, and why the last time."""

    count: int
    reason: str


class Substitutes:
    """The examples that answer where the code cannot, with the reasons that were known before any request.

    *reasons* maps the operations that always answer from examples to the reason. *replaced* maps further operations to
    the answers that were replaced so far.
    """

    def __init__(self, reasons: Mapping[str, str]) -> None:
        self.reasons = reasons
        self.replaced: Mapping[str, Replaced] = {}

    def guard(self, plan: OperationPlan, transact: Transact, around: Surroundings) -> Transact:
        """*transact*, which answers from the example if its answer does not fit the contract, or its code fails."""
        # An example is already in the words of the contract.
        untranslated = replace(around, translation=UNTRANSLATED)
        example = Transaction(plan, FromCourses(example_answer(plan)), untranslated).answer
        known = self.reasons.get(plan.operation_id)

        async def guarded(call: Call, exchange: Exchange, world: World | None) -> Written:
            if known is not None:
                return _explained(await example(call, exchange, world), known)
            try:
                return await transact(call, exchange, world)
            except _ANSWERS_OF_THE_CODE:
                raise
            except AnswerUnfit as unfit:
                reason = f"The contract does not allow the answer of the code: {unfit}"
            except Exception as error:
                # The code was written for another contract: a request that is valid here can be new to it.
                logger.info("%s failed on a valid request", plan.operation_id, exc_info=error)
                reason = f"The code cannot read this request: {type(error).__name__}: {error}"
            self._note(plan.operation_id, reason)
            exchange.events = ()
            return _explained(await example(call, exchange, world), reason)

        return guarded

    def _note(self, operation_id: str, reason: str) -> None:
        before = self.replaced.get(operation_id, Replaced(0, ""))
        if reason != before.reason:
            logger.warning("%s answers from its example: %s", operation_id, reason)
        self.replaced = {**self.replaced, operation_id: Replaced(before.count + 1, reason)}


def _explained(written: Written, reason: str) -> Written:
    """The answer with the reason in a header, in visible ASCII."""
    shown = " ".join(reason.encode("ascii", "replace").decode().split())[:300]
    return replace(written, headers={**written.headers, REASON: shown})
