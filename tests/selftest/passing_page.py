"""The section of docs/self-test.md about the proxy, which sees the traffic of others and sends nothing itself."""

from __future__ import annotations

from collections import Counter
from statistics import median

from tests.mutants import MUTANTS
from tests.selftest.passing import Passing, Sighted


def section(passing: Passing) -> str:
    """The section, as Markdown."""
    own = sum(_is_own(sighted) for sighted in passing.mutants)
    any_row = sum(_is_seen(sighted) for sighted in passing.mutants)
    count = len(passing.mutants)
    alarms = [f"draw {draw.seed}: {row}" for draw in passing.draws for row in draw.reported]
    exchanges = sum(draw.exchanges for draw in passing.draws)
    quiet = sum(not draw.reported for draw in passing.draws)
    found = "\n".join(alarms) or "None."
    return f"""## What the proxy notices

`teesheet proxy` sends nothing, and makes no claim that unseen traffic could explain. So it notices fewer faults than
the suite. On {passing.day} we let the traffic of suite runs pass its judges (`python -m tests.selftest passing`): the
run that decides the broken row of each mutant, and runs on conforming targets{_other_day(passing)}. The exchanges pass
in their recorded order, with their recorded overlaps.

| | result |
| --- | --- |
| mutants noticed under the requirement that they break | {_share(own, count)} |
| mutants with any finding about the service | {_share(any_row, count)} |
| conforming targets without a false alarm | {quiet} of {len(passing.draws)}, {exchanges} exchanges |
{_suspicions(passing)}
{_drawn(count, passing.known)} False alarms: {found}
{_durations(passing)}
A first measurement had one, on draw 24: a service repeated its answer to a completed hold, and the judges took that
answer for the booking as it is now. Since then an answer to a create shows only the moment of the first create.

{_areas(passing)}"""


def _suspicions(passing: Passing) -> str:
    """Two rows about suspicions; empty for a measurement that did not count them."""
    if not passing.at_once:
        return ""
    mutants = sum(bool(sighted.suspected) and not _is_seen(sighted) for sighted in passing.mutants)
    draws = sum(bool(draw.suspected) for draw in passing.draws)
    return (
        f"| mutants with nothing but a suspicion | {_share(mutants, len(passing.mutants))} |\n"
        f"| conforming targets with a suspicion | {draws} of {len(passing.draws)} |\n"
    )


def _other_day(passing: Passing) -> str:
    return f" (these on {passing.day_of_draws})" if passing.day_of_draws else ""


def _drawn(count: int, known: int) -> str:
    if count < known:
        return f"The {count} mutants were drawn at random from {known}."
    younger = len(MUTANTS) - known
    return (
        f"These were all {known} mutants of that day; {younger} are younger." if younger else "These are all mutants."
    )


def _durations(passing: Passing) -> str:
    """How long a conforming target took, and how to repeat it."""
    repeated = "Ctrl-C interrupts the command, and the same command resumes it.\n"
    if not passing.at_once:
        return repeated
    draw = median(item.seconds for item in passing.draws)
    return f"With {passing.at_once} runs at once ({passing.machine}), a target took {draw:.1f} s (median). {repeated}"


def _is_own(sighted: Sighted) -> bool:
    return sighted.mutant.partition(".")[0] in (*sighted.reported, *sighted.warned)


def _is_seen(sighted: Sighted) -> bool:
    return bool(sighted.reported or sighted.warned)


def _share(found: int, count: int) -> str:
    return f"{found} of {count} ({round(100 * found / max(count, 1))} %)"


def _areas(passing: Passing) -> str:
    planted = Counter(sighted.mutant[:3] for sighted in passing.mutants)
    seen = Counter(sighted.mutant[:3] for sighted in passing.mutants if _is_seen(sighted))
    lines = [f"| {area} | {planted[area]} | {seen[area]} |" for area in sorted(planted)]
    return "\n".join(["| rows | mutants | noticed |", "| --- | --- | --- |", *lines, ""])
