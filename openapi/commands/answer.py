"""`teesheet contract answer`: the assumptions, who obeys one of them, and what has to move for another answer."""

import json
from dataclasses import asdict
from typing import Any

import click

from openapi.assumptions import Assumption, assumptions
from openapi.bundler import contract
from openapi.commands.answer_text import Question, listed, shown
from openapi.commands.reading import fail
from openapi.concerns.reach import reach_of
from openapi.concerns.rooms import concerns_of
from openapi.concerns.subjects import Concern, Subject
from openapi.places import ContractError
from openapi.spelling import did_you_mean


@click.command()
@click.argument("assumption", metavar="[A-nn]", required=False)
@click.argument("value", metavar="[ANSWER]", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def answer(assumption: str | None, value: str | None, form: str) -> None:
    """Show which code, rows and pages obey the answer to an assumption.

    Without arguments: every assumption with our answer in one word. With A-nn: the answers, and every place that obeys
    ours. With ANSWER too: who notices the other answer, how to try it, and every place that has to move. Exit codes: 0
    printed, 2 there is no such assumption or answer.
    """
    try:
        rows = assumptions()
        if assumption is None:
            click.echo(_list_json(rows.values()) if form == "json" else listed(rows.values()), nl=form == "json")
            return
        question = _question(_row(rows, assumption), value)
    except ContractError as error:
        raise fail(str(error)) from None
    click.echo(_question_json(question) if form == "json" else shown(question), nl=form == "json")


def _row(rows: Any, name: str) -> Assumption:
    """The row of an id, in capitals or not. Raises ContractError for an unknown id."""
    if name.upper() not in rows:
        raise ContractError(f"there is no assumption {name}.{did_you_mean(name, rows)}")
    row: Assumption = rows[name.upper()]
    return row


def _question(row: Assumption, value: str | None) -> Question:
    """What is shown of a row. Raises ContractError for an unknown answer, and for the answer that is chosen."""
    others = ", ".join(row.alternatives)
    if value == row.chosen:
        raise ContractError(f"{row.id} has the answer {value} already. Its alternatives are: {others}.")
    if value is not None and value not in row.alternatives:
        raise ContractError(f"{row.id} has no answer {value}.{did_you_mean(value, row.alternatives)}")
    answers = concerns_of(Subject.assumption(row.id))
    marks = [concern.name for concern in answers.by_room["contract"] if concern.kind == "mark"]
    return Question(row, value, answers, reach_of(contract(), marks))


def _list_json(rows: Any) -> str:
    listed_rows = [{"id": row.id, "question": row.question, "chosen": row.chosen} for row in rows]
    return json.dumps(listed_rows, ensure_ascii=False, indent=2)


def _question_json(question: Question) -> str:
    row = question.row
    members = {
        **asdict(row),
        "wanted": question.wanted,
        "noticedBy": asdict(question.reach),
        "trial": question.trial,
        "places": {
            room: [_concern(concern) for concern in concerns] for room, concerns in question.answers.by_room.items()
        },
        "absent": question.answers.absent,
    }
    return json.dumps(members, ensure_ascii=False, indent=2)


def _concern(concern: Concern) -> dict[str, Any]:
    place = {"file": concern.place.file, "line": concern.place.line}
    return {"kind": concern.kind, "name": concern.name, **place, "says": concern.says}
