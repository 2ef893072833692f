"""Renders the results of a self-test as docs/self-test.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Catalogue, Level
from tests.mutants import MUTANTS
from tests.selftest.blind_page import blind_section
from tests.selftest.cases import dropped_section
from tests.selftest.narrowed import narrowed_section
from tests.selftest.passing import load_passing
from tests.selftest.passing_page import section
from tests.selftest.repeated import load_repeated, repeated_section
from tests.selftest.results import MENDED, Peer, Planted, Results

PAGE = Path(__file__).parents[2] / "docs" / "self-test.md"

_LINE = 120

_HEAD = """# Self-test: does the suite find faults, and does it raise false alarms?

A conformance suite can be wrong in two ways. It misses a fault, or it raises a false alarm. We measure both rates on
the suite in this repository:

```
python -m tests.selftest            # every mutant, every conforming target; writes this page
python -m tests.selftest --quick    # one mutant per area and three targets; writes nothing
python -m tests.selftest peers      # some of them before Schemathesis and Specmatic; needs Java and the npm registry
```

A **mutant** is the sandbox with exactly one broken rule. The suite kills a mutant when it reports a failure (of a
must), or a warning or a serious finding (of a should), under the requirement that the mutant breaks. Otherwise the
mutant survives. A **conforming target** is the sandbox behind variations, drawn from a seed, of the points that the
specification does not decide. A row that fails, or is a serious finding, on a conforming target is a false alarm.

The same authors wrote mutants, variations and checks. So both figures show what we found, not every fault there is. The
section about faults written blind shows how the suite handles faults that it was not written for. The self-test tries
each mutant with a run of only its row. Such a run tries more programs about that row than a whole run, and a few faults
of hidden state need them. A few other faults show only in the traffic of other rows. Their runs have those rows too.

**What a finding says.** We drew 54 mutants from all areas. Two readers knew the specification, but neither the suite
nor the mutants. They got the text of each run, and we asked them to judge it as if they had a minute; nobody measured
the time. For 42 mutants they named the fault. For 12 they named the operation and the fault there, but not the
condition: the last minutes of a hold, four players, the end of a month, the second course of a country. Since then a
finding shows the writes that led to it, and says "data.label is missing" instead of a schema. Nobody has judged these
new texts yet.
"""


def render(results: Results) -> str:
    """The page, as Markdown."""
    catalogue = load_catalogue()
    parts = [
        _HEAD,
        _summary(results, catalogue),
        _areas(results.mutants, catalogue),
        _hidden(results.mutants),
        narrowed_section(),
        blind_section(results.mutants),
        dropped_section(),
        _survivors(results.mutants),
        _draws(results, catalogue),
        repeated_section(load_repeated()),
        section(load_passing()),
        _peers(results.peers),
        _matrix(results.mutants, catalogue),
    ]
    return "\n".join(filter(None, parts))


def _summary(results: Results, catalogue: Catalogue) -> str:
    broken = {_row(mutant) for mutant in results.mutants}
    killed = sum(mutant.killed for mutant in results.mutants)
    alarms = sum(len(draw.alarms) for draw in results.draws)
    hidden = sum(_kind(mutant) is not None for mutant in results.mutants)
    rows = [
        ("must rows with a mutant", _of(catalogue, Level.must, broken)),
        ("should rows with a mutant", _of(catalogue, Level.should, broken)),
        ("mutants killed under the requirement they break", f"{killed} of {len(results.mutants)}"),
        ("of them faults of hidden state", str(hidden)),
        ("false alarms", f"{alarms} in {len(results.draws)} conforming targets"),
    ]
    ran = f"Run on {results.day}, {results.machine}: {results.minutes:g} minutes. {results.remark}".rstrip()
    return f"{fill(ran, _LINE, break_on_hyphens=False)}\n\n{_table(('', 'result'), rows)}"


def _of(catalogue: Catalogue, level: Level, broken: set[str]) -> str:
    rows = [row.id for row in catalogue if row.level is level]
    return f"{sum(row in broken for row in rows)} of {len(rows)}"


def _areas(mutants: Sequence[Planted], catalogue: Catalogue) -> str:
    area_of = {row.id: row.area for row in catalogue}
    planted, killed = Counter(area_of[_row(mutant)] for mutant in mutants), Counter()
    seconds: Counter[str] = Counter()
    for mutant in mutants:
        killed[area_of[_row(mutant)]] += mutant.killed
        seconds[area_of[_row(mutant)]] += round(mutant.seconds * 100)
    rows = [
        (area.replace("_", " "), str(count), str(killed[area]), f"{seconds[area] / 100 / count:.1f}")
        for area, count in planted.items()
    ]
    return f"## By area\n\n{_table(('area', 'mutants', 'killed', 'seconds each'), rows)}"


def _hidden(mutants: Sequence[Planted]) -> str:
    kinds = Counter(kind for mutant in mutants if (kind := _kind(mutant)))
    killed = Counter(kind for mutant in mutants if mutant.killed and (kind := _kind(mutant)))
    rows = [(kind, str(count), str(killed[kind])) for kind, count in sorted(kinds.items())]
    text = "One request and its answer do not show these faults. Each kind names the condition under which they show."
    return f"## Hidden state\n\n{text}\n\n{_table(('kind', 'mutants', 'killed'), rows)}"


def _survivors(mutants: Sequence[Planted]) -> str:
    left = [mutant for mutant in mutants if not mutant.killed]
    lines = [f"- `{item.name}` ({item.verdict}): {MUTANTS[item.name].breaks}" for item in left]
    return "## Survivors\n\n" + ("\n".join(lines) if lines else "None.") + "\n"


def _draws(results: Results, catalogue: Catalogue) -> str:
    draws = results.draws
    judged, rows = (
        sum(draw.decided for draw in draws),
        sum(row.level in (Level.must, Level.should) for row in catalogue),
    )
    whole = sum(draw.decided == rows for draw in draws)
    alarms = [f"- draw {draw.seed}: {' '.join(draw.alarms)}" for draw in draws if draw.alarms]
    # The rule of three: with no event in n independent draws, 95 % of the time the rate is below 3 / n.
    bound = f"With no false alarm in {whole} whole runs, less than {300 / max(whole, 3):.1f} % of such targets get one"
    # Targets that failed and ran again after a mending are no sample any more.
    none = (
        "None after the mending that the top of this page tells."
        if MENDED in results.remark
        else f"None. {bound} (95 % confidence)."
    )
    found = "\n".join(alarms) or none
    undecided = _most(row for draw in draws for row in (*draw.untested, *draw.inconclusive))
    return (
        f"## False alarms\n\nThe suite judged {len(draws)} targets: {whole} by every row, the others by a random tenth"
        f" of the rows. It gave {judged} verdicts.\n\n{found}\n\n"
        f"An undecided row is not a false alarm, but it is not an answer either. Most often undecided: {undecided}.\n"
    )


def _most(rows: Iterable[str]) -> str:
    counted = Counter(rows).most_common(12)
    return ", ".join(f"{row} ({count})" for row, count in counted) or "none"


def _peers(peers: Sequence[Peer]) -> str:
    if not peers:
        return "## Beside other tools\n\nNot measured yet.\n"
    names = [sight.mutant for sight in peers[0].sights]
    sums = [
        (
            peer.name,
            f"{sum(bool(sight.findings) for sight in peer.sights)} of {len(peer.sights)}",
            str(peer.false_alarms),
            f"{sum(sight.seconds for sight in peer.sights) / len(peer.sights):.1f}",
        )
        for peer in peers
    ]
    seen = [(f"`{name}`", MUTANTS[name].breaks, *(_mark(peer, name) for peer in peers)) for name in names]
    commands = "\n".join(f"- {peer.name} {peer.version}: `{peer.command}`" for peer in peers)
    return (
        "## Beside other tools\n\n"
        f"A seed drew {len(names)} mutants, half of them of hidden state. Each tool ran with its defaults, all three"
        " at once on one machine. A tool finds a mutant when it reports something that it does not report on the"
        " faultless sandbox. Such a report counts even if the reports of the tool vary from run to run. Contract-driven"
        " tools are not made for these faults. The table shows which faults a contract cannot find.\n\n"
        f"{commands}\n\n"
        f"{_table(('tool', 'found', 'reported on the faultless sandbox', 'seconds each'), sums)}\n"
        f"{_table(('mutant', 'what is broken', *(peer.name for peer in peers)), seen)}"
    )


def _mark(peer: Peer, name: str) -> str:
    return next(("found" if sight.findings else "·" for sight in peer.sights if sight.mutant == name), "not run")


def _matrix(mutants: Sequence[Planted], catalogue: Catalogue) -> str:
    rows = []
    for row in catalogue:
        planted = [mutant for mutant in mutants if _row(mutant) == row.id]
        if planted:
            marks = ", ".join(("" if item.killed else "**survives** ") + f"`{item.name}`" for item in planted)
            rows.append((row.id, row.level.value, marks))
    text = "Each row is a requirement with the mutants that break it."
    return f"## Kill matrix\n\n{text}\n\n{_table(('row', '', 'killed'), rows)}"


def _row(planted: Planted) -> str:
    return planted.name.partition(".")[0]


def _kind(planted: Planted) -> str | None:
    return MUTANTS[planted.name].hidden if planted.name in MUTANTS else None


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
