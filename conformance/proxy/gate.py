"""Decides for `--enforce` about requests that the contract refuses and answers that break what is stated."""

from conformance.evidence.exchanges import Response
from conformance.proxy.answers_here import AnswerHere, broken_answer, refused_request
from conformance.proxy.passed import Message, NotJudged
from conformance.proxy.reading import request_of
from conformance.watching.contract_judge import ContractJudge


class ContractGate:
    """Enforces *contract* below *base_path*. What cannot be judged passes."""

    def __init__(self, contract: ContractJudge, base_path: str) -> None:
        self._contract = contract
        self._base_path = base_path

    def refusal(self, request: Message) -> AnswerHere | None:
        """The answer to a request that the contract refuses; None for any other request."""
        try:
            asked = request_of(request, "", self._base_path)
        except NotJudged:
            return None
        met = self._contract.met(asked.method, asked.path)
        faults = self._contract.request_faults(asked, met) if met else ()
        return refused_request(faults) if faults else None

    def replacement(self, request: Message, answer: Message) -> AnswerHere | None:
        """The answer in place of one that breaks the contract; None for any other answer."""
        try:
            asked, content = request_of(request, "", self._base_path), answer.decoded()
        except NotJudged:
            return None
        met = self._contract.met(asked.method, asked.path)
        status = int(answer.start[1])
        faults = self._contract.answer_faults(asked, met, Response(status, answer.headers, content)) if met else ()
        return broken_answer(status, faults) if faults else None
