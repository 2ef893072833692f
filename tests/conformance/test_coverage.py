"""No row of a decided profile goes without a check or a shape, and the suite's operations are the contract's."""

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.operations import OPERATIONS, match
from conformance.catalogue.requirements import Catalogue
from conformance.running.engine import collect_marks
from conformance.scope.coverage import cover
from conformance.scope.selection import CheckMarks
from openapi.bundler import bundle
from tests.conformance.made_up import row


def test_every_row_of_the_decided_profiles_is_decided() -> None:
    marks, faults = collect_marks()

    assert [*faults, *cover(load_catalogue(), marks).complaints] == []


def test_a_row_that_nothing_decides_is_named_with_its_file() -> None:
    complaints = cover(Catalogue((row(),)), {}).complaints

    assert complaints == ["conventions.yaml: PAG-03: neither a check nor a shape decides it."]


def test_a_check_of_an_unknown_row_is_named() -> None:
    complaints = cover(
        Catalogue((row(),)), {"test_x": CheckMarks(verifies=("PAG-03",)), "test_y": CheckMarks(("PAG-04",))}
    )

    assert complaints.complaints == ["test_y: There is no requirement 'PAG-04'. The only id is PAG-03."]


def test_the_operations_are_those_of_the_contract() -> None:
    contract = {
        (operation["operationId"], method.upper(), path)
        for path, item in bundle()["paths"].items()
        for method, operation in item.items()
        if isinstance(operation, dict) and "operationId" in operation
    }

    assert {(operation.id, operation.method, operation.path) for operation in OPERATIONS} == contract


def test_literal_paths_win_over_parameters() -> None:
    found = match("POST", "/travel/bookings/hooks")

    assert found is not None
    assert found.operation_id == "createBookingHook"
