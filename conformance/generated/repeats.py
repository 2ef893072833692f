"""Sends a generated request again. Only a finding that shows twice counts, because others book the same tee times."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from conformance.asking.client import Agency
from conformance.contracts.shape_evidence import kinds_of_courses, shown_answers
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Judgement
from conformance.generated.rows import rows_broken
from conformance.results.generated import GeneratedFinding
from conformance.session.session import CheckSession

_MOST = 20


class Repeats:
    """Repeats at most 20 requests of *askers*; *headers* go with the operations that need them."""

    def __init__(
        self, session: CheckSession, askers: Sequence[Agency], headers: Mapping[str, Mapping[str, str]]
    ) -> None:
        self._session = session
        self._askers = {asker.label: asker for asker in askers}
        self._headers = headers
        self._left = _MOST

    def repeated(self, finding: GeneratedFinding) -> GeneratedFinding:
        """*finding*, confirmed when the same request breaks one of its rows again. Unchanged when it touches no row."""
        if not finding.rows or not self._left:
            return finding
        self._left -= 1
        again = self._send_again(self._session.recording.exchanges[finding.exchange])
        if again is None:
            return finding
        kept = tuple(row for row in finding.rows if row.id in self._broken(finding, again))
        return replace(finding, rows=kept or finding.rows, repeated_in=again.index, confirmed=bool(kept))

    def _broken(self, finding: GeneratedFinding, again: Exchange) -> set[str]:
        rows = [self._session.catalogue.row(row.id) for row in finding.rows]
        kinds = kinds_of_courses(shown_answers(self._session.recording.exchanges))
        return {row.id for row in rows_broken(again, rows, kinds)}

    def _send_again(self, exchange: Exchange) -> Exchange | None:
        """The exchange of the same request, sent again; None when it gets no answer."""
        request = exchange.request
        query: dict[str, list[str]] = defaultdict(list)
        for name, value in request.query:
            query[name].append(value)
        try:
            answer = self._askers[exchange.agency].send(
                request.method,
                request.path,
                query=query,
                content=request.content,
                headers=self._headers.get(exchange.operation_id or ""),
                role=Role.generated,
            )
        except Judgement:
            return None
        return self._session.recording.exchanges[answer.index]
