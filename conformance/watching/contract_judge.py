"""Judges requests and answers by one contract: the whole contract for requests, its documented part for answers.

An answer is judged only by what the specification states, so no conforming service gets a complaint. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from conformance.contracts.answer_judging import answer_complaints
from conformance.contracts.complaints import Complaint
from conformance.contracts.documented import ANSWER_NOT_SHOWN, UNSHOWN, documented_view
from conformance.contracts.interface import Interface, MetOperation
from conformance.contracts.requests import RequestContract
from conformance.evidence.exchanges import Request, Response
from conformance.target.target import Placement
from openapi.older import document_as_31


class ContractJudge:
    """Judges by *document*, a bundled contract, which is called *name* in findings."""

    def __init__(self, name: str, document: Mapping[str, Any], hold_id: Placement | None = None) -> None:
        self.name = name
        newer = document_as_31(document)
        self._requests = RequestContract(name, newer)
        self._answers = Interface(name, documented_view(newer))
        self._hold_id = hold_id
        # The operation that method and path, relative to the base address, meet; None when there is none.
        self.met = self._requests.met

    def request_faults(self, request: Request, met: MetOperation) -> Sequence[Complaint]:
        """The complaints of the contract about *request*."""
        return list(self._requests.complaints(request, met, self._hold_id))

    def answer_faults(self, request: Request, met: MetOperation, response: Response) -> Sequence[Complaint]:
        """The complaints about a success that is not what the specification states. Refusals have no stated form."""
        if not response.is_success or _is_not_shown(request, met):
            return ()
        _, operation = self._answers.at(met.pointer)
        # The specification states no media type, and where it does not show the request, it does not show the answer.
        return (
            () if UNSHOWN in operation else list(answer_complaints(self._answers, met, replace(response, headers=())))
        )

    def is_shaped(self, request: Request, met: MetOperation, response: Response) -> bool:
        """Whether *response* is a success that rules can read: in the documented shape, and a JSON object where the
        specification does not show the answer.
        """
        if not response.is_success or self.answer_faults(request, met, response):
            return False
        return not _is_not_shown(request, met) or (not response.fault_of_json and isinstance(response.value, dict))


def _is_not_shown(request: Request, met: MetOperation) -> bool:
    return ANSWER_NOT_SHOWN.get(met.operation_id) in dict(request.query)
