"""Judges the shapes of a requirement on the exchanges a run recorded. Pure: a recording in, evidence out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.catalogue.operations import Match, match
from conformance.catalogue.requirements import Requirement
from conformance.catalogue.shapes import Shape
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Evidence, Finding
from conformance.text.complaints import complaint_in_words

# Values with their pointers.
Placed = list[tuple[str, Any]]

_MOST_EXCHANGES_SHOWN = 10

_PLACE_OF_COURSES = {"searchCourses": "/data/*", "getCourse": "/data"}


class EmptyBody:
    """Represents an absent body where the specification shows a body."""


_EMPTY = EmptyBody()


@dataclass(frozen=True)
class ShownAnswer:
    """One successful answer of a documented operation, parsed once for all shapes."""

    index: int
    operation: Match
    parameters: frozenset[str]
    body: Any


@dataclass
class _Tally:
    """The counts of the shapes of one row so far."""

    observations: int = 0
    violations: int = 0
    seen_at: list[int] = field(default_factory=list)
    first_violation: tuple[int, str] | None = None
    first_advisory: tuple[int, str] | None = None


def shown_answers(exchanges: Sequence[Exchange]) -> list[ShownAnswer]:
    """The answers that shapes may judge.

    Excluded are refusals, answers to deliberately bad and to generated requests, bodies that are not JSON (ENV-02
    judges them), and the single-date form of checkAvailability, whose answer the specification does not show.
    """
    answers = []
    for exchange in exchanges:
        found = match(exchange.request.method, exchange.request.path)
        if found and _is_shown(exchange, found):
            answers.append(ShownAnswer(exchange.index, found, _parameters(exchange), _body(exchange)))
    return answers


def _is_shown(exchange: Exchange, operation: Match) -> bool:
    response = exchange.response
    if response is None or not response.is_success or response.fault_of_json:
        return False
    if exchange.role in (Role.attempt, Role.generated):
        return False
    return not (operation.operation_id == "checkAvailability" and "date" in _parameters(exchange))


def _parameters(exchange: Exchange) -> frozenset[str]:
    return frozenset(name for name, _ in exchange.request.query)


def _body(exchange: Exchange) -> Any:
    return exchange.response.value if exchange.response and exchange.response.content else _EMPTY


def kinds_of_courses(answers: Sequence[ShownAnswer]) -> Mapping[str, str]:
    """`online` or `offline` by course id, as the target's own lists and details say it."""
    kinds: dict[str, str] = {}
    for answer in answers:
        place = _PLACE_OF_COURSES.get(answer.operation.operation_id)
        for _, course in found_at(answer.body, place) if place else ():
            if isinstance(course, dict) and isinstance(course.get("isOnline"), bool):
                kinds[str(course.get("id"))] = "online" if course["isOnline"] else "offline"
    return kinds


def judge_shapes(row: Requirement, answers: Sequence[ShownAnswer], kinds: Mapping[str, str]) -> Evidence:
    """The evidence of all shapes of *row* about *answers*. Without any observation, it is untested."""
    tally = _Tally()
    for answer in answers:
        for shape in row.shapes:
            if _applies(shape, answer, kinds):
                _judge_answer(shape, answer, tally)
    return _evidence(row, tally)


def _applies(shape: Shape, answer: ShownAnswer, kinds: Mapping[str, str]) -> bool:
    if answer.operation.operation_id not in shape.operations or not answer.parameters.issuperset(shape.query):
        return False
    if shape.course is not None and kinds.get(answer.operation.course_id or "") != shape.course:
        return False
    return shape.where_validator is None or shape.where_validator.is_valid(_json(answer.body))


def _json(body: Any) -> Any:
    """*body* for a schema; an absent body counts as null."""
    return None if body is _EMPTY else body


def _judge_answer(shape: Shape, answer: ShownAnswer, tally: _Tally) -> None:
    for found in filter(None, (found_at(answer.body, place) for place in shape.at)):
        tally.observations += len(found)
        if not tally.seen_at or tally.seen_at[-1] != answer.index:
            tally.seen_at.append(answer.index)
        for pointer, value in _doubtful(shape, found):
            _judge_value(shape, answer, pointer, value, tally)


def _doubtful(shape: Shape, found: Placed) -> Placed:
    """Those of the values *found* that a validator of *shape* refuses, or that are no value."""
    validators = (shape.validator, shape.advisory_validator)
    accepting = [validator.is_valid for validator in validators if validator is not None]
    return [at for at in found if at[1] is _EMPTY or not all(accepts(at[1]) for accepts in accepting)]


def _judge_value(shape: Shape, answer: ShownAnswer, pointer: str, value: Any, tally: _Tally) -> None:
    operation = answer.operation.operation_id
    if complaint := _complaint(shape.validator, pointer, value):
        tally.violations += 1
        tally.first_violation = tally.first_violation or (answer.index, f"{operation}: {complaint}")
    elif complaint := _complaint(shape.advisory_validator, pointer, value):
        tally.first_advisory = tally.first_advisory or (answer.index, f"{operation}: {complaint}")


def _complaint(validator: Any, pointer: str, value: Any) -> str | None:
    if validator is None:
        return None
    if value is _EMPTY:
        return "the body is empty"
    if validator.is_valid(value):
        return None
    return complaint_in_words(next(iter(validator.iter_errors(value))), pointer)


def _evidence(row: Requirement, tally: _Tally) -> Evidence:
    if not tally.observations:
        return Evidence(Finding.untested, _nothing_seen(row), "shape")
    if tally.first_violation:
        index, complaint = tally.first_violation
        actual = f"{complaint} ({tally.violations} of {tally.observations} such values)"
        return Evidence(Finding.violated, f"{row.sentence} Actual: {actual}.", "shape", row.sentence, actual, (index,))
    if tally.first_advisory:
        index, complaint = tally.first_advisory
        return Evidence(Finding.advisory, complaint, "shape", row.sentence, complaint, (index,))
    answers = len(tally.seen_at)
    message = f"Held for {tally.observations} values in {answers} answer{'' if answers == 1 else 's'}."
    return Evidence(Finding.held, message, "shape", exchanges=tuple(tally.seen_at[:_MOST_EXCHANGES_SHOWN]))


def _nothing_seen(row: Requirement) -> str:
    operations = sorted({operation for shape in row.shapes for operation in shape.operations})
    places = sorted({place or "a body" for shape in row.shapes for place in shape.at})
    return f"No answer of {', '.join(operations)} showed {', '.join(places)}."


def found_at(body: Any, place: str) -> Placed:
    """Every value at *place* with its pointer; nothing where a member, an item or a parent is absent."""
    found: Placed = [("", body)]
    for step in place.split("/")[1:]:
        if step == "*":
            found = [
                (f"{pointer}/{number}", item)
                for pointer, value in found
                if isinstance(value, list)
                for number, item in enumerate(value)
            ]
        else:
            found = [
                (f"{pointer}/{step}", value[step])
                for pointer, value in found
                if isinstance(value, dict) and step in value
            ]
    return found
