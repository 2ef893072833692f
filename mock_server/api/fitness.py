"""Decides before any request whether the code of an operation can serve it as another contract describes it.

The code was written for the packaged contract, so the examples of that contract show its answers. What no example shows
is decided at each request, see `substitutes.py`.
"""

from collections.abc import Iterator

from mock_server.api.answer_checks import AnswerUnfit, fitting
from mock_server.api.calls import Answer
from mock_server.api.contract import OperationPlan, Parameter
from mock_server.api.findings import findings_of
from mock_server.api.mappings import Translation

NO_CODE = "The sandbox has no code for this operation."


def misfit(plan: OperationPlan, own: OperationPlan | None, translation: Translation) -> str | None:
    """The first reason why the code of *own* cannot serve *plan*, as one sentence. None if no reason is known.

    *own* is the operation of the packaged contract that *translation* names, or None if there is no such operation.
    """
    if own is None:
        return NO_CODE
    checks = (_parameters, _request, _answer)
    return next((reason for check in checks for reason in check(plan, own, translation)), None)


def _parameters(plan: OperationPlan, own: OperationPlan, translation: Translation) -> Iterator[str]:
    """The parameters that the code reads, and that the contract does not have in the same form."""
    names = [translation.first_name(plan.operation_id, parameter.name) for parameter in plan.parameters]
    given = {(item.place, name): item for item, name in zip(plan.parameters, names, strict=True)}
    defaults = translation.defaults(plan.operation_id)
    for parameter in own.parameters:
        if parameter.name in defaults:
            continue
        found = given.get((parameter.place, parameter.name))
        shown = f"{parameter.place} parameter {parameter.name}"
        if found is None and _is_needed(parameter):
            yield f"The code needs the {shown}, and the contract has none."
        elif found is not None and found.json_type != parameter.json_type:
            yield f"The code reads the {shown} as {parameter.json_type}, and the contract has {found.json_type}."
        elif found is not None and _is_needed(parameter) and not _is_needed(found):
            yield f"The code needs the {shown}, and the contract neither requires it nor has a default."


def _is_needed(parameter: Parameter) -> bool:
    return parameter.required or parameter.default is not None


def _request(plan: OperationPlan, own: OperationPlan, translation: Translation) -> Iterator[str]:
    """The bodies that the contract shows and allows, and that the code cannot read.

    Unknown members do not disturb the code.
    """
    if own.body_required and plan.body is None:
        yield "The code needs a request body, and the contract has none."
    if own.body is None or plan.body is None:
        return
    validator, shown = next(iter(own.body.values())), next(iter(plan.body.values()))
    for example in plan.body_examples:
        if any(findings_of(shown, example, "/body")):
            continue  # Lint finds an example that its own contract forbids. It says nothing about the code.
        for finding in findings_of(validator, translation.body(plan, example), "/body"):
            if finding.code in ("required", "type"):
                yield f"The code cannot read the request example: {finding.pointer}: {finding.detail}"


def _answer(plan: OperationPlan, own: OperationPlan, translation: Translation) -> Iterator[str]:
    """The answers that the code gives, and that the contract does not allow."""
    for status, response in own.responses.items():
        if not status.startswith("2"):
            continue
        headers = dict.fromkeys((*response.required_headers, *response.examples_of_headers), "")
        for media_type, examples in response.examples.items() or ((next(iter(response.bodies), ""), (None,)),):
            for example in examples:
                answer = Answer(int(status), example, headers, media_type)
                try:
                    fitting(plan, translation.answer(plan, answer))
                except AnswerUnfit as unfit:
                    yield f"The contract does not allow the answer of the code: {unfit}"
