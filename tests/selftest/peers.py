"""What other tools see of some mutants: the sample, and one tool at work on it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from tests.mutants import MUTANTS
from tests.selftest.results import Peer, Sight
from tests.selftest.tools import Tool

_CLEAN = "clean"


def sample_for_peers(plain: int, hidden: int) -> list[str]:
    """The first mutant of a number of areas, and a number of mutants with hidden state, all drawn from a seed."""
    of_areas = {mutant.area: mutant.name for mutant in reversed(MUTANTS.values()) if mutant.hidden is None}
    of_hidden_state = [mutant.name for mutant in MUTANTS.values() if mutant.hidden]
    chance = random.Random("mutants for the peers")  # noqa: S311 - repeatable on purpose
    pairs = ((sorted(of_areas.values()), plain), (sorted(of_hidden_state), hidden))
    return [name for names, count in pairs for name in sorted(chance.sample(names, min(count, len(names))))]


def seen_by(tool: Tool, names: Sequence[str], tell: Callable[[str], None]) -> Peer:
    """What *tool* reports on each mutant and not on the faultless sandbox.

    That it sees at the start, halfway and at the end, since some tools vary from run to run.
    """
    found, seconds, usual = {}, {}, set(tool.look(_CLEAN))
    for number, name in enumerate(names, start=1):
        started = time.monotonic()
        found[name] = tool.look(name)
        seconds[name] = round(time.monotonic() - started, 1)
        tell(f"{tool.name:13} {name:28} {len(found[name])} reports in {seconds[name]} s")
        if number in (len(names) // 2, len(names)):
            usual |= tool.look(_CLEAN)
    sights = (Sight(name, tuple(sorted(found[name] - usual)[:5]), seconds[name]) for name in names)
    return Peer(tool.name, tool.version, tool.command, len(usual), tuple(sights))
