"""Generated traffic never cries wolf: on targets that differ in what is left open only, nothing counts for a must.

200 draws take a while: ``pytest -m conforming -n 2``. An ordinary run tries two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from conformance.catalogue.requirements import Level
from conformance.evidence.verdicts import Finding
from conformance.generated.traffic import send_generated_traffic
from conformance.running.check import begin_run
from conformance.scope.selection import Options
from conformance.target.describing import describe_target
from conformance.wire.transport import HttpTransport
from tests.conforming.tools.draws import VariedTransport, draw
from tests.mutants.tools.bench import Bench, bench

DRAWS = range(1, 201)
FEW_DRAWS = (2, 4)

Alarms = Callable[[int], "tuple[list[str], str | None]"]


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("generated")) as ready:
        yield ready


@pytest.fixture
def alarms(sandbox: Bench) -> Alarms:
    """The must rows that generated traffic on a draw violates, and what kept the engine from going on."""

    def found(seed: int) -> tuple[list[str], str | None]:
        drawn = draw(seed)
        declared = drawn.declared((sandbox.folder / "target.toml").read_text(encoding="utf-8"))
        keys = (f"sbx_generated-{seed}_alpha", f"sbx_generated-{seed}_bravo")
        target = describe_target(f"{sandbox.sandbox}/api/v1", *keys, declared)
        inner = HttpTransport(target.budgets.timeout_seconds)
        with begin_run(target, Options(), seed, VariedTransport(inner, drawn.variations)) as run:
            traffic = send_generated_traffic(run.session)
            evidence = run.session.evidence.items()
        inner.close()
        assert traffic is not None
        assert traffic.requests > 150
        musts = {row.id for row in run.session.catalogue if row.level is Level.must}
        shown = [
            name for name, every in evidence for item in every if name in musts and item.finding is Finding.violated
        ]
        return shown, traffic.trouble

    return found


@pytest.mark.conforming
@pytest.mark.parametrize("seed", DRAWS, ids=lambda seed: f"draw-{seed}-")
def test_generated_traffic_violates_no_must_of_a_conforming_target(seed: int, alarms: Alarms) -> None:
    assert alarms(seed) == ([], None), str(draw(seed))


@pytest.mark.parametrize("seed", FEW_DRAWS, ids=lambda seed: f"draw-{seed}-")
def test_generated_traffic_violates_no_must_of_a_few_conforming_targets(seed: int, alarms: Alarms) -> None:
    assert alarms(seed) == ([], None), str(draw(seed))
