"""The ledger of assumptions and the marks in the contract agree, and what the specification does not show is marked."""

from collections.abc import Iterator
from typing import Any

from openapi.lint.documents import SCHEMAS, Document
from openapi.lint.marks import MARKS, marks_in, rows_named
from openapi.lint.members import is_marked
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Judged, Rule, RuleSet, Source, SourceRow, every, judgement
from openapi.references import escape

_ASKED = ("heading", "question", "answer", "chosen", "reason", "alternatives")


def _marks(document: Document) -> list[SourceRow]:
    return [SourceRow(Source.DOCUMENT, pointer, mark, value) for pointer, mark, value in marks_in(document.content)]


def _rows(document: Document) -> list[SourceRow]:
    return [SourceRow(Source.LEDGER, f"/{escape(name)}", name, row) for name, row in document.ledger.items()]


def _numbers(document: Document) -> Iterator[Judged]:
    for number, row in enumerate(_rows(document), 1):
        wanted = f"A-{number:02}"
        sentence = None if row.name == wanted else f"The row {row.name} is at the place of {wanted}."
        yield Judged(row.pointer, sentence, row.source)


def _incomplete(_: Document, row: SourceRow) -> str | None:
    missing = [member for member in _ASKED if not row.content.get(member)]
    return f"The row {row.name} has no {missing[0]}." if missing else None


def _no_question(_: Document, row: SourceRow) -> str | None:
    if str(row.content.get("question", "?")).endswith("?"):
        return None
    return f"The question of {row.name} does not end with a question mark."


def _unused_row(document: Document, row: SourceRow) -> str | None:
    return None if row.name in document.used_rows else f"No mark in the contract names {row.name}."


def _unknown_mark(_: Document, mark: SourceRow) -> str | None:
    return None if mark.name in MARKS else f"`{mark.name}` is not a mark. The marks are {', '.join(MARKS)}."


def _unknown_row(document: Document, mark: SourceRow) -> str | None:
    unknown = [row for row in rows_named(mark.content) if row not in document.ledger]
    return f"The mark names {unknown[0]}, which is not a row of the ledger." if unknown else None


def _silences(document: Document) -> list[SourceRow]:
    listed = document.stated.get("silences", [])
    return [SourceRow(Source.STATED, f"/silences/{at}", silence["topic"], silence) for at, silence in enumerate(listed)]


def _unanswered(document: Document, silence: SourceRow) -> str | None:
    rows = [document.ledger.get(row, {}) for row in silence.content["rows"]]
    answered = any(str(row.get("heading", "")).startswith(silence.content["heading"]) for row in rows)
    return None if answered else f"No row of the ledger answers the open point: {silence.name}."


def _with(mark: str) -> Any:
    return lambda document: [part for part in document.parts(*SCHEMAS) if mark in part.node]


def _astray_required(_: Document, part: DocumentPart) -> str | None:
    astray = sorted(set(part.node["x-assumption-required"]) - set(part.node.get("required", [])))
    return f"`x-assumption-required` names `{astray[0]}`, which is not required." if astray else None


def _astray_keyword(document: Document, part: DocumentPart) -> str | None:
    here = set(document.target(part.node)) | set(part.node)
    astray = sorted(set(part.node["x-assumption-keywords"]) - here)
    return f"`x-assumption-keywords` names `{astray[0]}`, which the schema does not have." if astray else None


def _unmarked_open_set(_: Document, part: DocumentPart) -> str | None:
    marked = "x-extensible-enum" in part.node.get("x-assumption-keywords", {}) or "x-assumption" in part.node
    return None if marked else f"{part} has an open set of values without a mark."


def _closed_requests(document: Document) -> list[DocumentPart]:
    return [part for part in document.request_schemas if "additionalProperties" in part.node]


def _unmarked_closing(_: Document, part: DocumentPart) -> str | None:
    marked = "additionalProperties" in part.node.get("x-assumption-keywords", {})
    return None if marked else f"{part} refuses unknown members without a mark in `x-assumption-keywords`."


def _successes(document: Document) -> list[DocumentPart]:
    operations = {operation.pointer: operation for operation in document.operations}
    answers = [(part, operations.get(part.pointer.rpartition("/responses/")[0])) for part in document.parts("response")]
    return [
        part
        for part, operation in answers
        if operation and part.name.startswith("2") and part.name != document.stated_row(operation).get("status")
    ]


def _unmarked_status(document: Document, answer: DocumentPart) -> str | None:
    marked = {"x-assumption", "x-assumption-status"} & document.target(answer.node).keys()
    return None if marked else f"The status {answer.name} is not stated: add `x-assumption-status`."


def _refusals(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts("response") if part.name.startswith(("4", "5"))]


def _unmarked(document: Document, part: DocumentPart) -> str | None:
    return None if is_marked(document, part.node) else f"{part} is not stated: add `x-assumption`."


RULES = (
    Rule(
        "ledger-is-numbered",
        RuleSet.CONTRACT,
        "Numbers without a gap show that no row was lost.",
        _numbers,
        judgement,
    ),
    Rule(
        "ledger-row-is-complete",
        RuleSet.CONTRACT,
        "A row asks, answers, gives its reason and names what another service may do.",
        _rows,
        _incomplete,
    ),
    Rule(
        "ledger-question-is-a-question",
        RuleSet.CONTRACT,
        "The open points of a run repeat the questions to the operator of a service.",
        _rows,
        _no_question,
    ),
    Rule(
        "ledger-row-is-used",
        RuleSet.CONTRACT,
        "A row that no mark names is an assumption that nobody sees.",
        _rows,
        _unused_row,
    ),
    Rule(
        "mark-is-known",
        RuleSet.CONTRACT,
        "Programs that derive the documented part ignore a misspelt mark.",
        _marks,
        _unknown_mark,
    ),
    Rule(
        "mark-names-a-row",
        RuleSet.CONTRACT,
        "A reader of a mark looks for the reason in the ledger.",
        _marks,
        _unknown_row,
    ),
    Rule(
        "silence-is-answered",
        RuleSet.CONTRACT,
        "Every point that the specification leaves open has an answer.",
        _silences,
        _unanswered,
    ),
    Rule(
        "marked-member-is-required",
        RuleSet.CONTRACT,
        "A mark of a requirement that does not exist marks nothing.",
        _with("x-assumption-required"),
        _astray_required,
    ),
    Rule(
        "marked-keyword-exists",
        RuleSet.CONTRACT,
        "A mark of a keyword that does not exist marks nothing.",
        _with("x-assumption-keywords"),
        _astray_keyword,
    ),
    Rule(
        "open-set-is-marked",
        RuleSet.CONTRACT,
        "The specification shows some values, and never that the set is complete.",
        _with("x-extensible-enum"),
        _unmarked_open_set,
    ),
    Rule(
        "closed-request-is-marked",
        RuleSet.CONTRACT,
        "The specification never says that unknown members are refused.",
        _closed_requests,
        _unmarked_closing,
    ),
    Rule(
        "success-status-is-marked",
        RuleSet.CONTRACT,
        "The specification states few success codes.",
        _successes,
        _unmarked_status,
    ),
    Rule(
        "refusal-is-marked",
        RuleSet.CONTRACT,
        "The specification shows no refusal.",
        _refusals,
        _unmarked,
    ),
    Rule(
        "header-is-marked",
        RuleSet.CONTRACT,
        "The specification shows no header of an answer.",
        every("header"),
        _unmarked,
    ),
)
