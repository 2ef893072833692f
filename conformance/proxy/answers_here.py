"""The answers of the proxy itself: the service cannot be reached, or `--enforce` found a break of the contract."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.contracts.complaints import Complaint

# Says in every answer of the proxy that the proxy gave it, and why.
MARK = "Teesheet-Proxy"

_REASONS = {400: "Bad Request", 502: "Bad Gateway"}


@dataclass(frozen=True)
class AnswerHere:
    """An answer of the proxy. *word* is for the header, *faults* are the complaints of the contract."""

    status: int
    word: str
    title: str
    detail: str
    faults: Sequence[Complaint] = ()

    def raw(self, method: str, *, closes: bool) -> bytes:
        """The bytes of the answer to *method*. *closes* when the connection ends after it."""
        problem = {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "answeredBy": "teesheet proxy",
            "errors": [{"place": fault.place, "detail": fault.sentence} for fault in self.faults],
        }
        body = json.dumps(problem, ensure_ascii=False).encode()
        lines = [
            f"HTTP/1.1 {self.status} {_REASONS[self.status]}",
            "Content-Type: application/problem+json",
            f"Content-Length: {len(body)}",
            f"{MARK}: {self.word}",
            *(["Connection: close"] if closes else []),
        ]
        head = "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")
        return head if method == "HEAD" else head + body


def service_away(reason: str) -> AnswerHere:
    """The answer when the service accepts no connection."""
    detail = f"The service behind the proxy cannot be reached: {reason}."
    return AnswerHere(502, "service-unreachable", "The service cannot be reached", detail)


def refused_request(faults: Sequence[Complaint]) -> AnswerHere:
    """The answer to a request that the contract refuses."""
    detail = "The proxy enforces the contract and did not pass on this request: it does not fit the contract."
    return AnswerHere(400, "request-refused", "The request does not fit the contract", detail, faults)


def broken_answer(status: int, faults: Sequence[Complaint]) -> AnswerHere:
    """The answer in place of an answer of the service that breaks the contract."""
    detail = f"The proxy enforces the contract: the service answered {status}, and its answer breaks the contract."
    return AnswerHere(502, "answer-replaced", "The answer of the service breaks the contract", detail, faults)
