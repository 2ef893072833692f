"""Decides for `--enforce` about requests that the contract refuses and answers that break what is stated."""

from urllib.parse import parse_qsl, urlsplit

from conformance.evidence.exchanges import Request, Response
from conformance.proxy.answers_here import AnswerHere, broken_answer, refused_request
from conformance.proxy.contract_judge import ContractJudge
from conformance.proxy.passed import Message, NotJudged


class ContractGate:
    """Enforces *contract* below *base_path*. What cannot be judged passes."""

    def __init__(self, contract: ContractJudge, base_path: str) -> None:
        self._contract = contract
        self._base_path = base_path

    def refusal(self, request: Message) -> AnswerHere | None:
        """The answer to a request that the contract refuses; None for any other request."""
        try:
            asked = self._request(request)
        except NotJudged:
            return None
        met = self._contract.met(asked.method, asked.path)
        faults = self._contract.request_faults(asked, met) if met else ()
        return refused_request(faults) if faults else None

    def replacement(self, request: Message, answer: Message) -> AnswerHere | None:
        """The answer in place of one that breaks the contract; None for any other answer."""
        try:
            asked, content = self._request(request), answer.decoded()
        except NotJudged:
            return None
        met = self._contract.met(asked.method, asked.path)
        status = int(answer.start[1])
        faults = self._contract.answer_faults(asked, met, Response(status, answer.headers, content)) if met else ()
        return broken_answer(status, faults) if faults else None

    def _request(self, message: Message) -> Request:
        method, target, _version = message.start
        parts = urlsplit(target)
        path = parts.path.removeprefix(self._base_path) if parts.path.startswith(f"{self._base_path}/") else ""
        query = tuple(parse_qsl(parts.query, keep_blank_values=True))
        return Request(method, path, query, target, message.headers, message.decoded() if message.size else None)
