"""Judges every exchange that passed: by contract, by the shapes of requirements, and by the rules and histories of
`watching`.

Runs beside the road. It opens no connection and changes nothing that passes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.operations import match
from conformance.catalogue.requirements import Requirement
from conformance.contracts.complaints import Complaint
from conformance.contracts.interface import MetOperation
from conformance.contracts.shape_evidence import judge_shapes, shown_answers
from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.evidence.json_values import json_of
from conformance.evidence.verdicts import Finding
from conformance.proxy.findings import Claim, PassedFindings, Weight
from conformance.proxy.passed import NotJudged, Passed
from conformance.proxy.reading import Reader
from conformance.recordings.people import People
from conformance.target.target import Placement
from conformance.watching.callers import Callers
from conformance.watching.contract_judge import ContractJudge
from conformance.watching.in_order import InOrder
from conformance.watching.seen import JudgedExchange, answer_of
from conformance.watching.watch import Sight, Watch

NEVER = float("inf")


@dataclass
class Tally:
    """How many exchanges passed, were judged, and were not judged, by the reason."""

    passed: int = 0
    judged: int = 0
    not_judged: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))


class Watcher:
    """Judges by *contracts*, the first of which decides what fits.

    *keep* gets every exchange, without secrets and personal data.
    """

    def __init__(
        self,
        origin: str,
        base_path: str,
        contracts: Sequence[ContractJudge],
        callers: Callers,
        visibility: float,
        hold_id: Placement | None,
        keep: Callable[[Exchange], None] = lambda _exchange: None,
    ) -> None:
        catalogue = load_catalogue()
        self.findings = PassedFindings(catalogue)
        self.tally = Tally()
        self._reader = Reader(origin, base_path, callers)
        self._people = People()
        self._contracts, self._callers, self._keep = contracts, callers, keep
        self._rows = _by_operation(row for row in catalogue if row.shapes)
        self._watch = Watch(callers, visibility, hold_id)
        self._order = InOrder()

    def take(self, passed: Passed) -> list[Claim]:
        """Judges one exchange. Returns the claims that are new."""
        self.tally.passed += 1
        if passed.left_out:
            self.tally.not_judged["too much was waiting"] = passed.left_out
        return [claim for claim in self._claims(passed) if self.findings.add(claim)]

    def finish(self) -> list[Claim]:
        """Judges what was held back, when nothing more can pass. Returns the claims that are new."""
        sights = [sight for seen in self._order.until(NEVER) for sight in self._of_histories(seen)]
        claims = list(self._claims_of_sights(sights))
        return [claim for claim in claims if self.findings.add(claim)]

    def _claims(self, passed: Passed) -> Iterator[Claim]:
        try:
            read = self._reader.read(passed)
        except NotJudged as reason:
            self.tally.not_judged[str(reason)] += 1
            return
        exchange, request, response = read.exchange, read.request, read.response
        if passed.is_delivery:
            self._keep(self._people.exchange(exchange))
            yield from self._claims_of_delivery(request, exchange)
            return
        if passed.failure:
            where = f"{request.method} {request.path or request.url}"
            yield Claim("connection", Weight.road, exchange.agency, f"{where}: {passed.failure}", (exchange.index,))
        contract = self._contracts[0]
        met = contract.met(request.method, request.path) if request.path else None
        if met is None:
            self.tally.not_judged["it has no operation of the interface"] += 1
            self._keep(self._people.exchange(exchange))
            return
        faults = contract.request_faults(request, met)
        exchange = replace(exchange, operation_id=met.operation_id, role=Role.attempt if faults else exchange.role)
        self._keep(self._people.exchange(exchange))
        for fault in faults:
            yield self._claim(f"{met.operation_id} {fault.place}", Weight.caller, exchange, fault.sentence)
        yield from self._claims_of_the_others(request, response, exchange)
        if response is not None:
            self.tally.judged += 1
            yield from self._claims_of_answer(passed, exchange, request, response, met, fits=not faults)

    def _claims_of_delivery(self, request: Request, exchange: Exchange) -> Iterator[Claim]:
        """A delivery is a POST with a JSON body. The specification shows nothing else of it."""
        self.tally.judged += 1
        wrong = f"the method is {request.method}" if request.method != "POST" else ""
        if not wrong and json_of(request.content) is None:
            wrong = "the body is not JSON"
        if wrong:
            yield self._claim("EVT-12", self.findings.weight_of("EVT-12"), exchange, f"A delivery came, and {wrong}.")

    def _claim(self, row: str, weight: Weight, exchange: Exchange, sentence: str) -> Claim:
        shown = self._people.sentence(self._callers.masking.text(sentence), exchange)
        return Claim(row, weight, exchange.agency, shown, (exchange.index,))

    def _claim_of(
        self, contract: ContractJudge, met: MetOperation, fault: Complaint, weight: Weight, exchange: Exchange
    ) -> Claim:
        return self._claim(f"{contract.name}: {met.operation_id} {fault.place}", weight, exchange, fault.sentence)

    def _claims_of_answer(
        self, passed: Passed, exchange: Exchange, request: Request, response: Response, met: MetOperation, *, fits: bool
    ) -> Iterator[Claim]:
        contract = self._contracts[0]
        # A refusal of a wrong request has no form, but a service may accept what it should refuse.
        faults = contract.answer_faults(request, met, response) if fits else []
        rows = list(self._claims_of_rows(exchange, met.operation_id))
        yield from rows
        # A requirement says it better than a place in a schema.
        for fault in [] if rows else faults[:1]:
            yield self._claim_of(contract, met, fault, Weight.violated, exchange)
        shaped = not faults and contract.is_shaped(request, met, response)
        known_operation = match(request.method, request.path)
        if known_operation is None:
            return
        answer = answer_of(exchange, request, response)
        seen = JudgedExchange(
            exchange=exchange,
            answer=answer,
            met=known_operation,
            caller=exchange.agency,
            key=self._callers.key_shown(request.headers),
            fits=fits,
            shaped=shaped,
            started=passed.started,
            ended=passed.ended,
        )
        yield from self._claims_of_sights(self._watch.alone(seen))
        for settled in self._order.add(seen, passed.settled):
            yield from self._claims_of_sights(self._of_histories(settled))
        self._count_what_was_not_judged()

    def _of_histories(self, seen: JudgedExchange) -> Iterator[Sight]:
        yield from self._watch.together(seen)
        yield from self._watch.suspected(seen)

    def _count_what_was_not_judged(self) -> None:
        for row, count in self._watch.stumbles.items():
            self.tally.not_judged[f"the proxy's own rule for {row} failed"] = count
        if self._order.given_up:
            self.tally.not_judged["histories could not wait for a slow answer"] = self._order.given_up

    def _claims_of_rows(self, exchange: Exchange, operation_id: str) -> Iterator[Claim]:
        """Shapes of requirements that the answer violates."""
        answers = shown_answers([exchange])
        course_id = (answers[0].operation.course_id if answers else None) or ""
        kind = self._watch.known.kind_of(course_id)
        kinds = {course_id: kind} if kind else {}
        for row in self._rows[operation_id] if answers else ():
            found = judge_shapes(row, answers, kinds)
            if found.finding is Finding.violated:
                yield self._claim(row.id, self.findings.weight_of(row.id), exchange, found.actual or found.message)

    def _claims_of_sights(self, sights: Iterable[Sight]) -> Iterator[Claim]:
        for sight in sights:
            weight = self.findings.weight_of(sight.row) if sight.is_proved else Weight.suspected
            claim = self._claim(sight.row, weight, sight.seen.exchange, sight.sentence)
            yield replace(claim, exchanges=sight.proof)

    def _claims_of_the_others(self, request: Request, response: Response | None, exchange: Exchange) -> Iterator[Claim]:
        """What the second contract says of the exchange."""
        for contract in self._contracts[1:]:
            met = contract.met(request.method, request.path)
            if met is None:
                sentence = f"{contract.name} has no operation for {request.method} {request.path}"
                yield self._claim(f"{contract.name}: {exchange.operation_id}", Weight.caller, exchange, sentence)
                continue
            for fault in contract.request_faults(request, met):
                yield self._claim_of(contract, met, fault, Weight.caller, exchange)
            for fault in contract.answer_faults(request, met, response)[:1] if response else ():
                yield self._claim_of(contract, met, fault, Weight.violated, exchange)


def _by_operation(rows: Iterator[Requirement]) -> defaultdict[str, list[Requirement]]:
    found: defaultdict[str, list[Requirement]] = defaultdict(list)
    for row in rows:
        for operation in {operation for shape in row.shapes for operation in shape.operations}:
            found[operation].append(row)
    return found
