"""Finds the requirements that an answer to a generated request breaks, with the catalogue's shapes and a small table.

Pure. The engine only says that an answer is wrong. The answer itself shows which rows it breaks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from conformance.catalogue.requirements import Requirement
from conformance.contracts.shape_evidence import judge_shapes, shown_answers
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Finding
from conformance.results.generated import Mapped

_JSON_BODY, _JSON_LABEL, _NO_SERVER_ERROR, _ACCEPTED_GROUP = "ENV-02", "ENV-03", "ENV-15", "GRP-01"

# The row that a check of the engine decides, for checks that decide a single row.
ROW_OF_CHECK: Mapping[str, str] = {
    "not_a_server_error": _NO_SERVER_ERROR,
    "status_code_conformance": _ACCEPTED_GROUP,
    "content_type_conformance": _JSON_LABEL,
}


def rows_broken(exchange: Exchange, rows: Iterable[Requirement], kinds: Mapping[str, str]) -> tuple[Mapped, ...]:
    """The requirements among *rows* that the answer in *exchange* breaks; *kinds* is online or offline by course id."""
    decided = {row.id: row for row in rows}
    broken = {**_by_table(exchange), **_by_shape(exchange, list(decided.values()), kinds)}
    return tuple(
        Mapped(row_id, decided[row_id].sentence, actual, advisory=row_id == _NO_SERVER_ERROR)
        for row_id, actual in broken.items()
        if row_id in decided
    )


def _by_table(exchange: Exchange) -> dict[str, str]:
    response = exchange.response
    if response is None:
        return {}
    where = f"{exchange.request.method} {exchange.request.path} answered {response.status}"
    if response.status >= 500:
        return {_NO_SERVER_ERROR: f"{where} to a request that fits the contract"}
    broken = {}
    if response.is_success and response.content:
        media_type = (response.header("content-type") or "").partition(";")[0].strip().lower()
        if media_type != "application/json" and not media_type.endswith("+json"):
            broken[_JSON_LABEL] = f"{where} as {media_type or 'no media type'}"
        if response.fault_of_json:
            broken[_JSON_BODY] = f"{where}: {response.fault_of_json}"
    if exchange.operation_id == "createGroupBooking" and response.is_success and response.status != 202:
        broken[_ACCEPTED_GROUP] = where
    return broken


def _by_shape(exchange: Exchange, rows: Sequence[Requirement], kinds: Mapping[str, str]) -> dict[str, str]:
    answers = shown_answers([replace(exchange, role=Role.read)])
    touched = [row for row in rows if any(exchange.operation_id in shape.operations for shape in row.shapes)]
    judged = [(row.id, judge_shapes(row, answers, kinds)) for row in touched]
    return {
        row_id: evidence.actual or evidence.message
        for row_id, evidence in judged
        if evidence.finding is Finding.violated
    }
