"""The section of docs/proxy.md about other proxies, from the last measurement."""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "proxy.md"
RESULTS_FILE = Path(__file__).with_name("proxies.json")
CONNECTIONS = 16
REQUESTS_PER_SECOND = 5
DIRECT = "without a proxy"
_HEADING = "## Beside other proxies\n"


@dataclass(frozen=True)
class Delay:
    """Medians of several rounds, in milliseconds. *added* is how much later an answer comes than without a proxy.

    *cpu* is the CPU time of the proxy for each request.
    """

    name: str
    median: float
    added: float
    cpu: float


@dataclass(frozen=True)
class Noticed:
    """The planted faults for which a proxy reported something that it does not report on the faultless service.

    *usual* is what it reports on the faultless service.
    """

    name: str
    mutants: tuple[str, ...]
    usual: tuple[str, ...]


@dataclass(frozen=True)
class Results:
    """One measurement. *mutants* are the planted faults that were tried."""

    day: str
    machine: str
    rounds: int
    delays: tuple[Delay, ...]
    noticed: tuple[Noticed, ...]
    mutants: tuple[str, ...]


def save(results: Results) -> None:
    """Keep the measurement."""
    RESULTS_FILE.write_text(json.dumps(asdict(results), indent=2) + "\n", encoding="utf-8")


def load() -> Results:
    """The last measurement."""
    found = json.loads(RESULTS_FILE.read_text(encoding="utf-8"))
    return Results(
        found["day"],
        found["machine"],
        found["rounds"],
        tuple(Delay(**delay) for delay in found["delays"]),
        tuple(Noticed(item["name"], tuple(item["mutants"]), tuple(item["usual"])) for item in found["noticed"]),
        tuple(found["mutants"]),
    )


def with_section(page: str, results: Results) -> str:
    """*page* with the section about these results, in place of the section about earlier results."""
    before, _, rest = page.partition(_HEADING)
    after = re.search(r"^## .*", rest, re.MULTILINE | re.DOTALL)
    return f"{before}{section(results)}" + (f"\n{after[0]}" if after else "")


def section(results: Results) -> str:
    """The section, as Markdown."""
    requests = CONNECTIONS * REQUESTS_PER_SECOND
    return f"""{_HEADING}
Prism and Redocly have proxies that compare traffic with a contract. `python -m benchmarks.proxies` puts all three
before the sandbox, one after the other, in {results.rounds} rounds:
{CONNECTIONS} connections send {requests} requests a second. Measured on {results.day}, {results.machine}.

{table(results)}

The faults are {len(results.mutants)} planted faults, drawn by a seed.
The suite recorded its traffic with each fault and without a fault, and the same exchanges passed each proxy.
A proxy notices a fault when it reports something about the service that it does not report without the fault. Prism and
Redocly judge by the whole contract, so they also report a service that answers otherwise where the specification is
silent. Our proxy judges only by statements of the specification. Complaints about headers do not count, because the
answers of some planted faults do not have the headers of the sandbox. `added` is the median of the differences within
the rounds. Redocly calls its proxy experimental. Our proxy judges in a process of its own, and its CPU time includes
the judges. `benchmarks/README.md` explains the measurement.
"""


def table(results: Results) -> str:
    """The results as a table of Markdown."""
    noticed = {proxy.name: proxy for proxy in results.noticed}
    lines = [
        "| proxy | median, ms | added, ms | CPU per request, ms | faults noticed | reports without a fault |",
        "|---|---|---|---|---|---|",
    ]
    for delay in results.delays:
        proxy = noticed.get(delay.name)
        found = f"{len(proxy.mutants)} of {len(results.mutants)} | {len(proxy.usual)}" if proxy else " | "
        cpu = "" if delay.name == DIRECT else f"{delay.cpu:.2f}"
        lines.append(f"| {delay.name} | {delay.median:.2f} | {delay.added:.2f} | {cpu} | {found} |")
    return "\n".join(lines)
