"""The services sell no place twice and lose none, whatever is called in whatever order: they agree with a model.

A few examples on each database always; `pytest -m long tests/proofs/test_ledger_model.py` runs many more, and shrinks
what it finds of every planted fault.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from mock_server.storage.store import Store
from tests.databases import BOTH, new_database
from tests.proofs.ledger_faults import FAULTS
from tests.proofs.ledger_machine import FewTeeTimes, LedgerMachine

programs = settings(deadline=None, derandomize=True, database=None, print_blob=False, stateful_step_count=30)


@pytest.fixture(scope="module", params=BOTH)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store on an empty database, of SQLite and of PostgreSQL in turn."""
    directory: Path = tmp_path_factory.mktemp("model")
    kept = Store(new_database(request.param, directory), FewTeeTimes(1), max_worlds=1_000_000)
    yield kept
    kept.close()


@pytest.mark.parametrize("examples", [40, pytest.param(1500, marks=pytest.mark.long)])
def test_services_agree_with_the_model(store: Store, examples: int) -> None:
    machine = type("Machine", (LedgerMachine,), {"store": store})

    run_state_machine_as_test(machine, settings=settings(programs, max_examples=examples))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(store: Store, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    FAULTS[fault](monkeypatch)
    machine = type("Machine", (LedgerMachine,), {"store": store})

    with pytest.raises(AssertionError) as found:
        run_state_machine_as_test(machine, settings=settings(programs, max_examples=1000))

    program = [note for note in getattr(found.value, "__notes__", []) if "state." in note]
    print(program)
    assert 1 <= len(program) <= 6
