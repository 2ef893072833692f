"""The services sell no place twice and lose none, whatever is called in whatever order: they agree with a model.

A few programs on each database always; `pytest -m long tests/proofs/test_ledger_model.py` runs many more, finds the
three planted faults that show rarely, and shows that what is found of every planted fault shrinks to a few calls.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from mock_server.storage.store import Store
from tests.databases import BOTH, POSTGRESQL, SQLITE, new_database
from tests.proofs.ledger_draws import FewTeeTimes
from tests.proofs.ledger_faults import FAULTS
from tests.proofs.ledger_machine import LedgerMachine

programs = settings(
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=False,
    report_multiple_bugs=False,
    stateful_step_count=30,
)
FINDING, SHRINKING = (Phase.generate,), (Phase.generate, Phase.shrink)
# How many calls a program may have that shows a fault.
FEW = 6
# These faults show after hundreds of programs.
RARE = {
    "a change takes places that are not free",
    "a used hold keeps its places",
    "the old answer of a course comes after a change",
}
PLANTED = [pytest.param(fault, marks=pytest.mark.long if fault in RARE else ()) for fault in FAULTS]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Store]]:
    """A store on an empty database of each kind."""
    directory: Path = tmp_path_factory.mktemp("model")
    kept = {kind: Store(new_database(kind, directory), FewTeeTimes(1), max_worlds=1_000_000) for kind in BOTH}
    yield kept
    for store in kept.values():
        store.close()


def _run(store: Store, examples: int, phases: tuple[Phase, ...] = SHRINKING) -> None:
    """Runs programs against the services on a store. Raises what is wrong first, with its program in the notes."""
    machine = type("Machine", (LedgerMachine,), {"store": store})
    run_state_machine_as_test(machine, settings=settings(programs, max_examples=examples, phases=phases))


@pytest.mark.parametrize(
    ("database", "examples"),
    [
        (SQLITE, 60),
        (POSTGRESQL, 20),
        pytest.param(SQLITE, 1500, marks=pytest.mark.long),
        pytest.param(POSTGRESQL, 600, marks=pytest.mark.long),
    ],
)
def test_the_services_agree_with_the_model(stores: dict[str, Store], database: str, examples: int) -> None:
    _run(stores[database], examples)


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(stores: dict[str, Store], monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    FAULTS[fault](monkeypatch)

    with pytest.raises(AssertionError):
        _run(stores[SQLITE], 1000, FINDING)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_a_failing_program_shrinks(stores: dict[str, Store], monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    FAULTS[fault](monkeypatch)

    with pytest.raises(AssertionError) as found:
        _run(stores[SQLITE], 1000)

    calls = [note for note in found.value.__notes__ if "state." in note and "teardown" not in note]
    assert 1 <= len(calls) <= FEW, calls
