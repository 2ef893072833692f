"""`python -m tests.grading seeds --times 50` grades the agencies of examples/ on sandboxes with other courses.

Each seed chooses other courses, tee sheets and ids. `--draw N` takes the plain scenario and N others that the seed
draws, in place of all. The command ends with 1 when a row fails or warns.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from conformance.grading.examination import ClientProgram, examine
from conformance.grading.grades import GradeVerdict, rows_of
from conformance.grading.sandbox import running_sandbox
from conformance.grading.scenarios import Scenario, load_scenarios
from tests.grading.agencies import AGENCIES, command_of

_SECONDS = 180


def main() -> int:
    """Grade the agencies, a line for each seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.grading", description=__doc__)
    parser.add_argument("command", choices=["seeds"])
    parser.add_argument("--times", type=int, default=50, help="how many seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument(
        "--draw", type=int, help="how many scenarios of each seed, beside the plain one; all by default"
    )
    parser.add_argument("--agency", choices=AGENCIES, action="append", help="which agencies; all by default")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for agency in options.agency or AGENCIES:
            command = command_of(agency, Path(folder))
            for seed in range(options.first, options.first + options.times):
                said = _graded(command, seed, _drawn(seed, options.draw))
                wrong += bool(said)
                print(f"{agency} seed {seed}: {'; '.join(said) or 'no finding'}", flush=True)
    print(f"{wrong} of {len(options.agency or AGENCIES) * options.times} grades have a finding or could not be judged")
    return 1 if wrong else 0


def _drawn(seed: int, draw: int | None) -> list[Scenario]:
    plain, *others = load_scenarios()
    return [plain, *(others if draw is None else random.Random(seed).sample(others, draw))]  # noqa: S311 - repeatable


def _graded(command: Sequence[str], seed: int, scenarios: Sequence[Scenario]) -> list[str]:
    """What is wrong with the grade: findings, and scenarios in which the agency could not be judged."""
    with running_sandbox("127.0.0.1:0", seed) as address:
        stages = list(examine(address, ClientProgram(tuple(command), _SECONDS), scenarios, 4, lambda _: None))
    wrong = [row for row in rows_of(stages) if row.verdict in (GradeVerdict.failed, GradeVerdict.warned)]
    found = [f"{row.row.id} {finding.scenario}: {finding.sentence}" for row in wrong for finding in row.findings]
    return found + [f"{stage.name}: {stage.trouble}" for stage in stages if stage.trouble]


if __name__ == "__main__":
    sys.exit(main())
