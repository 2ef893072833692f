"""Client programs that somebody wrote blind: faulty ones, and odd ones that are right. Each is a patch of the agency in
examples/python, with the scenarios in which its author expects it to show.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from conformance.grading.examination import ClientProgram, examine
from conformance.grading.grades import GradeVerdict, rows_of
from conformance.grading.sandbox import running_sandbox
from conformance.grading.scenarios import Scenario, chosen, load_scenarios
from tests.grading.agencies import EXAMPLES

_FOLDER = Path(__file__).with_name("blind_clients")
_SECONDS = 90
_AT_ONCE = 3


@dataclass(frozen=True)
class BlindProgram:
    """A client of the lot. *kind* is `plain` or `conditional` for a faulty one, and `right`. *scenarios* are those that
    its author named, *added* those that came after the first run because this program showed that they were missing.
    """

    name: str
    kind: str
    sentence: str
    why: str
    scenarios: tuple[str, ...]
    added: tuple[str, ...] = ()

    def built(self, folder: Path) -> tuple[str, ...]:
        """Its command, after the agency was copied below *folder* and patched. Raises when the patch does not fit."""
        place = folder / self.name
        shutil.copytree(EXAMPLES / "python", place, ignore=shutil.ignore_patterns("__pycache__"))
        patch = _FOLDER / f"{self.name}.patch"
        subprocess.run(["git", "init", "-q"], cwd=place, check=True)
        subprocess.run(["git", "apply", "--whitespace=nowarn", str(patch)], cwd=place, check=True)
        return sys.executable, str(place / "day.py")


@dataclass(frozen=True)
class Grading:
    """What the grade says about a program: the rows that fail or warn, and the scenarios that could not be judged."""

    program: BlindProgram
    found: tuple[str, ...]
    troubles: tuple[str, ...]

    @property
    def is_as_expected(self) -> bool:
        """Whether a faulty program has a finding, and a right one has none."""
        return bool(self.found) is (self.program.kind != "right")


def load_programs() -> list[BlindProgram]:
    """The whole lot, in the order of its author."""
    listed: list[dict[str, Any]] = yaml.safe_load((_FOLDER / "lot.yaml").read_text("utf-8"))
    return [BlindProgram(**{name: _tuple_or_text(member) for name, member in item.items()}) for item in listed]


def _tuple_or_text(member: Any) -> Any:
    return tuple(member) if isinstance(member, list) else member


def graded(programs: Sequence[BlindProgram], folder: Path) -> Iterator[Grading]:
    """Each program, graded in the plain scenario and in its own."""
    for program in programs:
        client = ClientProgram(program.built(folder), _SECONDS)
        scenarios = chosen(load_scenarios(), [*program.scenarios, *program.added])
        yield Grading(program, *findings(client, 1, scenarios, _AT_ONCE))


def findings(
    client: ClientProgram, seed: int, scenarios: Sequence[Scenario], at_once: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What fails or warns when *client* is graded on the courses of *seed*, and the scenarios that were not judged."""
    with running_sandbox("127.0.0.1:0", seed) as address:
        stages = list(examine(address, client, scenarios, at_once, lambda _: None))
    wrong = [row for row in rows_of(stages) if row.verdict in (GradeVerdict.failed, GradeVerdict.warned)]
    found = [f"{row.row.id} {finding.scenario}: {finding.sentence}" for row in wrong for finding in row.findings]
    return tuple(found), tuple(f"{stage.name}: {stage.trouble}" for stage in stages if stage.trouble)
