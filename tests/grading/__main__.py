"""`python -m tests.grading seeds --times 50` grades the agencies of examples/ on sandboxes with other courses.

Each seed chooses other courses, tee sheets and ids. `--draw N` takes the plain scenario and N others that the seed
draws, in place of all. The command ends with 1 when a row fails or warns.

`python -m tests.grading programs` grades the programs of a blind lot, and counts those that it finds. `--name N` takes
only this one.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from conformance.grading.examination import ClientProgram
from conformance.grading.scenarios import Scenario, load_scenarios
from tests.grading.agencies import AGENCIES, command_of
from tests.grading.blind_programs import findings, graded, load_programs

_SECONDS = 180


def main() -> int:
    """Grade the agencies, a line for each seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.grading", description=__doc__)
    parser.add_argument("command", choices=["seeds", "programs"])
    parser.add_argument("--times", type=int, default=50, help="how many seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument(
        "--draw", type=int, help="how many scenarios of each seed, beside the plain one; all by default"
    )
    parser.add_argument("--agency", choices=AGENCIES, action="append", help="which agencies; all by default")
    parser.add_argument("--name", action="append", help="which programs of the blind lot; all by default")
    options = parser.parse_args()
    return _grade_programs(options.name) if options.command == "programs" else _grade_seeds(options)


def _grade_seeds(options: argparse.Namespace) -> int:
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


def _grade_programs(names: Sequence[str] | None) -> int:
    """Grade the programs of the blind lot, a line for each, and count those that are graded as they should be."""
    right: Counter[str] = Counter()
    programs = [program for program in load_programs() if not names or program.name in names]
    with tempfile.TemporaryDirectory() as folder:
        for grading in graded(programs, Path(folder)):
            right[grading.program.kind] += grading.is_as_expected
            said = "; ".join((*grading.found, *grading.troubles)) or "no finding"
            mark = " " if grading.is_as_expected else "!"
            print(f"{mark} {grading.program.kind} {grading.program.name}: {said}", flush=True)
    kinds = Counter(program.kind for program in programs)
    for kind, count in kinds.items():
        print(f"{kind}: {right[kind]} of {count} as expected")
    return 0 if right == kinds else 1


def _drawn(seed: int, draw: int | None) -> list[Scenario]:
    plain, *others = load_scenarios()
    return [plain, *(others if draw is None else random.Random(seed).sample(others, draw))]  # noqa: S311 - repeatable


def _graded(command: Sequence[str], seed: int, scenarios: Sequence[Scenario]) -> list[str]:
    """What is wrong with the grade: findings, and scenarios in which the agency could not be judged."""
    found, troubles = findings(ClientProgram(tuple(command), _SECONDS), seed, scenarios, 4)
    return [*found, *troubles]


if __name__ == "__main__":
    sys.exit(main())
