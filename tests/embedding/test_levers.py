"""The typed levers cannot lag behind the contract of the control plane, nor the functions behind the coroutines."""

import inspect
import re
from importlib import import_module
from typing import get_type_hints

import pytest

import teesheet.levers
from mock_server.embedding.call import LeverCall
from openapi.bundler import CONTROL_FILE, bundle
from teesheet.testing import Sandbox
from tests.levers.calls import operations_of
from tests.levers.files import EMBEDDING, NPM_LEVERS, written_files

OPERATIONS = {operation.content["operationId"]: operation for operation in operations_of(bundle(CONTROL_FILE))}


def test_the_generated_modules_are_current() -> None:
    there = {
        file: file.read_text("utf-8")
        for folder in ("levers", "synchronous")
        for file in (EMBEDDING / folder).glob("*.py")
    }

    there[NPM_LEVERS] = NPM_LEVERS.read_text("utf-8")

    assert there == written_files(), "run: python -m tests.levers"


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_every_operation_has_a_function_that_calls_it(operation_id: str) -> None:
    operation = OPERATIONS[operation_id]
    function = getattr(getattr(teesheet.levers, operation.content["tags"][0]), operation.name)
    needed = {
        name: "value"
        for name, argument in inspect.signature(function).parameters.items()
        if argument.default is inspect.Parameter.empty
    }

    call = function(**needed)

    template = re.sub(r"\{\w+\}", "[^/]+", operation.path)
    assert (call.method, re.fullmatch(template, call.path) is not None) == (operation.method, True)


def test_a_value_in_a_path_stays_one_segment() -> None:
    assert teesheet.levers.desk.confirm_for_course("a b/c").path == "/desk/a%20b%2Fc/confirm"


def test_an_operation_without_arguments_has_the_type_of_its_answer(sandbox: Sandbox) -> None:
    module = import_module("mock_server.embedding.levers.server")

    health = sandbox.ask(teesheet.levers.server.get_health())

    assert health["status"] == "ok"
    assert get_type_hints(module.get_health, vars(module))["return"] == LeverCall[module.GetHealthData]
